import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

const inAMonth = inDays(30);

/** Follows a link of the menu of Bob's gift. */
async function fromMenu(page: Page, name: string) {
  await page.getByRole("button", { name: "Options for the gift from Bob" }).click();
  await page.getByRole("link", { name, exact: true }).click();
}

test("gathers a gift's actions in a menu that works by keyboard and moves nothing", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { openingDay: inAMonth });
  for (const senderName of ["Carol", "Bob"]) await addGift(api, code, "Hello", { senderName });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  const opener = page.getByRole("button", { name: "Options for the gift from Bob" });
  const remove = page.getByRole("link", { name: "Delete", exact: true });
  const places = () =>
    page.getByRole("heading", { level: 3 }).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  await opener.scrollIntoViewIfNeeded();
  const before = await places();
  await expect(remove).toBeHidden();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(remove).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Hide", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remove).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(remove).toBeInViewport({ ratio: 1 });
  await page.mouse.click(2, 2);
  await expect(remove).toBeHidden();
});

test("deletes a gift after a confirmation, and says on a repeat that it is already deleted", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, "Stay with me", { senderName: "Carol" });
  await addGift(api, code, "Unkind words", { senderName: "Bob" });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await fromMenu(page, "Delete");
  await expect(page.getByRole("heading", { name: "Delete gifts", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Bob"]);
  await page.getByText("Read the message").click();
  await expect(page.getByText("Unkind words")).toBeVisible();
  await expect(page.getByText("permanently delete this gift")).toBeVisible();

  await page.getByRole("link", { name: "Don't delete" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Bob", "Carol"]);

  await fromMenu(page, "Delete");
  const confirmation = page.url();
  const pressAgain = await page.locator("form[method=post] [name=gift]").first().inputValue();
  await page.getByRole("button", { name: "Delete 1 gift" }).click();
  await expect(page.getByRole("status").first()).toHaveText("The gift and its message are deleted.");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Carol"]);
  expect((await (await page.request.get(`/v1/trees/${code}`)).json()).data.giftCount).toBe(1);

  const again = await page.request.post(confirmation, { form: { gift: pressAgain }, headers: { origin: site } });
  expect(await again.text()).toContain("Those gifts had already been deleted.");
  await page.goto(confirmation);
  await expect(page.getByRole("status").first()).toContainText("There's nothing to delete");
});

test("deletes several unread gifts together before the opening day", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { openingDay: inAMonth });
  for (const senderName of ["Dora", "Carol", "Bob"]) await addGift(api, code, "Not yet", { senderName });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("link", { name: "Select gifts" }).click();
  await page.getByLabel("Select the gift from Bob").check();
  await page.getByLabel("Select the gift from Dora").check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Bob", "Dora"]);
  await page.getByRole("button", { name: "Delete 2 gifts" }).click();
  await expect(page.getByRole("status").first()).toHaveText("2 gifts and their messages are deleted.");
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Carol"]);
});

test("selects all gifts of one page at once, and returns to that page after deleting them", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  for (let i = 1; i <= 63; i += 1) await addGift(api, code, "Hello", { senderName: `Friend ${i}` });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await page.getByRole("link", { name: "Older gifts" }).click();
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("link", { name: "Select gifts" }).click();
  await page.getByRole("link", { name: "Select all on this page" }).click();
  await expect(page.getByRole("checkbox", { name: "Select the gift", checked: true })).toHaveCount(3);
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("button", { name: "Delete 3 gifts" }).click();
  await expect(page.getByRole("status").first()).toHaveText("3 gifts and their messages are deleted.");
  expect(page.url()).toContain("before=");
  await page.getByRole("link", { name: "Back to the newest gifts" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(60);
});

test("lets no one but the owner see or use the page that deletes gifts", async ({ page, site, api, signInAs }) => {
  const { code } = await createTree(site);
  const id = await addGift(api, code, "For the owner alone");
  const address = `/my-trees/${code}/delete?gift=${id}`;
  const signedOut = await page.request.get(address, { maxRedirects: 0 });
  expect(signedOut.headers().location).toContain("/sign-in?next=");
  await signInAs((await createTree(site)).cookie);
  expect((await page.request.get(address)).status()).toBe(404);
  const form = { gift: id };
  expect((await page.request.post(address, { form, headers: { origin: site } })).status()).toBe(404);
  const elsewhere = { origin: "https://elsewhere.example" };
  expect((await page.request.post(address, { form, headers: elsewhere })).status()).toBe(403);
  expect((await (await page.request.get(`/v1/trees/${code}`)).json()).data.giftCount).toBe(1);
});

test("includes a reported gift's text only if the box is checked, and says who will read it", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, "Unkind words", { senderName: "Bob" });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await fromMenu(page, "Report");
  const box = page.getByLabel("Include the message so a moderator can read it");
  await expect(box).not.toBeChecked();
  await expect(box).toHaveAccessibleDescription(/no moderator can read the message.*this site's moderators/);
  await page.getByLabel("Anything else?").fill("a".repeat(1001));
  await page.getByLabel("Harassment or bullying").check();
  await box.check();
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("alert")).toContainText("We've kept everything you typed");
  await expect(box).toBeChecked();
  await expect(page.getByLabel("Harassment or bullying")).toBeChecked();
  await page.getByLabel("Anything else?").fill("Please look");
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("status")).toContainText("We've received your report");
  await page.getByRole("link", { name: "Back to the tree" }).click();
  await expect(page).toHaveURL(`/my-trees/${code}`);
});

test("says that a report cannot include the text before the opening day", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { openingDay: inAMonth });
  await addGift(api, code, "Not yet", { senderName: "Bob" });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await fromMenu(page, "Report");
  await expect(page.getByText("The message hasn't opened yet")).toBeVisible();
  await expect(page.getByLabel("Include the message so a moderator can read it")).toHaveCount(0);
  await page.getByLabel("Advertising or spam").check();
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByRole("status")).toContainText("We've received your report");
});
