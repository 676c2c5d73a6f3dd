import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { LANGUAGES } from "#contract/languages";
import { RULES_FOR_AGENTS } from "#contract/rules";
import { plainService } from "../../test-support/plain-service.ts";
import { pathWithCurl } from "../../test-support/with-curl.ts";
import { createTree, listGifts } from "../fixtures/visitors.ts";
import { type Alternate, alternatesIn, expectNegotiated, MATRIX } from "./negotiation.ts";
import { wordsOf } from "./words-of.ts";

const TIMEOUT_MS = 120_000;
let service: Awaited<ReturnType<typeof plainService>>;
let pages: Alternate[];
/** Those that English visitors and programs meet, and the same in every other language. */
let englishPages: Alternate[];

beforeAll(async () => {
  service = await plainService();
  const each = await Promise.all(LANGUAGES.map((language) => alternatesIn(service.site, language)));
  pages = each.flat();
  englishPages = each[0] ?? [];
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

const ask = (path: string, accept?: string, method = "GET") =>
  fetch(service.site + path, { method, redirect: "manual", headers: accept === undefined ? {} : { accept } });
const text = async (path: string, accept?: string) => (await ask(path, accept)).text();

describe("every page with a Markdown alternate", () => {
  // In other languages: agents-translated.test.ts.
  test.each(MATRIX)("answers Accept: %s with %i, %s", async (accept, status, type) => {
    for (const { page } of englishPages) await expectNegotiated(service.site, page, [accept, status, type]);
  });

  test("is the redirect target of its other spelling, whatever the Accept header", async () => {
    for (const { page } of pages) {
      const other = /^\/(\w\w)?$/.test(page) ? null : page.endsWith("/") ? page.slice(0, -1) : `${page}/`;
      if (other === null) continue;
      const answer = await ask(other, "text/markdown");
      expect([other, answer.status, answer.headers.get("location")]).toEqual([other, 308, page]);
    }
  });

  test("has the same Markdown at its alternate's URL, byte for byte, and both link to each other", async () => {
    for (const { page, twin } of pages) {
      const [negotiated, own] = [await ask(page, "text/markdown"), await ask(twin, "text/html")];
      expect(own.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(negotiated.headers.get("content-location")).toBe(twin);
      expect(negotiated.headers.get("link")).toBe(`<${service.site}${page}>; rel="canonical"; type="text/html"`);
      expect(own.headers.get("etag")).toBe(negotiated.headers.get("etag"));
      expect(await own.text()).toBe(await negotiated.text());
      const html = await ask(page, "text/html");
      expect(html.headers.get("etag")).not.toBe(negotiated.headers.get("etag"));
      expect(html.headers.get("link") ?? "").toContain(`<${twin}>; rel="alternate"; type="text/markdown"`);
    }
  });

  test("answers 304 to a client that has it", async () => {
    for (const { twin } of pages) {
      const tag = (await ask(twin)).headers.get("etag") ?? "";
      const again = await fetch(service.site + twin, { headers: { "if-none-match": tag } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, tag, ""]);
    }
  });

  test("starts its Markdown with a pointer to llms.txt, and uses absolute URLs only", async () => {
    for (const { twin } of pages) {
      const markdown = await text(twin);
      expect(markdown).toStartWith(
        `> For the complete documentation index, see [llms.txt](${service.site}/llms.txt).\n\n# `,
      );
      for (const [, address] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) expect(URL.canParse(address ?? "")).toBe(true);
    }
  });

  // In Korean and Japanese, particles follow it without a space.
  test("separates inline code from the text after it in Markdown", async () => {
    for (const { twin } of englishPages) {
      const sentences = (await text(twin)).replace(/^( *)```.*?^\1```$/gms, "");
      expect([twin, sentences.match(/`[^`\n]+`\p{L}[^`\n]*$/mu)]).toEqual([twin, null]);
    }
  });

  test("shows in both formats when a guide last changed", async () => {
    for (const { page, twin } of pages.filter(({ page }) => /\/guides\/./.test(page))) {
      const [, day = "no day"] = /<time [^>]*>([^<]+)<\/time>/.exec(await text(page, "text/html")) ?? [];
      expect(await text(twin)).toEndWith(`${day}\n`);
    }
  });

  test("has the same words in both formats, with at most 2 % difference", async () => {
    for (const { page, twin } of pages.filter(({ page }) => page.includes("/guides/"))) {
      const { ofPage, ofAlternate } = wordsOf(await text(page, "text/html"), await text(twin));
      const missing = ofPage.filter((word) => !ofAlternate.includes(word)).length;
      const added = ofAlternate.filter((word) => !ofPage.includes(word)).length;
      expect([page, missing / ofPage.length < 0.02, added / ofAlternate.length < 0.02]).toEqual([page, true, true]);
      expect(Math.abs(ofPage.length - ofAlternate.length) / ofPage.length).toBeLessThan(0.02);
    }
  });
});

test("sends Markdown in the language of the address, else of the headers, else in English", async () => {
  const languageAt = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(service.site + path, { headers: { accept: "text/markdown", ...headers } });
    return [answer.headers.get("content-language"), answer.headers.get("content-location")];
  };
  const korean = { "accept-language": "ko-KR,ko;q=0.9,en;q=0.8" };
  for (const { page, twin } of englishPages) {
    const [bare, own] = [page === "/" ? "" : page, [`ko`, `/ko${twin}`]];
    expect(await languageAt(page, {})).toEqual(["en", twin]);
    expect(await languageAt(page, korean)).toEqual(own);
    expect(await languageAt(page, { cookie: "language=ko" })).toEqual(own);
    expect(await languageAt(`/ko${bare}`, {})).toEqual(own);
    expect(await languageAt(`/en${bare}`, korean)).toEqual(["en", twin]);
    expect(await languageAt(twin, korean)).toEqual(["en", twin]);
    expect(await languageAt(`/ko${twin}`, {})).toEqual(own);
  }
});

