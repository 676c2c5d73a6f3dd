import { addDays, dayIn } from "#contract/days";
import { confirmEmail } from "../../fixtures/moderators.ts";
import { addGift, createTree, inviteTo } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey, signIn } from "../journey.ts";

const openingDay = addDays(dayIn("UTC", new Date()), 40);

export const becomeSecondOwner: Journey = {
  title: "becomes the second owner of a tree, sees no earlier name, and friends are told",
  needsNoScripts: true,
  async make({ visitor, site, api, dataDir }) {
    const { visit, fill, press, sees, isAt, look, driver } = visitor;
    const { code, cookie } = await createTree(site, { name: "우리의 한 해", openingDay });
    await addGift(api, code, "Only for Ada", { senderName: "Hidden Quentin" });
    const second = await anOwner(site);
    await confirmEmail(site, second.email, dataDir, second.cookie);
    await signIn(visitor, second.email);
    await visit(`/second-owner?token=${await inviteTo(site, code, cookie)}`);
    await look("second-owner-invited");
    await fill("#name", "수아 😀");
    await press("main form.card button.button");
    await isAt(new RegExp(`/my-trees/${code}\\?`));
    await sees(".owners-gifts");
    await look("second-owner-tree");
    const holdsName = await driver.run(() => document.documentElement.outerHTML.includes("Quentin"));
    expect(!holdsName, "The second owner sees a hidden name from before they joined.");
    await visit(`/send-message?tree=${code}`);
    await sees("#gift-form .readers");
    await look("two-readers");
    await fill("#message", "For both of you 🎂");
    await fill("#senderName", "Rosa");
    await press("#gift-form button.button");
    await sees("#thanks");
  },
};

export const chooseNames: Journey = {
  title: "decides whose names show on the tree",
  needsNoScripts: true,
  async make({ visitor, site, api }) {
    const { visit, press, sees, isAt, look, driver, waitFor } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { name: "Ada's tree", openingDay, owner: owner.cookie });
    await signIn(visitor, owner.email);
    await visit(`/my-trees/${code}`);
    await press('[name=change][value="names"]');
    await isAt(/\?saved/);
    await addGift(api, code, "A message", { senderName: "지수 😀", showSenderName: true });
    await visit(`/my-trees/${code}/names`);
    await press("main li label");
    await waitFor("the checked name", () => driver.run(() => document.querySelector("main li :checked") !== null));
    await look("names");
    await press("main form.stack button.button");
    await isAt(/\?names/);
    await sees(".owners-gifts", "지수 😀");
    await look("names-saved");
    const answer = await fetch(`${api}/v1/messages/${code}`, { headers: { "cache-control": "no-cache" } });
    const { data } = await answer.json();
    expect(data[0].senderName === "지수 😀", "The name that the owner selected does not show.");
  },
};
