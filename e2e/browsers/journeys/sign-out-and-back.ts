import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey, signIn, signOut } from "../journey.ts";

const TEXT = "Only Ada reads this";

export const signOutAndBack: Journey = {
  title: "signs out: going back shows none of the owner's pages",
  async make({ visitor, site, api }) {
    const { visit, back, text, isAt, driver } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { owner: owner.cookie });
    await addGift(api, code, TEXT);
    // With an active service worker: browsers cache its responses by other rules. One whose installation failed, as WebKit's
    // did once on a busy machine, is installed by the next visit.
    let isActive = false;
    for (let visits = 0; visits < 3 && !isActive; visits += 1) {
      await visit("/");
      isActive = await driver.run(workerIsActive);
    }
    expect(isActive, "No service worker became active in three visits.");
    await signIn(visitor, owner.email);
    const own = `/my-trees/${code}`;
    const pages = ["/create", own, `${own}/opening?gift=first`, `${own}/keepsake`, "/account"];
    for (const path of pages) await visit(path);
    await signOut(visitor);
    for (const path of pages.toReversed()) {
      await back();
      await isAt(path === "/create" ? /\/create$/ : /\/sign-in/);
      expect(
        (await driver.run(() => document.querySelectorAll("header form").length)) === 0,
        `${path} still shows a signed-in header.`,
      );
      expect(!(await text()).includes(TEXT), `${path} shows a message after signing out.`);
    }
  },
};

/** Runs in the page. */
function workerIsActive(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 10_000));
  return Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
}

export const anotherTab: Journey = {
  title: "signs out in one tab: another tab shows no messages any more",
  async make({ visitor, site, api }) {
    const { visit, sees, isAt, text, driver } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, { owner: owner.cookie });
    await addGift(api, code, TEXT);
    await signIn(visitor, owner.email);
    await visit(`/my-trees/${code}?all`);
    await sees("main", TEXT);
    await driver.newTab();
    await visit("/account");
    await signOut(visitor);
    await driver.showTab(0);
    await isAt(/\/sign-in\?next=/);
    expect(!(await text()).includes(TEXT), "The other tab still shows the message.");
  },
};
