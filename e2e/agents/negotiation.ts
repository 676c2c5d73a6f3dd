import { expect } from "bun:test";
import { LANGUAGES } from "#contract/languages";

/** A page, and its Markdown. */
export type Alternate = { page: string; twin: string };

/** The pages with a Markdown alternate in a language, and with it in their address but for the first one. */
export async function alternatesIn(site: string, language: string): Promise<Alternate[]> {
  const guides: { name: string }[] = await (await fetch(`${site}/guides/list.json`)).json();
  const english = [
    { page: "/", twin: "/index.md" },
    { page: "/create", twin: "/create.md" },
    { page: "/guides/", twin: "/guides.md" },
    ...guides.map(({ name }) => ({ page: `/guides/${name}`, twin: `/guides/${name}.md` })),
  ];
  if (language === LANGUAGES[0]) return english;
  const prefix = `/${language}`;
  return english.map(({ page, twin }) => ({ page: `${prefix}${page === "/" ? "" : page}`, twin: prefix + twin }));
}

const CHROME = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
export const MATRIX: [accept: string | undefined, status: 200 | 406, type: string][] = [
  ["*/*", 200, "text/html; charset=utf-8"],
  ["text/*", 200, "text/html; charset=utf-8"],
  ["text/html", 200, "text/html; charset=utf-8"],
  ["nonsense", 200, "text/html; charset=utf-8"],
  [CHROME, 200, "text/html; charset=utf-8"],
  ["text/markdown", 200, "text/markdown; charset=utf-8"],
  ["TEXT/MARKDOWN; charset=UTF-8", 200, "text/markdown; charset=utf-8"],
  ["text/markdown, text/html, */*", 200, "text/markdown; charset=utf-8"],
  ["text/markdown, text/plain;q=0.9, */*;q=0.8", 200, "text/markdown; charset=utf-8"],
  ["text/markdown;q=0.9, text/html;q=0.8", 200, "text/markdown; charset=utf-8"],
  ["text/html, text/markdown;q=0.5", 200, "text/html; charset=utf-8"],
  ["text/*;q=0.9, text/html;q=0.5", 200, "text/markdown; charset=utf-8"],
  ["text/markdown;q=0, text/html", 200, "text/html; charset=utf-8"],
  ["text/markdown;q=0, */*", 200, "text/html; charset=utf-8"],
  ["text/html;q=0, */*", 200, "text/markdown; charset=utf-8"],
  ["text/markdown;q=0", 406, "text/plain; charset=utf-8"],
  ["application/json", 406, "text/plain; charset=utf-8"],
  ["text/markdownx", 406, "text/plain; charset=utf-8"],
];

/** Expects a page, by GET and HEAD, to answer so to that `Accept` header. */
export async function expectNegotiated(site: string, page: string, [accept, status, type]: (typeof MATRIX)[number]) {
  for (const method of ["GET", "HEAD"]) {
    const headers = accept === undefined ? undefined : { accept };
    const answer = await fetch(site + page, { method, redirect: "manual", headers });
    expect([page, answer.status, answer.headers.get("content-type")]).toEqual([page, status, type]);
    expect(answer.headers.get("vary")?.toLowerCase()).toContain("accept");
    expect((await answer.text()) === "").toBe(method === "HEAD");
  }
}
