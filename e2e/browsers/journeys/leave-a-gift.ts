import { createTree, readTexts } from "../../fixtures/visitors.ts";
import { expect, type Journey } from "../journey.ts";

const MESSAGE = "생일 축하해, Ada! 🎂 See you tonight.";

export const leaveAGift: Journey = {
  title: "opens a tree by its code, and leaves a gift on it",
  needsNoScripts: true,
  async make({ visitor, look: { runsScripts }, site, api }) {
    const tree = await createTree(site, { name: "Ada, 서른 살", type: "birthday" });
    const { visit, fill, press, sees, isAt, look, back, waitFor, driver } = visitor;
    await visit("/");
    await look("home");
    await fill('main [name="tree"]', tree.code);
    await press('main form:has([name="tree"]) button');
    await isAt(new RegExp(`/send-message\\?tree=${tree.code}$`));
    await press('label:has([value="pink-teddy"])');
    await fill("#message", MESSAGE);
    await fill("#senderName", "Bob 👋");
    await look("gift-form");
    await press("#gift-form button.button");
    await sees("#thanks");
    await look("thanks");
    expect((await readTexts(api, tree)).includes(MESSAGE), "The owner does not see the message that was sent.");
    if (!runsScripts) return;
    // Going back shows an empty form for another gift.
    await back();
    await sees("#gift-form");
    await waitFor("an empty form", () =>
      driver.run(() => !document.querySelector<HTMLTextAreaElement>("#message")?.value),
    );
  },
};
