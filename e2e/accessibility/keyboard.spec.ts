import type { Page } from "@playwright/test";
import { GIFTS } from "#contract/gifts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";
import { expectedStops, tabThrough, tabTo } from "./press-keys.ts";

const type = (page: Page, words: string) => page.keyboard.insertText(words);
const press = (page: Page, key: string) => page.keyboard.press(key);

test("skips to the content from the first tab stop of a page", async ({ page }) => {
  await page.goto("/");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await press(page, "Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await press(page, "Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await press(page, "Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Christmas" }).first()).toBeFocused();
});

test("reaches everything on a page with Tab in order, with visible focus and no trap", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  test.slow();
  const { code, cookie } = await createTree(site);
  const ids = [await addGift(api, code, "Hello")];
  await fetch(`${site}/owner/trees/${code}/opening`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ ids }),
  });
  const closed = await createTree(site, {
    owner: cookie,
    openingDay: inDays(3),
  });
  const own = ["/my-trees", `/my-trees/${code}`, `/my-trees/${closed.code}`, `/my-trees/${code}/opening?done`];
  for (const address of ["/", `/send-message?tree=${code}`, "/sign-up", `/report?tree=${code}`, ...own]) {
    if (address.startsWith("/my-trees")) await signInAs(cookie);
    await page.goto(address);
    const stops = await tabThrough(page);
    expect(stops, address).toEqual(await expectedStops(page));
    expect(stops.length, address).toBeGreaterThan(4);
  }
});

test("lets a friend find a tree, choose a gift, correct a message and send it by keyboard alone", async ({
  page,
  site,
}) => {
  const { code } = await createTree(site);
  await page.goto("/");
  await tabTo(page, page.getByLabel("Code or link"));
  await type(page, code);
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Leave a gift" })).toBeVisible();

  await tabTo(page, page.getByLabel("Your message"));
  await type(page, "🎁".repeat(501));
  await tabTo(page, page.getByLabel("Your name"));
  await type(page, "Bob");
  await tabTo(page, page.getByLabel("Show my name on the tree"));
  await press(page, "Space");
  await expect(page.getByLabel("Show my name on the tree")).toBeChecked();
  await tabTo(page, page.getByRole("radio", { checked: true }));
  const chosen = page.getByRole("radio", { checked: true });
  const seen = new Set([await chosen.inputValue()]);
  // All gifts are one group, in rows that scroll along.
  for (let gift = 1; gift < GIFTS.length; gift += 1) {
    await press(page, "ArrowRight");
    await expect(chosen).toBeFocused();
    await expect(chosen).toBeInViewport();
    seen.add(await chosen.inputValue());
  }
  expect(seen.size).toBe(GIFTS.length);
  const gift = await chosen.inputValue();
  await tabTo(page, page.getByRole("button", { name: "Send" }));
  await press(page, "Enter");

  await expect(page.getByLabel("Your message")).toBeFocused();
  await press(page, "ControlOrMeta+End");
  await press(page, "Backspace");
  await tabTo(page, page.getByRole("button", { name: "Send" }));
  await tabTo(page, page.getByLabel("Your name"), "Shift+Tab");
  await press(page, "Enter");
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeFocused();
  const [added] = (await (await page.request.get(`/v1/messages/${code}`)).json()).data;
  expect(added).toMatchObject({ giftAssetId: gift, senderName: "Bob" });
  await tabTo(page, page.getByRole("link", { name: "Create your own tree" }));
  await tabTo(page, page.getByRole("link", { name: "Leave another gift" }));
  await press(page, "Enter");
  await expect(page.getByLabel("Your message")).toHaveValue("");
});

test("lets an owner create a tree by keyboard alone", async ({ page }) => {
  test.slow();
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Create your tree" }));
  await press(page, "Enter");
  await expect(page.getByText("What's the occasion?")).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "Christmas" }));
  await press(page, "ArrowRight");
  await expect(page.getByRole("radio", { name: "Birthday" })).toBeChecked();
  await tabTo(page, page.getByRole("link", { name: "Next" }));
  await press(page, "Enter");
  await expect(page.locator("legend", { hasText: "Name and day" })).toBeFocused();
  // A missing field gets the focus before anything is sent.
  await tabTo(page, page.getByRole("button", { name: "Create the tree" }));
  await press(page, "Enter");
  await expect(page.getByLabel("The tree's name")).toBeFocused();
  await type(page, "By keys");
  await tabTo(page, page.getByLabel("Time zone"));
  await expect(page.getByLabel("Time zone")).not.toHaveValue("");
  await tabTo(page, page.getByRole("button", { name: "Create the tree" }));
  await press(page, "Enter");
  await expect(page).toHaveTitle(/^Sign up/);

  await tabTo(page, page.getByLabel("Email"));
  await type(page, `${crypto.randomUUID()}@example.com`);
  await tabTo(page, page.getByLabel("Password"));
  await type(page, "correct horse battery");
  await press(page, "Enter");
  await expect(page.getByText("Your tree is ready!")).toBeVisible();

  await tabTo(page, page.getByText("Settings", { exact: true }));
  await press(page, "Enter");
  await tabTo(page, page.getByLabel("Rename the tree"));
  await press(page, "ControlOrMeta+A");
  await type(page, "Renamed by keys");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Renamed by keys", level: 1 })).toBeVisible();
  await tabTo(page, page.getByText("Settings", { exact: true }));
  await press(page, "Enter");
  await tabTo(page, page.getByText("Delete the tree", { exact: true }).first());
  await press(page, "Space");
  await tabTo(page, page.getByLabel("Yes, delete this tree"));
  await press(page, "Space");
  await tabTo(page, page.getByRole("button", { name: "Delete the tree" }));
  await press(page, "Enter");
  await expect(page.getByText("The tree has been deleted.")).toBeVisible();
});

test("lets an owner unwrap every gift by keyboard alone, and moves the focus along", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  for (const senderName of ["Carol", "Bob"]) await addGift(api, code, "Hello", { senderName });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}/opening`);
  await tabTo(page, page.getByRole("link", { name: "A wrapped gift, from Carol" }));
  await press(page, "Enter");
  await expect(page.getByRole("article", { name: "From Carol" })).toBeFocused();
  await press(page, "ArrowLeft");
  await expect(page.getByRole("article", { name: "From Bob" })).toBeFocused();
  await press(page, "ArrowLeft");
  await expect(page.locator(".says")).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "A folded card with a red heart on it, from Bob" }));
  await press(page, "Enter");
  await expect(page.getByRole("article", { name: "From Bob" })).toBeFocused();
  await press(page, "ArrowRight");
  await expect(page.getByRole("article", { name: "From Carol" })).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Finish" }));
  await press(page, "Enter");
  await expect(page.getByRole("region", { name: "You've unwrapped them all" })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: "Say thanks" }));
  await press(page, "Enter");
  await tabTo(page, page.getByLabel("Your thank-you"));
});
