import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const pagesIn = (folder: string) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".md"));
const pages = [
  ...pagesIn("."),
  ...["docs", "docs/decisions", "docs/operating"].flatMap((folder) =>
    pagesIn(folder).map((name) => `${folder}/${name}`),
  ),
];
const textOf = (page: string) => readFileSync(join(ROOT, page), "utf8");

test("docs/README.md lists every page, and every decision by its title", () => {
  const index = textOf("docs/README.md");
  for (const name of pagesIn("docs/operating")) expect(index).toContain(`](operating/${name})`);
  for (const name of pagesIn("docs").filter((name) => name !== "README.md")) expect(index).toContain(`](${name})`);
  for (const name of pagesIn("docs/decisions")) {
    const [, number, title] = textOf(`docs/decisions/${name}`).match(/^# (\d+)\. (.+)/) ?? [];
    expect(index).toContain(`- [${number}](decisions/${name}) ${title}\n`);
  }
});

test.each(pages)("links in %s lead to files and sections that exist", (page) => {
  const links = [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]*)\)/g)].map(
    ([, to = ""]) => to,
  );
  const broken = links.filter((link) => {
    const [path = "", section] = link.split("#");
    const target = path ? join(dirname(page), path) : page;
    if (!existsSync(join(ROOT, target))) return true;
    return section !== undefined && !anchorsIn(textOf(target)).includes(section);
  });
  expect(broken).toEqual([]);
});

/** The anchors of rows, and those that GitHub gives to headings. */
function anchorsIn(text: string): string[] {
  const ofRows = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = ""]) => id);
  const headings = [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  const ofHeadings = headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...ofRows, ...ofHeadings];
}

const withoutCode = (text: string) => text.replace(/```[\s\S]*?```/g, "");
