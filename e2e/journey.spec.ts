import { expect, type Page, test } from "@playwright/test";
import { addDays, dayIn } from "#contract/days";

const password = "correct horse battery";
const newEmail = () => `ada-${crypto.randomUUID()}@example.com`;
const today = (zone: string) => dayIn(zone, new Date());

/** Fills in /create, and signs up on the way. Gives the new tree's share code. */
async function createTree(page: Page, tree: { name: string; openingDay: string; timeZone: string }): Promise<string> {
  await page.goto("/");
  await page.getByRole("link", { name: "Create your tree" }).click();
  await page.getByLabel("The tree's name").fill(tree.name);
  await page.getByRole("radio", { name: "Birthday" }).check();
  await page.getByLabel("Opening day").fill(tree.openingDay);
  await page.getByLabel("Time zone").selectOption(tree.timeZone);
  await page.getByRole("button", { name: "Go on" }).click();

  await page.getByLabel("E-mail").fill(newEmail());
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();

  // What was typed before signing up is still there.
  await expect(page.getByLabel("The tree's name")).toHaveValue(tree.name);
  await expect(page.getByLabel("Opening day")).toHaveValue(tree.openingDay);
  await expect(page.getByLabel("Time zone")).toHaveValue(tree.timeZone);
  await page.getByRole("button", { name: "Create the tree" }).click();
  await expect(page.getByRole("status")).toContainText("Your tree is planted");
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Opens the tree by its code, as somebody else, and hangs a gift. */
async function leaveGift(page: Page, code: string, gift: { message: string; senderName: string }) {
  await page.goto("/");
  await page.getByLabel("Tree code or link").fill(` ${code} `);
  await page.getByRole("button", { name: "Open the tree" }).click();
  await expect(page).toHaveURL(new RegExp(`/send-message\\?tree=${code}$`));
  await page.getByRole("radio", { name: "Pink teddy" }).check();
  await page.getByLabel("Your message").fill(gift.message);
  await page.getByLabel("Your name").fill(gift.senderName);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status")).toContainText("Your gift hangs on the tree");
}

test("an owner creates a tree, a friend hangs a gift, and the owner alone reads its message", async ({
  page,
  browser,
}, info) => {
  const timeZone = "Pacific/Kiritimati";
  const code = await createTree(page, { name: "Ada's birthday", openingDay: today(timeZone), timeZone });
  const message = "Happy birthday, Ada! 🎂\nSee you tonight.";

  const friend = await browser.newPage(info.project.use);
  await leaveGift(friend, code, { message, senderName: "Bob" });
  await friend.screenshot({ path: info.outputPath("friend.png"), fullPage: true });
  expect(await friend.content()).not.toContain("Happy birthday, Ada!");
  await expect(friend.getByText("Bob")).toHaveCount(0);
  await friend.close();

  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("Happy birthday, Ada! 🎂")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bob" })).toBeVisible();
  await page.screenshot({ path: info.outputPath("owner.png"), fullPage: true });
});

test("before the opening day the owner sees who was there, but no message", async ({ page, browser }, info) => {
  const timeZone = "America/Anchorage";
  const openingDay = addDays(today(timeZone), 30);
  const code = await createTree(page, { name: "In a month", openingDay, timeZone });
  const friend = await browser.newPage(info.project.use);
  await leaveGift(friend, code, { message: "Not before its day", senderName: "Carol" });
  await friend.close();

  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("The messages open on")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Carol" })).toBeVisible();
  expect(await page.content()).not.toContain("Not before its day");
});

test("a gift that cannot be hung keeps what was typed and says why", async ({ page, browser }, info) => {
  const timeZone = "Europe/Berlin";
  const code = await createTree(page, { name: "Strict", openingDay: today(timeZone), timeZone });
  const friend = await browser.newPage(info.project.use);
  await friend.goto(`/send-message?tree=${code}`);
  await friend.getByLabel("Your message").fill("🎁".repeat(501));
  await friend.getByLabel("Your name").fill("Bob");
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("alert")).toBeVisible();
  await expect(friend.getByText("This is too long.")).toBeVisible();
  await expect(friend.getByLabel("Your message")).toHaveValue("🎁".repeat(501));

  await friend.getByLabel("Your message").fill("You are a fucking idiot");
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByText("Some words here may hurt somebody.")).toBeVisible();
  await expect(friend.getByLabel("Your message")).toHaveValue("You are a fucking idiot");

  await friend.getByLabel("Your message").fill("🎁".repeat(500));
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("status")).toContainText("Your gift hangs on the tree");
  await friend.close();
});

test("the owner renames, pauses and deletes a tree, and signs out", async ({ page, browser }, info) => {
  const timeZone = "Asia/Seoul";
  const code = await createTree(page, { name: "First name", openingDay: today(timeZone), timeZone });
  await page.getByLabel("Rename the tree").fill("Second name");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("heading", { name: "Second name", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Take no more gifts" }).click();
  const friend = await browser.newPage(info.project.use);
  await friend.goto(`/send-message?tree=${code}`);
  await friend.getByLabel("Your message").fill("Too late");
  await friend.getByLabel("Your name").fill("Bob");
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("alert")).toContainText("takes no gifts at the moment");

  await page.getByText("Delete the tree", { exact: true }).first().click();
  await page.getByLabel("Yes, delete this tree").check();
  await page.getByRole("button", { name: "Delete the tree" }).click();
  await expect(page.getByRole("status")).toContainText("The tree is deleted");
  expect((await friend.goto(`/send-message?tree=${code}`))?.status()).toBe(404);
  await friend.close();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto("/my-trees");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("wrong, unknown and untidy codes are met with help", async ({ page }) => {
  expect((await page.goto("/send-message?tree=abc"))?.status()).toBe(400);
  await expect(page.getByRole("heading", { name: "That is not a tree's code" })).toBeVisible();
  expect((await page.goto("/send-message?tree=abcdefgh"))?.status()).toBe(404);
  await expect(page.getByLabel("Tree code or link")).toHaveValue("abcdefgh");
  await page.goto("/send-message?Tree=%20abcd-efgh");
  await expect(page).toHaveURL(/\/send-message\?tree=abcdefgh$/);
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
});

test("no page is wider than the window", async ({ page }) => {
  for (const address of ["/", "/create", "/sign-in", "/sign-up", "/send-message", "/nothing"]) {
    await page.goto(address);
    const { width } = page.viewportSize() ?? { width: 0 };
    expect((await page.locator("body").boundingBox())?.width, address).toBeLessThanOrEqual(width);
  }
});