test("answers an unknown URL in Markdown if the client accepts it", async () => {
  for (const path of ["/nothing-here", "/guides/nothing", "/guides/nothing.md"]) {
    const answer = await ask(path, "text/markdown");
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      "text/markdown; charset=utf-8",
    ]);
    expect(await answer.text()).toContain(`${service.site}/llms.txt`);
  }
  expect((await ask("/nothing-here", "text/html")).headers.get("content-type")).toStartWith("text/html");
});

test("answers an unknown URL in the requested language", async () => {
  for (const path of ["/ko/nothing-here", "/ko/send-message?tree=aB3dE5gH", "/ko/nothing.md"]) {
    const answer = await ask(path, "text/markdown");
    expect([path, answer.status, answer.headers.get("content-language")]).toEqual([path, 404, "ko"]);
    expect(await answer.text()).toStartWith("# 페이지를 찾을 수 없어요\n");
  }
});

describe("every link in every machine-readable file", () => {
  const follow = async (address: string, type: string | null) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(address, { method });
      expect([address, answer.status]).toEqual([address, 200]);
      if (type) expect([address, answer.headers.get("content-type")?.split(";")[0]]).toEqual([address, type]);
    }
  };

  test("leads to a resource of the announced media type", async () => {
    const { linkset } = await (await ask("/.well-known/api-catalog")).json();
    for (const { anchor, ...relations } of linkset) {
      await follow(anchor, null);
      for (const { href, type } of Object.values<{ href: string; type?: string }[]>(relations).flat()) {
        // The guide has HTML and Markdown at two URLs; without a specific Accept header, each answers with its own
        // type.
        await follow(href, type ?? null);
      }
    }
    const { entries } = await (await ask("/.well-known/ai-catalog.json")).json();
    const named = entries.flatMap((entry: { data?: { entries: object[] } }) => entry.data?.entries ?? [entry]);
    expect(named).toHaveLength(3);
    for (const { url, type } of named) await follow(url, type.split(";")[0]);
    for (const file of ["/llms.txt", "/llms-full.txt", "/auth.md", "/robots.txt", "/.well-known/security.txt"]) {
      for (const [address] of (await text(file)).matchAll(/https?:\/\/localhost:\d+[^\s)>"'`]*/g)) {
        const plain = address.replace(/[.,;:]+$/, "");
        // Patterns, pages that need a session, and the API's bare origin are mentioned, not linked.
        if (!/\{|tree=CODE|\/my-trees|\/sign-in|^https?:\/\/[^/]+$/.test(plain)) await follow(plain, null);
      }
    }
    for (const [, address] of (await text("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g))
      await follow(address ?? "", "text/html");
    for (const [, address, type] of ((await ask("/")).headers.get("link") ?? "").matchAll(
      /<([^>]+)>[^,]*?type="([^"]+)"/g,
    ))
      await follow(service.site + address, type ?? null);
  }, 30_000);

  test("also works at the site, for an API without its own domain", async () => {
    const { data } = await (await ask("/v1")).json();
    for (const address of [data.description, data.documentation, data.guides, data.status]) {
      const { pathname } = new URL(address);
      const [own, atTheSite] = [await fetch(address), await ask(pathname)];
      expect([pathname, atTheSite.status]).toEqual([pathname, 200]);
      expect(atTheSite.headers.get("content-type")).toBe(own.headers.get("content-type"));
      expect(atTheSite.headers.get("content-security-policy")).toBe(own.headers.get("content-security-policy"));
    }
    for (const file of ["swagger-ui.css", "swagger-ui-bundle.js"]) await follow(`${service.site}/docs/${file}`, null);
  });

  test("has the digest that the catalogs name", async () => {
    const { skills } = await (await ask("/.well-known/agent-skills/index.json")).json();
    const { entries } = await (await ask("/.well-known/ai-catalog.json")).json();
    for (const { url, digest, name } of skills) {
      const bytes = await (await fetch(new URL(url, service.site))).bytes();
      expect(digest).toBe(`sha256:${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}`);
      const entry = entries.find(({ identifier }: { identifier: string }) => identifier.endsWith(`:skill:${name}`));
      expect(entry.digest).toBe(digest);
    }
  });

  test("is readable from every website that GET lets in, also after a preflight (CORS)", async () => {
    const { skills } = await (await ask("/.well-known/agent-skills/index.json")).json();
    const named = ["api-catalog", "ai-catalog.json", "ard.json", "agent-skills/index.json"];
    const open = [...named.map((name) => `/.well-known/${name}`), ...skills.map(({ url }: { url: string }) => url)];
    for (const path of [...open, "/openapi.json", "/llms.txt", "/llms-full.txt", "/auth.md"]) {
      const headers = { origin: "https://elsewhere.example", "access-control-request-method": "GET" };
      const asked = { ...headers, "access-control-request-headers": "if-none-match" };
      const preflight = await fetch(service.site + path, { method: "OPTIONS", headers: asked });
      const origins = [await ask(path), preflight].map((each) => each.headers.get("access-control-allow-origin"));
      expect([path, preflight.status, ...origins]).toEqual([path, 204, "*", "*"]);
      expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(/\*|if-none-match/);
    }
    for (const path of ["/", "/robots.txt", "/guides/privacy", "/my-trees"]) {
      const { status, headers } = await ask(path, undefined, "OPTIONS");
      expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 405, null]);
    }
    expect((await ask("/.well-known/api-catalog", undefined, "HEAD")).headers.get("link")).toContain(
      'rel="api-catalog"',
    );
  });
});

