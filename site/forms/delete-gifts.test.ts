import { expect, test } from "bun:test";
import type { ApiClient } from "../api-client.ts";
import { deleteGifts } from "./delete-gifts.ts";

/** What the API is asked to delete where a page is sent that body. */
async function askedToDelete(body: BodyInit, headers: Record<string, string> = {}): Promise<readonly string[]> {
  let asked: readonly string[] = [];
  const deleteEach = async (_code: string, ids: readonly string[]) => {
    asked = ids;
    return { ok: true, data: { deleted: ids.length, giftCount: 0 }, cookies: [] };
  };
  const request = new Request("http://localhost/my-trees/abcdefgh/delete", { method: "POST", body, headers });
  await deleteGifts(request, { deleteGifts: deleteEach } as unknown as ApiClient, "abcdefgh");
  return asked;
}

test("all gifts that the form names are deleted, and nothing else that it holds", async () => {
  const body = new URLSearchParams([
    ["gift", "one"],
    ["gift", "two"],
    ["tree", "three"],
  ]);
  expect(await askedToDelete(body)).toEqual(["one", "two"]);
});

test("a body that is no form names none", async () => {
  expect(await askedToDelete('{"gift":"one"}', { "content-type": "application/json" })).toEqual([]);
});
