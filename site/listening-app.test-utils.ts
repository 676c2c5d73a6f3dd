import { type TestApp, testApp } from "../api/app.test-utils.ts";
import { withVariables } from "./addresses.test-utils.ts";

const INTERNAL_KEY = "a key that the site and the API share";

/** The API in this process, listening where the site looks for it, until it is closed. It trusts the site. */
export async function listeningApp(): Promise<TestApp> {
  const service = await testApp({ internalKey: INTERNAL_KEY });
  const listening = Bun.serve({ port: 0, fetch: (request) => service.app.handle(request) });
  const restore = withVariables({ API_INNER_URL: listening.url.href, INTERNAL_KEY });
  return {
    ...service,
    async close() {
      restore();
      await listening.stop(true);
      await service.close();
    },
  };
}
