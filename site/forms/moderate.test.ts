import { expect, test } from "bun:test";
import { pageAt } from "./moderate.ts";

test("a moderator who acts on a later page of the list stays there", () => {
  const [first, later] = ["/moderation", "/moderation?before=a-cursor&done=dismiss"].map(
    (path) => new URL(path, "http://x"),
  );
  expect(pageAt("/moderation", first as URL)).toBe("/moderation");
  expect(pageAt("/moderation", later as URL)).toBe("/moderation?before=a-cursor");
  expect(pageAt("/moderation", later as URL, { done: "undo" })).toBe("/moderation?before=a-cursor&done=undo");
});
