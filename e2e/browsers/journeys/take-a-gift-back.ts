import { addDays } from "#contract/days";
import { dayIn } from "../../../shared/time-zones.ts";
import { createTree, readTexts } from "../../fixtures/visitors.ts";
import { expect, type Journey } from "../journey.ts";

export const takeAGiftBack: Journey = {
  title: "takes a gift back, and the words return to the form of the tab that sent it",
  needsNoScripts: true,
  async make({ visitor, look: { runsScripts }, site, api }) {
    const tree = await createTree(site, {
      name: "Ada, 서른 살",
      type: "birthday",
      openingDay: addDays(dayIn("UTC", new Date()), 40),
    });
    const { visit, fill, press, sees, isAt, look, waitFor, driver } = visitor;
    await visit(`/send-message?tree=${tree.code}`);
    await fill("#message", "With a tpyo 🎂");
    await fill("#senderName", "Bob");
    await press("#gift-form button.button");
    await sees("#thanks");
    expect((await readTexts(api, tree)).length === 1, "The gift did not arrive.");
    await press('main a[href*="/take-back?"]');
    await isAt(/\/take-back\?tree=/);
    await look("take-back");
    await press('main form:has([name="key"]) button');
    await sees("#taken-back");
    await look("taken-back");
    expect((await readTexts(api, tree)).length === 0, "The gift is still on the tree.");
    await press("#taken-back a");
    await sees("#gift-form");
    if (!runsScripts) return;
    await waitFor("the words in the form", () =>
      driver.run(() => document.querySelector<HTMLTextAreaElement>("#message")?.value.startsWith("With a tpyo")),
    );
  },
};
