import { pagesOf } from "../../fixtures/pdf-pages.ts";
import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey } from "../journey.ts";

const GIFTS = 12;

export const print: Journey = {
  title: "prints an invitation on one page, and a keepsake with three letters on a page",
  async make({ visitor, site, api }) {
    const { visit, sees, print, driver } = visitor;
    const owner = await anOwner(site);
    const { code } = await createTree(site, {
      owner: owner.cookie,
      name: "할머니와 할아버지와 우리 모두를 위한 아주 크고 오래된 크리스마스 나무",
    });
    for (let gift = 1; gift <= GIFTS; gift += 1) await addGift(api, code, `Gift ${gift}: ${"a good year, ".repeat(9)}`);
    await driver.setCookies(owner.cookie, site);
    await visit(`/invitation/${code}`);
    await sees("article.invitation");
    for (const paper of ["A4", "A6"] as const) {
      const pages = pagesOf(await print("invitation", paper)).length;
      expect(pages === 1, `On ${paper}, the invitation has ${pages} pages.`);
    }
    await visit(`/my-trees/${code}/keepsake`);
    await sees("article", "Gift 1:");
    const keepsake = pagesOf(await print("keepsake", "A4"));
    // The cover, and three letters on each page.
    expect(keepsake.length === GIFTS / 3 + 1, `The keepsake has ${keepsake.length} pages.`);
  },
};
