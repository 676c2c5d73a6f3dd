import { GIFTS } from "#contract/gifts";
import { TREE_TYPES } from "#contract/trees";
import { newScale } from "../audit/wire-bytes.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

const TREES = 20;
const BYTES_MAX = 60_000;

test("shows each tree small, with its gifts, wrapped also when it is open", async ({ page, site, api, signInAs }) => {
  const open = await createTree(site, { name: "Open", type: "birthday" });
  const closed = await createTree(site, { owner: open.cookie, name: "Closed", openingDay: inDays(30) });
  await createTree(site, { owner: open.cookie, name: "Empty", type: "valentine", openingDay: inDays(40) });
  for (const { code } of [open, closed]) await addGift(api, code, "Hello", { giftAssetId: "bell" });
  await signInAs(open.cookie);
  await page.goto("/my-trees");
  const pictures = page.locator("#trees img");
  await expect(pictures).toHaveCount(5);
  for (const picture of await pictures.all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // Its place is there before it arrives.
    expect(await picture.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([102, 119]);
  }
  const drawn = async (name: string) => {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
    return (await page.request.get((await card.locator("img.gifts").getAttribute("src")) ?? "")).text();
  };
  for (const name of ["Open", "Closed"]) {
    expect(await drawn(name)).toContain("#tree-parcel");
    expect(await drawn(name)).not.toContain("#tree-bell");
  }
});

test("is small with twenty trees, and loads their pictures as they come into view", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  test.slow();
  const { cookie } = await createTree(site);
  for (let tree = 1; tree < TREES; tree += 1) {
    const type = TREE_TYPES[tree % TREE_TYPES.length];
    const { code } = await createTree(site, { owner: cookie, type, openingDay: inDays(tree % 2) });
    for (let gift = 0; gift < 12; gift += 1)
      await addGift(api, code, "Hello", { giftAssetId: GIFTS[(tree + 5 * gift) % GIFTS.length]?.id });
  }
  await signInAs(cookie);
  const scale = await newScale(page);
  await page.route("**/gifts.svg?v=*", (route) => route.abort());
  await page.goto("/my-trees");
  await expect(page.locator("#trees > li")).toHaveCount(TREES);
  expect((await scale.total()).all).toBeLessThan(BYTES_MAX);

  await page.unroute("**/gifts.svg?v=*");
  for (const picture of await page.locator("#trees img.gifts").all()) {
    await expect(picture).toHaveAttribute("loading", "lazy");
    expect((await page.request.get((await picture.getAttribute("src")) ?? "")).status()).toBe(200);
  }
});
