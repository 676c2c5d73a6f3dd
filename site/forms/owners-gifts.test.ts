import { expect, test } from "bun:test";
import type { ApiClient } from "../api-client.ts";
import { deleteGifts } from "./owners-gifts.ts";

/** The ids that the API is asked to delete when the page receives this body. */
async function askedToDelete(body: BodyInit, headers: Record<string, string> = {}): Promise<readonly string[]> {
  let requested: readonly string[] = [];
  const deleteEach = async (_code: string, ids: readonly string[]) => {
    requested = ids;
    return { ok: true, data: { deleted: ids.length, giftCount: 0 }, cookies: [] };
  };
  const request = new Request("http://localhost/my-trees/abcdefgh/delete", { method: "POST", body, headers });
  await deleteGifts(request, { deleteGifts: deleteEach } as unknown as ApiClient, "abcdefgh");
  return requested;
}

test("deletes all gifts that the form names, and nothing else in it", async () => {
  const body = new URLSearchParams([
    ["gift", "one"],
    ["gift", "two"],
    ["tree", "three"],
  ]);
  expect(await askedToDelete(body)).toEqual(["one", "two"]);
});

test("deletes nothing if the body is not a form", async () => {
  expect(await askedToDelete('{"gift":"one"}', { "content-type": "application/json" })).toEqual([]);
});
