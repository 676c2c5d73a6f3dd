import { greeted, newDataDir, removeDataDir, startService, stop } from "./running-service.ts";

/** A running service: its addresses, and the folder of its data. */
export type PlainService = { site: string; api: string; dataDir: string };

/** A service without limits, for tests that plant and hang what they need and stop nothing: a run may share one. */
export async function plainService(): Promise<PlainService & { close: () => Promise<void> }> {
  // scripts/test.ts starts one for all files; a file that is run alone starts its own.
  const { TEST_SERVICE } = process.env;
  return TEST_SERVICE ? { ...JSON.parse(TEST_SERVICE), close: async () => {} } : startPlainService();
}

export async function startPlainService(): Promise<PlainService & { close: () => Promise<void> }> {
  const dataDir = newDataDir();
  const service = await greeted(await startService(dataDir, { RATE_LIMITS: "off", LOG_LEVEL: "error" }));
  const { site, api } = service;
  const close = async () => {
    await stop(service);
    removeDataDir(dataDir);
  };
  return { site, api, dataDir, close };
}
