import type { Page } from "@playwright/test";
import { entryNamed } from "../fixtures/moderation-queue.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, sendHeart } from "../fixtures/visitors.ts";

const { E2E_DATA_DIR = "" } = process.env;
const LINE = "Thank you, dear Ann!";

/** Leaves a gift in this browser, so that it gets the key to see it again. */
async function leaveGift(page: Page, code: string, senderName = "Ann") {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill(`Yours, ${senderName}`);
  await page.getByLabel("Your name").fill(senderName);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("It's on the tree!")).toBeVisible();
}

/** Opens from the tree's page what came back for the gift that was left in this browser; scripts say there that it came. */
async function lookFor(page: Page, code: string, owner: string, hasScripts = true) {
  await page.goto(`/send-message?tree=${code}`);
  const came = hasScripts ? `${owner} sent you a heart` : `See if ${owner} sent a heart back`;
  const link = page.getByRole("link", { name: new RegExp(`${came}$`, "i") });
  await expect(link).toBeInViewport({ ratio: 1 });
  await link.click();
}

test("one tap on the open letter sends a heart, which the friend alone sees; a line joins it, and both can go", async ({
  page,
  friend,
  site,
  api,
  signInAs,
  javaScriptEnabled,
}) => {
  const { code, cookie } = await createTree(site, { name: "Mina's tree", ownerName: "Mina" });
  await addGift(api, code, "Yours, Bob");
  await leaveGift(page, code);
  await page.goto(`/send-message?tree=${code}`);
  await expect(page.locator(".scene left-gift")).toHaveText(javaScriptEnabled === false ? /^See if Mina/ : "Your gift");
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/opening`);
  await page.getByRole("link", { name: "Unwrap the first gift" }).click();
  const letter = page.getByRole("article", { name: "From Ann" });
  await expect(letter).toBeVisible();
  const places = () =>
    Promise.all([letter.getByText("Yours, Ann"), page.locator("[data-step=next]")].map((each) => each.boundingBox()));
  const before = await places();
  await page.getByRole("button", { name: "Send a heart to Ann" }).click();
  await expect(page.getByText("You sent a heart.")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send a heart to Ann" })).toBeHidden();
  // Nothing is under the finger that tapped but the heart, and the letter stays where it is read.
  expect(await places()).toEqual(before);

  await lookFor(page, code, "Mina", javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "Mina sent you a heart", level: 1 })).toBeVisible();
  await expect(page.getByRole("blockquote").getByRole("img", { name: "A heart" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Report this note" })).toBeHidden();
  // A heart is looked at, not taken back.
  const primary = page.locator("main .button:not(.quiet)").filter({ visible: true });
  await expect(primary).toHaveText(["Create your own tree"]);
  const takesBack = page.getByRole("button", { name: "Take it back" });
  await expect(takesBack).toBeHidden();
  await expect(page.getByText("This deletes the gift")).toBeHidden();
  await page.getByText("Your gift", { exact: true }).click();
  await expect(takesBack).toBeVisible();
  const link = (await page.getByRole("link", { name: "Private link" }).getAttribute("href")) ?? "";

  // From the letter to the line, and back to the letter.
  await page.goto(`/my-trees/${code}/opening?gift=first`);
  await page.getByRole("link", { name: "Add a note" }).click();
  await page.getByLabel("Your note").fill(LINE);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(letter).toBeVisible();
  await expect(page.getByText(LINE)).toBeInViewport({ ratio: 1 });
  // Seen with the private link on any device, and nowhere else.
  await friend.goto(site + link);
  await expect(friend.getByRole("blockquote")).toHaveText(LINE);
  for (const address of [`${site}/send-message?tree=${code}`, `${site}/take-back?tree=${code}`]) {
    await friend.goto(address);
    await expect(friend.getByText(LINE)).toBeHidden();
    await expect(friend.getByRole("heading", { name: "Mina sent you a heart" })).toBeHidden();
    await expect(friend.getByRole("link", { name: "See if Mina sent a heart back" })).toBeVisible({
      visible: javaScriptEnabled === false && address.includes("send-message"),
    });
  }

  await page.goto(`/my-trees/${code}?all`);
  const card = page.getByRole("listitem").filter({ hasText: "Yours, Ann" });
  await expect(card).toContainText(LINE);
  await card.getByRole("link", { name: "Change your heart for Ann" }).click();
  await expect(page.getByLabel("Your note")).toHaveValue(LINE);
  await page.getByRole("button", { name: "Take back the heart" }).click();
  await expect(page).toHaveURL(new RegExp(`/my-trees/${code}\\?all=#gift-`));
  await expect(card.getByRole("button", { name: "Send a heart to Ann" })).toBeVisible();
  await friend.goto(site + link);
  await expect(friend.getByRole("blockquote")).toHaveCount(0);
});

test("a friend who has taken the gift back reads of no heart on the open tree", async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  const { code } = await createTree(site, { ownerName: "Mina" });
  await leaveGift(page, code);
  await page.goto(`/take-back?tree=${code}`);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.goto(`/send-message?tree=${code}`);
  const link = page.locator(".scene left-gift");
  await expect(link).toHaveText(javaScriptEnabled === false ? /^See if Mina/ : "Your gift");
  await expect(link).not.toHaveClass(/came/);
});