const PATH = pathWithCurl();
/** The shell commands in a skill. */
const commandsIn = (markdown: string) =>
  [...markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, command = ""]) => command);
const run = (command: string, variables: Record<string, string>) =>
  JSON.parse(
    spawnSync("sh", ["-c", command], { env: { ...process.env, PATH, ...variables }, encoding: "utf8", timeout: 20_000 })
      .stdout,
  );

test("contains only runnable commands in both skills", async () => {
  const { code } = await createTree(service.site);
  const variables = { SHARE_CODE: code, IDEMPOTENCY_KEY: crypto.randomUUID() };
  const leave = commandsIn(await text("/.well-known/agent-skills/leave-a-message/SKILL.md"));
  const create = commandsIn(await text("/.well-known/agent-skills/create-a-tree/SKILL.md"));
  expect([leave.length, create.length]).toEqual([2, 1]);
  for (const command of [...leave, ...create]) expect(run(command, variables).success).toBe(true);
  // A repeat with the same key adds nothing.
  expect(run(leave[1] ?? "", variables).data.giftCount).toBe(1);
});

test("gives an agent that knows only llms.txt all it needs to leave a message", async () => {
  const { code } = await createTree(service.site);
  const given = `${service.site}/send-message?tree=${code}`;

  const index = await text("/llms.txt");
  for (const rule of RULES_FOR_AGENTS) expect(index).toContain(rule);
  const skill = /\[leave-a-message\]\((\S+)\)/.exec(index)?.[1] ?? "";
  const instructions = await (await fetch(skill)).text();
  const shareCode = /[?&]tree=([0-9A-Za-z]{8})/.exec(given)?.[1] ?? "";
  const endpoint = /POST "(\S+\/v1\/messages)"/.exec(instructions)?.[1] ?? "";
  const gift = /the gift, one of: (.*)\./.exec(instructions)?.[1]?.split(", ")[1]?.replaceAll("`", "");
  const fields = /-d "(\{.*\})"/.exec(instructions)?.[1]?.replaceAll('\\"', '"') ?? "{}";
  const body = { ...JSON.parse(fields), shareCode, message: "Found my way here", giftAssetId: gift };

  const answer = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  expect([answer.status, (await answer.json()).data.giftAssetId]).toEqual([201, gift ?? ""]);
  expect((await listGifts(service.api, code)).giftCount).toBe(1);
});
