import { pagesOf } from "../../fixtures/pdf-pages.ts";
import { addGift, createTree } from "../../fixtures/visitors.ts";
import { anOwner, expect, type Journey } from "../journey.ts";

const GIFTS = 12;

export const print: Journey = {
  title: "prints an invitation on one page, and a keepsake with three letters on a page, and saves it as a picture",
  async make({ visitor, site, api }) {
    const { visit, sees, print, press, waitFor, driver } = visitor;
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
    await driver.run(lookAtSaved);
    await press("keepsake-pictures button");
    const [width = 0, papers = 0, inks = 0] = await waitFor("a picture", () =>
      driver.run(() => document.documentElement.dataset.saved?.split(" ").map(Number)),
    );
    expect(width === 1080, `The picture is ${width} pixels wide.`);
    // Of the last letter: paper, and words on it.
    expect(papers > 0.5 && inks > 0.005, `The last letter's colors are ${papers} paper and ${inks} ink.`);
  },
};

/** Measures a picture instead of saving it: its width, and how much of its last letter is paper, and how much words. */
function lookAtSaved() {
  HTMLAnchorElement.prototype.click = () => {};
  URL.createObjectURL = (picture) => {
    void createImageBitmap(picture as Blob).then((image) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: 900 });
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 900 - image.height);
      const { data = [] } = context?.getImageData(100, 0, 880, 850) ?? {};
      let [paper, ink] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
        if (light > 215) paper += 4 / data.length;
        if (light < 110) ink += 4 / data.length;
      }
      document.documentElement.dataset.saved = `${image.width} ${paper} ${ink}`;
    });
    return "#";
  };
}
