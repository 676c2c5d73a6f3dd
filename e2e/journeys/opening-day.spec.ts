import type { Locator } from "@playwright/test";
import { expect, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree, type PlantedTree } from "../fixtures/visitors.ts";

// From the oldest to the newest; they are unwrapped in reverse order.
const GIFTS = [
  { senderName: "Bob", giftAssetId: "snow-globe", message: "Stay as you are." },
  { senderName: "Carol", giftAssetId: "rose", message: "  Roses are red,\n    violets   are blue\nCarol" },
  { senderName: "Dave", giftAssetId: "card", message: "사랑해 <3 & more" },
];

let tree: PlantedTree;

/** Expects the message with all its spaces and line breaks. */
async function seeAsWritten(place: Locator, message: string) {
  const text = place.getByText(message);
  await expect(text).toBeVisible();
  expect(await text.evaluate((element: HTMLElement) => element.innerText)).toBe(message);
}

test.beforeEach(async ({ site, api, signInAs }) => {
  tree = await createTree(site, { name: "Ada's day" });
  for (const { message, ...input } of GIFTS) await addGift(api, tree.code, message, input);
  await signInAs(tree.cookie);
});

test("lets the owner unwrap gift after gift on the opening day, and thank the friends", async ({
  page,
  friend,
  site,
  javaScriptEnabled,
}) => {
  await page.goto(`/my-trees/${tree.code}`);
  await page.goto(`/my-trees/${tree.code}/opening`);
  await expect(page.getByText("3 gifts are waiting for you.")).toBeVisible();
  const wrapped = page.locator("[data-gift] title", { hasText: "A wrapped gift" });
  await expect(wrapped).toHaveCount(3);
  expect(await page.content()).not.toContain("Stay as you are.");

  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  for (const [place, { senderName, message }] of GIFTS.toReversed().entries()) {
    const gift = page.getByRole("article", { name: `From ${senderName}` });
    await expect(gift).toContainText(`Gift ${place + 1} of 3`);
    await seeAsWritten(gift, message);
    await expect(wrapped).toHaveCount(2 - place);
    await expect(page.getByRole("link", { name: "Previous" })).toHaveCount(place > 0 ? 1 : 0);
    if (place < 2) await page.getByRole("button", { name: "Next gift" }).click();
  }
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByRole("article", { name: "From Carol" })).toContainText("Gift 2 of 3");
  await page.getByRole("button", { name: "Next gift" }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("heading", { name: "You've unwrapped them all" })).toBeVisible();
  await expect(page.getByText("3 gifts from 3 friends")).toBeVisible();
  const keepsake = page.getByRole("link", { name: "Keep the messages" });
  await expect(keepsake).toHaveAttribute("href", `/my-trees/${tree.code}/keepsake`);
  await page.getByRole("link", { name: "Say thanks" }).click();
  await expect(page.getByLabel("Your thank-you")).toHaveValue("Thank you, everyone! I've read every message.");
  await expect(page.getByRole("button", { name: "Copy text" })).toHaveCount(javaScriptEnabled === false ? 0 : 1);
  // Each can be read again.
  await page.goBack();
  await page.getByRole("link", { name: "A folded card with a red heart on it, from Dave" }).click();
  await expect(page.getByRole("article", { name: "From Dave" })).toBeVisible();

  await page.goto(`/my-trees/${tree.code}/opening?done=thanks`);
  await page.getByLabel("Your thank-you").fill("Thank you!\n  All three of you.");
  await page.getByRole("button", { name: "Show it on my tree" }).click();
  await expect(page.getByText("Your thank-you is on the tree.")).toBeVisible();
  const shown = page.getByRole("region", { name: "A thank-you from the owner" });
  await expect(shown).toBeInViewport({ ratio: 1 });
  await seeAsWritten(shown, "Thank you!\n  All three of you.");
  // Next, it is sent to those who do not come back; then, what they wrote is kept.
  await expect(page.locator("share-link")).toHaveAttribute("data-text", /^Thank you!\s+All three of you\.$/);
  await expect(page.locator(".start .primary")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "Keep the messages" })).toBeVisible();
  await page.goto(`/my-trees/${tree.code}`);
  await expect(page.locator(".start a")).toHaveText("Keep the messages");
  await expect(page.locator(".start a")).toBeInViewport({ ratio: 1 });
  const thanks = friend.getByRole("region", { name: "A thank-you from the owner" });
  await visitOnceChanged(friend, `${site}/send-message?tree=${tree.code}`, () =>
    expect(thanks).toBeVisible({ timeout: 500 }),
  );
  await expect(thanks).toBeInViewport({ ratio: 1 });
  await seeAsWritten(thanks, "Thank you!\n  All three of you.");
});

