import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { greeted, newDataDir, removeDataDir, startService, stop } from "../../test-support/running-service.ts";

const TIMEOUT_MS = 120_000;
const PAGES = ["/", "/create", "/guides/", "/guides/api", "/guides/webmcp", "/guides/self-hosting"];
const SKILLS = "/.well-known/agent-skills";
/** Files that contain the API's address besides the site's. */
const OF_BOTH = [
  ...["/llms.txt", "/llms-full.txt", "/auth.md", "/guides/api.md", "/.well-known/api-catalog"],
  ...[`${SKILLS}/leave-a-message/SKILL.md`, "/openapi.json"],
];
const OF_THE_SITE = [
  ...["/index.md", "/create.md", "/guides.md", "/guides/for-agents.md", "/robots.txt", "/sitemap.xml"],
  ...[
    "/.well-known/security.txt",
    "/.well-known/ard.json",
    "/.well-known/ai-catalog.json",
    `${SKILLS}/create-a-tree/SKILL.md`,
  ],
];
const ALL = [...PAGES, ...OF_BOTH, ...OF_THE_SITE, `${SKILLS}/index.json`];
const WORLDS: { SITE_URL: string; API_URL?: string }[] = [
  { SITE_URL: "https://trees.example", API_URL: "https://api.trees.example" },
  // The API is then reached through the site.
  { SITE_URL: "https://gifts.example:8443" },
];

/** Starts a service with these addresses, and returns the content of all URLs. */
async function readAll(folder: string, addresses: Record<string, string>): Promise<Map<string, string>> {
  const service = await greeted(await startService(folder, { ...addresses, LOG_LEVEL: "error" }));
  try {
    const { port } = new URL(service.site);
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    return new Map(await Promise.all(ALL.map(async (path) => [path, await read(path)] as const)));
  } finally {
    await stop(service);
  }
}

test(
  "changes every address in every machine-readable file with SITE_URL, API_URL and a restart",
  async () => {
    const folder = newDataDir();
    try {
      for (const seeded of WORLDS) {
        const texts = await readAll(folder, seeded);
        const text = (path: string) => texts.get(path) ?? "";
        const other = WORLDS.find((each) => each !== seeded);
        for (const path of ALL) {
          // The self-hosting guide mentions the default addresses of a first start.
          if (!/self-hosting|llms-full/.test(path))
            expect([path, text(path).match(/localhost|127\.0\.0\.1/)]).toEqual([path, null]);
          for (const gone of Object.values(other ?? {}))
            expect([path, text(path).includes(gone)]).toEqual([path, false]);
        }
        for (const path of [...OF_BOTH, ...OF_THE_SITE]) {
          expect([path, text(path).includes(seeded.SITE_URL) || path === "/openapi.json"]).toEqual([path, true]);
        }
        for (const path of OF_BOTH)
          expect([path, text(path).includes(seeded.API_URL ?? seeded.SITE_URL)]).toEqual([path, true]);
        for (const path of PAGES)
          expect(text(path)).toContain(`<link rel="canonical" href="${seeded.SITE_URL}${path}"`);
        const { skills }: { skills: { url: string; digest: string }[] } = JSON.parse(text(`${SKILLS}/index.json`));
        expect(skills).toHaveLength(2);
        for (const { url, digest } of skills) {
          const { pathname } = new URL(url, seeded.SITE_URL + SKILLS);
          expect(digest).toBe(`sha256:${createHash("sha256").update(text(pathname)).digest("hex")}`);
        }
      }
    } finally {
      removeDataDir(folder);
    }
  },
  TIMEOUT_MS,
);
