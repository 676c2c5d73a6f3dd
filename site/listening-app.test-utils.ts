import { type TestApp, testApp } from "../api/app.test-utils.ts";

/** The API in this process, listening where the site looks for it, until it is closed. */
export async function listeningApp(): Promise<TestApp> {
  const service = await testApp();
  const before = process.env.API_INNER_URL;
  const listening = Bun.serve({ port: 0, fetch: (request) => service.app.handle(request) });
  process.env.API_INNER_URL = listening.url.href;
  return {
    ...service,
    async close() {
      if (before === undefined) delete process.env.API_INNER_URL;
      else process.env.API_INNER_URL = before;
      await listening.stop(true);
      await service.close();
    },
  };
}
