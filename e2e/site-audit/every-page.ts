import { expect, test } from "@playwright/test";
import type { Language } from "#contract/languages";
import { seedService, WORDS } from "../audit/seed.ts";
import { LANGUAGES } from "../audit/visit.ts";
import { EVERY_PAGE } from "./pages.ts";
import { type Found, walkEveryPage } from "./walk.ts";

const { API_PORT = "3100", SITE_PORT = "4421", E2E_DATA_DIR = "" } = process.env;
const PAGE_MS = 6_000;

/** Tests every page in that language: in English all of it, in another language what depends on it. */
export function testEveryPage(language: Language): void {
  const name = LANGUAGES[language];

  test.describe(name, () => {
    // One walk for all tests: each checks its part of the results.
    test.describe.configure({ mode: "default" });
    let found: Found;

    test.beforeAll(async ({ browser }, info) => {
      test.setTimeout(EVERY_PAGE.length * PAGE_MS);
      const [site, api] = [`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`];
      const seeded = await seedService(site, api, E2E_DATA_DIR, WORDS[language]);
      found = await walkEveryPage(
        browser,
        { ...info.project.use, viewport: { width: 1280, height: 900 } },
        seeded,
        language,
      );
    });

    test(`answers every page in ${name} correctly, in its language`, () => {
      expect(found.answers).toEqual([]);
    });

    test(`follows its policy and logs no warning to the console on every page in ${name}`, () => {
      expect(found.policy).toEqual([]);
    });

    test(`keeps every page small at a first visit, in ${name}`, async () => {
      const table = [`${name}, bytes   files scripts     all`, ...found.weights].join("\n");
      console.log(table);
      await test.info().attach("bytes over the wire", { body: table, contentType: "text/plain" });
      expect(found.weight).toEqual([]);
    });

    test(`fits every page in ${name} into 320 pixels, with large enough targets`, () => {
      expect(found.narrow).toEqual([]);
    });

    if (language === "en") {
      test("has no axe violations on any page, in light and dark colors", () => {
        expect(found.use).toEqual([]);
      });

      test("has landmarks, one h1, ordered headings and accessible names on every page", () => {
        expect(found.structure).toEqual([]);
      });
    } else {
      test(`leads from no page in ${name} to a page in another language without saying so`, () => {
        expect(found.links).toEqual([]);
      });

      test(`leaves no English on any page in ${name}`, () => {
        expect(found.english).toEqual([]);
      });
    }
  });
}
