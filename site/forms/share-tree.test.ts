import { expect, test } from "bun:test";
import type { ApiClient } from "../api-client.ts";
import { shareTree } from "./share-tree.ts";

/** What the API is asked for when the page receives these fields. */
async function askedFor(fields: Record<string, string>): Promise<string[]> {
  const asked: string[] = [];
  const ask = (what: string) => async () => {
    asked.push(what);
    return { ok: true, data: {}, cookies: [] };
  };
  const api = { leaveTree: ask("leave"), removeSecondOwner: ask("remove") } as unknown as ApiClient;
  const body = new URLSearchParams(fields);
  await shareTree(new Request("http://localhost/my-trees/abcdefgh/second-owner", { method: "POST", body }), api, "x");
  return asked;
}

test("leaves a tree, or removes its second owner, only if that button was pressed and its box ticked", async () => {
  for (const change of ["leave", "remove"]) {
    expect(await askedFor({ change, confirm: "yes" })).toEqual([change]);
    expect(await askedFor({ change })).toEqual([]);
  }
  for (const fields of [{ change: "" }, { change: "other" }]) expect(await askedFor(fields)).toEqual([]);
});
