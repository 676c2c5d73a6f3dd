import { addDays } from "#contract/days";
import { dayIn } from "../../../shared/time-zones.ts";
import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey, signIn } from "../journey.ts";

const openingDay = addDays(dayIn("UTC", new Date()), 40);

export const chooseNames: Journey = {
  title: "decides whose names show on the tree",
  needsNoScripts: true,
  async make({ visitor, site, api }) {
    const { visit, press, sees, isAt, look, driver, waitFor } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { name: "Ada's tree", openingDay, owner: owner.cookie });
    await signIn(visitor, owner.email);
    await visit(`/my-trees/${code}`);
    await press("summary#settings");
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