test("marks gifts as seen by unwrapping them, and says on the tree's page what is left to do", async ({ page }) => {
  await page.goto(`/my-trees/${tree.code}/opening?gift=first`);
  for (const { senderName } of GIFTS.toReversed()) {
    await expect(page.getByRole("article", { name: `From ${senderName}` })).toBeVisible();
    await page.getByRole("button", { name: /^(Next gift|Finish)$/ }).click();
  }
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("region", { name: "Messages" })).toBeVisible();
  await expect(page.getByText("3 new")).toHaveCount(0);
  await expect(page.getByText("New", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Say thanks" }).click();
  await page.getByRole("button", { name: "Show it on my tree" }).click();
  await page.getByRole("link", { name: "Unwrap again" }).click();
  await expect(page.getByRole("article", { name: "From Dave" })).toBeVisible();
});

test("continues the opening where the owner stopped, with the rest still wrapped and collapsed", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(`/my-trees/${tree.code}/opening`);
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  await page.getByRole("button", { name: "Next gift" }).click();
  await expect(page.getByRole("article", { name: "From Carol" })).toBeVisible();
  // A script remembers what is seen, a form what was followed by the next.
  const seen = javaScriptEnabled === false ? 1 : 2;
  await expect
    .poll(async () => (await (await page.request.get(`/owner/trees/${tree.code}/export`)).json()).data.gifts)
    .toMatchObject([true, seen === 2, false].map((isOpened) => ({ isOpened })));
  await page.getByRole("link", { name: "Close" }).click();
  const list = page.getByRole("region", { name: "Messages" });
  await expect(list.getByText("Read the message")).toHaveCount(3 - seen);
  await expect(list.getByText("사랑해 <3 & more")).toBeVisible();
  await expect(list.getByText("Stay as you are.")).toBeHidden();

  await page.goto(`/my-trees/${tree.code}/opening`);
  await expect(page.getByText(`Welcome back! Next is gift ${seen + 1} of 3.`)).toBeVisible();
  await expect(page.locator("[data-gift] title", { hasText: "A wrapped gift" })).toHaveCount(3 - seen);
  await page.getByRole("link", { name: "A wrapped gift, from Bob" }).click();
  await expect(page.getByRole("article", { name: "From Bob" })).toContainText("Stay as you are.");
  await page.getByRole("button", { name: "Finish" }).click();
  if (seen === 2) await expect(page.getByRole("heading", { name: "You've unwrapped them all" })).toBeVisible();
  else await expect(page.getByRole("heading", { name: "Some gifts are still wrapped" })).toBeVisible();
});

test("gives each gift of the opening a URL, which works for reloading and going back", async ({ page }) => {
  await page.goto(`/my-trees/${tree.code}/opening`);
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  await page.getByRole("button", { name: "Next gift" }).click();
  await expect(page.getByRole("article", { name: "From Carol" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("article", { name: "From Carol" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("article", { name: "From Dave" })).toBeVisible();
});

test("shows the owner all messages on the page, in print and in a file", async ({ page }) => {
  await page.goto(`/my-trees/${tree.code}`);
  await page.getByRole("link", { name: "Read all messages" }).click();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByRole("heading", { level: 3 })).toHaveText(["Dave", "Carol", "Bob"]);
  for (const { message } of GIFTS) await seeAsWritten(messages, message);

  const { data } = await (await page.request.get(`/owner/trees/${tree.code}/export`)).json();
  expect(data).toMatchObject({ name: "Ada's day", shareCode: tree.code });
  expect(data.gifts).toMatchObject(GIFTS.toReversed());

  await page.getByRole("link", { name: "Keep the messages" }).click();
  const title = page.getByRole("heading", { level: 1, name: "Ada's day" });
  await expect(page).toHaveTitle(/^A keepsake of “Ada's day”/);
  await expect(title).toBeVisible();
  await expect(title).toHaveCSS("font-family", /Round en/);
  for (const { message } of GIFTS) await seeAsWritten(page.locator("main"), message);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toBeHidden();
  for (const { message } of GIFTS) await seeAsWritten(page.locator("main"), message);
});

test("says that an open tree has no gifts, and redirects its opening to the tree", async ({ page, site, signInAs }) => {
  const empty = await createTree(site);
  await signInAs(empty.cookie);
  await page.goto(`/my-trees/${empty.code}/opening`);
  await expect(page).toHaveURL(`${site}/my-trees/${empty.code}`);
  await expect(page.getByText("Your tree is open, but no gifts have arrived.")).toBeVisible();
  await page.getByRole("button", { name: "Code, QR code and print" }).click();
  await expect(page.getByRole("dialog").getByText(`${site}/send-message?tree=${empty.code}`)).toBeInViewport();
});
