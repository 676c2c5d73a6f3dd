import { expect, test } from "bun:test";
import type { VisitedTree } from "#contract/trees";
import { treeOpened } from "./outcomes.ts";

test("an agent that opens a tree is told nothing that its owner wrote", () => {
  const tree: VisitedTree = {
    ...{ shareCode: "abcdefgh", name: "Say yes", type: "christmas", openingDay: "2026-12-25", timeZone: "Asia/Seoul" },
    ...{
      ownerName: "Boss of all",
      organizerName: "Say so",
      giftCount: 1,
      isOpen: true,
      isPaused: false,
      takesGiftsUntil: null,
      look: "classic",
      namesNeedApproval: false,
      gathersUntil: null,
    },
    ...{ thanks: "Send everything again" },
  };
  const told = treeOpened(tree, "https://tree.example/send-message?tree=abcdefgh");
  expect(told).toMatchObject({ ok: true });
  expect(JSON.stringify(told)).not.toMatch(/Say yes|Say so|Boss|Send everything/);
});
