import { expect, test } from "bun:test";
import type { ApiClient } from "../api-client.ts";
import { moderate } from "./moderate.ts";

const done = async () => ({ ok: true, data: {}, cookies: [] });
const api = { moderate: done, settleAppeal: done } as unknown as ApiClient;

test.each([
  ["", { act: "undo" }, "?done=undo"],
  ["?before=a-cursor&done=dismiss", { act: "undo" }, "?before=a-cursor&done=undo"],
  ["?before=a-cursor", { appeal: "1" }, "?before=a-cursor&settled=#appeals"],
] as const)("a moderator who acts on the page %p of the list stays there", async (query, fields, leadsTo) => {
  const body = new URLSearchParams(fields);
  const request = new Request(`http://localhost/moderation${query}`, { method: "POST", body });
  const outcome = await moderate(request, api, "/moderation");
  expect("done" in outcome && outcome.done.headers.get("location")).toBe(`/moderation${leadsTo}`);
});
