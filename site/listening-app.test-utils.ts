import { type TestApp, testApp } from "../api/app.test-utils.ts";

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

/** Sets variables, and returns a function that restores them. */
function withVariables(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
