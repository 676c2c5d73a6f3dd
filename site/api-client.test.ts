import { afterAll, expect, test } from "bun:test";
import { findApiAt } from "./addresses.test-utils.ts";
import { apiClient } from "./api-client.ts";

const gifts = [{ id: "00000000-0000-4000-8000-000000000001", message: null }];
const page = { next: null, limit: 60, giftCount: 1, here: "1" };
const tree = { shareCode: "aB3dE5gH", isOpen: false };
/** An API of 1.1.0. */
const before = Bun.serve({
  port: 0,
  fetch({ url }) {
    if (/\/(messages|opening)\?/.test(url)) return Response.json({ success: true, data: gifts, page });
    if (url.endsWith(`/owner/trees/${tree.shareCode}`)) return Response.json({ success: true, data: tree });
    return Response.json({ success: false, error: { code: "tree_not_found" } }, { status: 404 });
  },
});
const lose = findApiAt(`http://127.0.0.1:${before.port}`);

afterAll(async () => {
  await before.stop(true);
  lose();
});

test("asks an API of 1.1.0 for the tree of an owner's gifts, while the programs are upgraded one by one", async () => {
  const api = apiClient({ address: undefined, forwardedFor: null, cookie: null });
  for (const asked of [api.ownMessages, api.openingPage]) {
    const answer = await asked(tree.shareCode, null);
    expect(answer).toMatchObject({ ok: true, data: gifts, page: { ...page, tree } });
    expect(await asked("unknown0", null)).toMatchObject({ ok: false, status: 404 });
  }
});
