import { addDays } from "#contract/days";
import { dayIn } from "../../../shared/time-zones.ts";
import { expect, type Journey } from "../journey.ts";

export const createATree: Journey = {
  title: "creates a tree, and signs up on the way",
  needsNoScripts: true,
  async make({ visitor }) {
    const { driver, visit, fill, press, choose, sees, isAt, look } = visitor;
    await visit("/create");
    await press('label:has([value="valentine"])');
    await look("create-1");
    // Without scripts, all steps are on one page. WebKit without scripts shows one at a time, as if none had loaded.
    if (await driver.run(hasNextStep)) await press('[data-turn="next"]');
    await fill("#name", "우리 둘 ❤️");
    await choose("#openingDay", addDays(dayIn("Asia/Seoul", new Date()), 40));
    await choose("#timeZone", "Asia/Seoul");
    await look("create-2");
    await press(".step button.button");
    await isAt(/\/sign-up\?next=/);
    await fill("#email", `ada-${crypto.randomUUID()}@example.com`);
    await fill("#password", "correct horse battery");
    await look("sign-up");
    await press("main form button.button");
    await isAt(/\/my-trees\/\w{8}\?created/);
    await sees("h1", "우리 둘 ❤️");
    await look("my-tree");
    expect(!(await visitor.text()).includes("undefined"), 'The page contains "undefined".');
  },
};

/** Runs in the page. */
function hasNextStep(): boolean {
  return [...document.querySelectorAll("[data-turn=next]")].some((link) => link.checkVisibility());
}
