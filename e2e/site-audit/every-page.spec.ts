import { expect, test } from "@playwright/test";
import { ENGLISH, KOREAN, seedService } from "../audit/seed.ts";
import { LANGUAGES } from "../audit/visit.ts";
import { EVERY_PAGE } from "./pages.ts";
import { type Found, walkEveryPage } from "./walk.ts";

const { API_PORT = "3100", SITE_PORT = "4421", E2E_DATA_DIR = "" } = process.env;
const PAGE_MS = 6_000;
const WORDS = { en: ENGLISH, ko: KOREAN };

for (const language of ["en", "ko"] as const) {
  const name = LANGUAGES[language];

  test.describe(name, () => {
    // One walk for all of them: the tests tell what was found on it, each its own part.
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

    test(`every page in ${name} answers as it should, in its language`, () => {
      expect(found.answers).toEqual([]);
    });

    test(`everybody can use every page in ${name}, in light and in dark colours`, () => {
      expect(found.use).toEqual([]);
    });

    test(`every page in ${name} keeps to its own policy: nothing inline, nothing from elsewhere`, () => {
      expect(found.policy).toEqual([]);
    });

    test(`every page is light at a first visit, in ${name}`, async () => {
      const table = [`${name}, bytes   scripts     all`, ...found.weights].join("\n");
      console.log(table);
      await test.info().attach("bytes over the wire", { body: table, contentType: "text/plain" });
      expect(found.weight).toEqual([]);
    });

    test(`every page in ${name} fits 320 pixels, and a thumb finds all that can be pressed`, () => {
      expect(found.narrow).toEqual([]);
    });

    if (language === "en")
      test("every page has its landmarks, one first heading, headings in order, and a name for all that can be used", () => {
        expect(found.structure).toEqual([]);
      });

    if (language === "ko")
      test("no English is left on any Korean page", () => {
        expect(found.english).toEqual([]);
      });
  });
}