test("one tap in the list sends a heart; a line that is refused is kept, with what is wrong with it", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, "Yours, Bob");
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}?all`);
  await page.getByRole("button", { name: "Send a heart to Bob" }).click();
  // Still wrapped, it is read on in the list with all messages.
  const card = page.getByRole("listitem").filter({ hasText: "Yours, Bob" });
  await expect(card.getByText("You sent a heart.")).toBeVisible();
  await card.getByRole("link", { name: "Change your heart for Bob" }).click();
  const field = page.getByLabel("Your note");
  const send = page.getByRole("button", { name: "Send", exact: true });
  for (const [line, fault] of [
    ["You motherfucker", /^Some of these words could be hurtful/],
    ["a".repeat(101), /100/],
  ] as const) {
    await field.fill(line);
    await send.click();
    await expect(field).toHaveValue(line);
    await expect(field).toHaveAccessibleDescription(fault);
    await expect(field).toBeFocused();
  }
  await field.fill("");
  await send.click();
  await expect(card.getByText("You sent a heart.")).toBeVisible();
  await card.getByRole("link", { name: "Change your heart for Bob" }).click();
  await page.getByRole("link", { name: "Back to the tree" }).click();
  await expect(card.getByText("You sent a heart.")).toBeVisible();
});

test("the owner's keepsake has what they sent back, below each message", async ({ page, site, api, signInAs }) => {
  const tree = await createTree(site);
  for (const [message, line] of [
    ["Yours, Ann", LINE],
    ["Yours, Bob", ""],
  ] as const)
    await sendHeart(site, tree, await addGift(api, tree.code, message), line);
  await addGift(api, tree.code, "Yours, Eve");
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}/keepsake`);
  const letter = (message: string) => page.getByRole("article").filter({ hasText: message });
  await expect(letter("Yours, Ann")).toContainText(LINE);
  for (const [message, hearts] of [
    ["Yours, Ann", 1],
    ["Yours, Bob", 1],
    ["Yours, Eve", 0],
  ] as const)
    await expect(letter(message).getByRole("img", { name: "A heart" })).toHaveCount(hearts);
});

test("its sender reports a line that hurts, and a moderator reads it", async ({
  page,
  context,
  site,
  signInAs,
  javaScriptEnabled,
}) => {
  const name = `Tree ${crypto.randomUUID().slice(0, 8)}`;
  const { code, cookie } = await createTree(site, { name });
  await leaveGift(page, code);
  const list = await fetch(`${site}/owner/trees/${code}/messages`, { headers: { cookie } });
  const { data } = await list.json();
  await sendHeart(site, { code, cookie }, data[0].id, "Your gift is the ugliest");

  await lookFor(page, code, "the owner", javaScriptEnabled);
  const report = page.getByRole("link", { name: "Report this note" });
  const apart = await report.evaluate((link) => {
    const own = link.getBoundingClientRect();
    const others = [...document.querySelectorAll("main :is(a, button, summary)")].filter((other) => other !== link);
    const gaps = others.map((other) => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return Math.max(left - own.right, own.left - right, top - own.bottom, own.top - bottom);
    });
    return Math.min(...gaps);
  });
  expect(apart).toBeGreaterThanOrEqual(24);
  await report.click();
  await expect(page.getByRole("blockquote")).toContainText("Your gift is the ugliest");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("radio", { name: "Threats" })).toBeVisible();
  await page.getByRole("radio", { name: "Harassment" }).check();
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("We've received your report")).toBeVisible();

  await context.clearCookies();
  await signInAs((await newModerator(site, E2E_DATA_DIR)).cookie);
  const entry = await entryNamed(page, name);
  await expect(entry).toContainText("The gift's sender included what the owner sent them:");
  await expect(entry.getByRole("blockquote")).toHaveText("Your gift is the ugliest");
});

for (const [language, from, heart] of [
  ["ko", "민지 님이 하트를 보냈어요", "하트"],
  ["ja", "さくらさんからハートが届きました", "ハート"],
] as const)
  test(`the friend's page speaks ${language}`, async ({ page, site, api }) => {
    const ownerName = from.slice(0, language === "ko" ? 2 : 3);
    const { code, cookie } = await createTree(site, { ownerName });
    const gift = { shareCode: code, senderName: "Ann", message: "Hello", giftAssetId: "card" };
    const headers = { cookie, "content-type": "application/json" };
    const left = await fetch(`${api}/site/gifts`, { method: "POST", headers, body: JSON.stringify(gift) });
    const { id, takeBackKey } = (await left.json()).data;
    await sendHeart(site, { code, cookie }, id);
    await page.goto(`/${language}/take-back?tree=${code}&gift=${id}&key=${takeBackKey}`);
    await expect(page.getByRole("heading", { name: from, level: 1 })).toBeVisible();
    await expect(page.getByRole("img", { name: heart })).toBeVisible();
  });
