import { afterAll, expect, test } from "bun:test";
import { plainService } from "./plain-service.ts";

const TIMEOUT_MS = 120_000;
const service = await plainService();
afterAll(() => service.close(), TIMEOUT_MS);

/** Where Bun itself answers a developer: what it runs on, and sources. */
const FOR_DEVELOPERS = ["/bun:info", "/src:/server.ts", "/_bun/client"];

test.each(FOR_DEVELOPERS)("%s is nothing here: nobody is told what the programs run on", async (path) => {
  const [site, api] = await Promise.all([fetch(service.site + path), fetch(service.api + path)]);
  expect([site.status, api.status]).toEqual([404, 404]);
  expect(await site.text()).toContain("<title>Nothing grows here");
  expect(await api.json()).toMatchObject({ success: false, error: { code: "route_not_found" } });
});
