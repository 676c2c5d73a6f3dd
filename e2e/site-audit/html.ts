import { beforeAll, expect, test } from "bun:test";
import { HtmlValidate } from "html-validate";
import { plainService } from "../../test-support/plain-service.ts";
import { seedService, WORDS } from "../audit/seed.ts";
import { fetchPage, LANGUAGES } from "../audit/visit.ts";
import { EVERY_PAGE } from "./pages.ts";

// Validates against the HTML standard with html-validate, which unlike the Nu checker needs no Java.
// `unknownToValidator` checks for past errors that only the Nu checker finds.
const validator = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "heading-level": "error" } });
const TIMEOUT_MS = 120_000;

/** Tests that every page in that language is valid HTML. */
export function testHtml(language: "en" | "ko"): void {
  let service: Awaited<ReturnType<typeof plainService>>;
  beforeAll(async () => {
    service = await plainService();
    return () => service.close();
  }, TIMEOUT_MS);

  test(
    `serves valid HTML on every page in ${LANGUAGES[language]}`,
    async () => {
      const seeded = await seedService(service.site, service.api, service.dataDir, WORDS[language]);
      const faults: string[] = [];
      for (const page of EVERY_PAGE) {
        const html = await (await fetchPage(page, seeded, language)).text();
        faults.push(...(await faultsIn(html)).map((fault) => `${page.name}: ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    TIMEOUT_MS,
  );
}

export async function faultsIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const known = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, line }) => `${ruleId}: ${message} — ${selector ?? `line ${line}`}`),
  );
  return [...known, ...unknownToValidator(html)];
}

/** A valid `datetime`: seconds have at most three decimal places. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function unknownToValidator(html: string): string[] {
  const after = html.slice(html.indexOf("</html>") + "</html>".length).trim();
  const moments = [...html.matchAll(/\sdatetime="([^"]*)"/g)].map(([, moment = ""]) => moment);
  // Without an empty first option, the first one counts as chosen although nobody chose it.
  const firsts = [...html.matchAll(/<select\s[^>]*\brequired\b[^>]*>\s*(?:<!--.*?-->\s*)?(<option[^>]*>)/g)];
  return [
    ...(after ? [`after the page's end: ${after.slice(0, 60)}`] : []),
    ...moments.filter((moment) => !MOMENT.test(moment)).map((moment) => `no moment: ${moment}`),
    ...firsts.flatMap(([select, first]) => (first?.includes('value=""') ? [] : [`no empty first option: ${select}`])),
    ...(html.includes("og:image") && !html.includes("og:image:alt") ? ["og:image without og:image:alt"] : []),
  ];
}
