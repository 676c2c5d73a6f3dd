import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey, signIn } from "../journey.ts";

export const readAnOpenedTree: Journey = {
  title: "signs in, unwraps the gifts of an opened tree, reads all messages, and thanks everybody",
  needsNoScripts: true,
  async make({ visitor, look: { runsScripts }, site, api }) {
    const { driver, visit, fill, press, sees, isAt, look, back } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { owner: owner.cookie, name: "지우의 나무" });
    for (const text of ["하나: first line\n    second, set in", "Two 🎄"]) await addGift(api, code, text);
    await signIn(visitor, owner.email);
    await look("my-trees");
    await press(`main a[href$="/my-trees/${code}"]`);
    await look("my-tree-open");
    await press(`main a[href$="/my-trees/${code}/opening?gift=first"]`);
    await sees("soft-navigation", "Two 🎄");
    await press("[data-step=next]");
    await sees("soft-navigation", "하나: first line");
    await look("opening");
    if (runsScripts) {
      await driver.run(countTones);
      await press("[data-sound]");
      await sees('[data-sound][aria-pressed="true"]');
      expect((await driver.run(tones)) > 0, "no tone when sound is switched on");
    }
    await back();
    await sees("soft-navigation", "Two 🎄");
    await isAt(/\/opening\?/);
    await press("soft-navigation a.whole");
    await press('soft-navigation a[href*="?all"]');
    await sees("main", "하나: first line");
    await press("#settings");
    await press("details:has(> form #thanks) > summary");
    await fill("#thanks", "모두 고마워요! 🎄");
    await press('[name=change][value="thanks"]');
    await sees("#owners-thanks + p", "모두 고마워요! 🎄");
    await visit(`/send-message?tree=${code}`);
    await sees("section:has(#owners-thanks)", "모두 고마워요! 🎄");
    await look("thanks-of-owner");
  },
};

// The functions below run in the page.

function countTones(): void {
  document.documentElement.dataset.tones = "0";
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    document.documentElement.dataset.tones = String(Number(document.documentElement.dataset.tones) + 1);
    return start.apply(this, when);
  };
}

function tones(): number {
  return Number(document.documentElement.dataset.tones);
}
