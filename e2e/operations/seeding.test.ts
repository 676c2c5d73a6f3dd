import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { plainService } from "../../test-support/plain-service.ts";
import { listGifts } from "../fixtures/visitors.ts";

const SEED = join(import.meta.dir, "../../scripts/seed.ts");

const service = await plainService();
afterAll(() => service.close());

test("npm run db:seed adds the demo owner and two trees with gifts, once", async () => {
  const run = () => {
    const env = { ...process.env, API_URL: service.api, SITE_URL: service.site };
    const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, SEED], { env });
    expect([exitCode, `${stderr}`]).toEqual([0, ""]);
    return [...`${stdout}`.matchAll(/\?tree=(\w{8})/g)].map(([, code = ""]) => code).toSorted();
  };
  const codes = run();
  expect(codes).toHaveLength(2);
  expect(run()).toEqual(codes);
  for (const code of codes) expect((await listGifts(service.api, code)).giftCount).toBe(5);
}, 60_000);
