import { afterAll, beforeAll, test } from "bun:test";
import { LANGUAGES } from "#contract/languages";
import { plainService } from "../../test-support/plain-service.ts";
import { alternatesIn, expectNegotiated, MATRIX } from "./negotiation.ts";

const TIMEOUT_MS = 120_000;
let service: Awaited<ReturnType<typeof plainService>>;
beforeAll(async () => {
  service = await plainService();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

for (const language of LANGUAGES.slice(1)) {
  test.each(MATRIX)(
    `every page with a Markdown alternate in ${language} answers Accept: %s with %i, %s`,
    async (accept, status, type) => {
      for (const { page } of await alternatesIn(service.site, language))
        await expectNegotiated(service.site, page, [accept, status, type]);
    },
  );
}
