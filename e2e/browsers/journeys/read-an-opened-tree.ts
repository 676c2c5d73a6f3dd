import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, type Journey, signIn } from "../journey.ts";

export const readAnOpenedTree: Journey = {
  title: "signs in, unwraps the gifts of an opened tree, reads all messages, and thanks everybody",
  needsNoScripts: true,
  async make({ visitor, site, api }) {
    const { visit, fill, press, sees, isAt, look, back } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { owner: owner.cookie, name: "지우의 나무" });
    for (const text of ["하나: first line\n    second, set in", "Two 🎄"]) await addGift(api, code, text);
    await signIn(visitor, owner.email);
    await look("my-trees");
    await press(`main a[href$="/my-trees/${code}"]`);
    await look("my-tree-open");
    await press(`main a[href$="/my-trees/${code}/opening"]`);
    await press("[data-step=next]");
    await sees("soft-navigation", "Two 🎄");
    await press("[data-step=next]");
    await sees("soft-navigation", "하나: first line");
    await look("opening");
    await back();
    await sees("soft-navigation", "Two 🎄");
    await isAt(/\/opening\?/);
    await press('soft-navigation a[href*="?all"]');
    await sees("main", "하나: first line");
    await press("section:has(#thanks-title) summary");
    await fill("#thanks", "모두 고마워요! 🎄");
    await press('[name=change][value="thanks"]');
    await sees("blockquote", "모두 고마워요! 🎄");
    await visit(`/send-message?tree=${code}`);
    await sees("section:has(#owners-thanks)", "모두 고마워요! 🎄");
    await look("thanks-of-owner");
  },
};
