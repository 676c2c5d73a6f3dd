import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, ZONE } from "../fixtures/visitors.ts";

const message = "Happy birthday, Ada! 🎂\nSee you tonight.";

/** With scripts the form is shown step by step; without, all of it is on one page. */
async function turn(page: Page, link: "Next" | "Back", isStepwise: boolean) {
  if (isStepwise) await page.getByRole("link", { name: link, exact: true }).click();
}

/** The form fits on a screen, after that of the tree, and its button is visible as soon as the message is. */
async function expectShortForm(page: Page) {
  const height = page.viewportSize()?.height ?? 0;
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await page.evaluate(() => scrollTo(0, 0));
  expect((await page.locator("#gift-form").boundingBox())?.height).toBeLessThanOrEqual(height);
  // Not before: it would cover the field on a short screen.
  await page.getByLabel("Your message").focus();
  expect(await bottomOf("#gift-form .button")).toBeLessThanOrEqual(height);
}

/** Opens the tree by its code and adds a pink teddy. */
async function leaveGift(page: Page, code: string) {
  await page.goto("/");
  await page.getByLabel("Code or link").fill(` ${code} `);
  await page.getByRole("button", { name: "Open the tree" }).click();
  await expect(page).toHaveURL(new RegExp(`/send-message\\?tree=${code}$`));
  await expectShortForm(page);
  await page.getByRole("radio", { name: "Pink teddy" }).check();
  await page.getByLabel("Your message").fill(message);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
}

test("lets an owner create a tree and sign up, a friend leave a gift, and only the owner read it", async ({
  page,
  friend,
  javaScriptEnabled,
}) => {
  const isStepwise = javaScriptEnabled !== false;
  await page.goto("/");
  await page.getByRole("link", { name: "Create your tree" }).click();
  await expect(page.getByRole("heading", { name: "Create a tree", level: 1 })).toBeVisible();
  await page.getByRole("radio", { name: "Birthday" }).check();
  await turn(page, "Next", isStepwise);
  await page.getByLabel("The tree's name").fill("Ada's birthday");
  await page.getByLabel("What do your friends call you?").fill("Ada");
  await page.getByLabel("Opening day").fill(inDays(0));
  await page.getByLabel("Time zone").selectOption(ZONE);
  await turn(page, "Back", isStepwise);
  await expect(page.getByRole("radio", { name: "Birthday" })).toBeChecked();
  await turn(page, "Next", isStepwise);
  await expect(page.getByLabel("The tree's name")).toHaveValue("Ada's birthday");
  await page.getByRole("button", { name: "Create the tree" }).click();

  await expect(page.getByText("to finish creating your tree")).toBeVisible();
  await page.getByLabel("Email").fill(`ada-${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up" }).click();

  // The tree was asked for before signing up: it is there at once.
  await expect(page.getByRole("status").first()).toContainText("Your tree is ready!");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada's birthday");
  const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await leaveGift(friend, code);
  expect(await friend.content()).not.toContain("Happy birthday, Ada!");
  await expect(friend.getByText("Bob")).toHaveCount(0);
  const id = new URL(friend.url()).searchParams.get("hung");
  await expect(friend.locator(`[data-gift="${id}"]`)).toHaveClass(/just-hung/);
  await expect(friend.locator(`[data-gift="${id}"] title`)).toHaveText("A pink teddy bear");
  await expect(friend.getByText("That's gift number 1. Only Ada can read it.")).toBeVisible();
  await expect(friend.getByRole("button", { name: "Copy link" })).toBeVisible({ visible: isStepwise });
  await expect(friend.getByLabel("Link to share")).toBeVisible({ visible: !isStepwise });
  await expect(friend.getByLabel("Link to share")).toHaveValue(new RegExp(`/send-message\\?tree=${code}$`));
  await friend.getByRole("link", { name: "See all gifts" }).click();
  await expect(friend.locator(`[data-gift="${id}"] title`)).toHaveText("A pink teddy bear");
  // It does not show who it is from: only the picture has it.
  await expect(friend.getByRole("region", { name: "Gifts", exact: true })).toHaveCount(0);
  await friend.goBack();
  await friend.getByRole("link", { name: "Create your own tree" }).click();
  await expect(friend.getByRole("heading", { name: "Create a tree", level: 1 })).toBeVisible();

  await page.goto(`/my-trees/${code}`);
  await expect(page.getByRole("heading", { name: "Bob" })).toBeVisible();
  await expect(page.getByText("Happy birthday, Ada! 🎂")).toBeHidden();
  await page.getByText("Read the message").click();
  await expect(page.getByText("Happy birthday, Ada! 🎂")).toBeVisible();
});

test("shows a sender's name on the tree if they choose so, and lets them leave another gift", async ({
  page,
  site,
  api,
}) => {
  const { code } = await createTree(site);
  await addGift(api, code, "First");
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("Merry Christmas!");
  await page.getByLabel("Your name").fill("Carol");
  await page.getByLabel("Show my name on the tree").check();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
  await expect(page.locator("[data-gift] title").last()).toHaveText(/, from Carol$/);
  await page.getByRole("link", { name: "Leave another gift" }).click();
  await expect(page.getByLabel("Your message")).toHaveValue("");
  const list = page.getByRole("region", { name: "Gifts", exact: true }).getByRole("listitem");
  await expect(list).toHaveText([/from Carol/]);
});

test("helps with invalid and unknown codes, and cleans up untidy ones", async ({ page, site }) => {
  const { code } = await createTree(site);
  expect((await page.goto("/send-message?tree=abc"))?.status()).toBe(400);
  await expect(page.getByRole("heading", { name: "That doesn't look like a tree code" })).toBeVisible();
  expect((await page.goto("/send-message?tree=abcdefgh"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "We can't find that tree" })).toBeVisible();
  await expect(page.getByLabel("Code or link")).toHaveValue("abcdefgh");
  await page.getByLabel("Code or link").fill(`${site}/send-message?tree=${code}`);
  await page.getByRole("button", { name: "Open the tree" }).click();
  await expect(page).toHaveURL(new RegExp(`/send-message\\?tree=${code}$`));
  const untidy = [
    `/send-message?Tree=%20${code.slice(0, 4)}-${code.slice(4)}`,
    `/send-message?tree=${code}).`,
    `/send-message?utm=1&amp;tree=${code}`,
    `/send-message?tree=${encodeURIComponent(`[${site}/invitation/${code}]로 와 주세요 🎄`)}`,
  ];
  for (const address of untidy) {
    await page.goto(address);
    await expect(page).toHaveURL(`${site}/send-message?tree=${code}`);
  }
  await page.goto(`/invitation/${code}.`);
  await expect(page).toHaveURL(`${site}/invitation/${code}`);
  await page.goto(`/report?tree=Code:%20${code}!`);
  await expect(page).toHaveURL(`${site}/report?tree=${code}`);

  await page.goto("/");
  await page.getByLabel("Code or link").fill(`Saturday, ${code}`);
  await page.getByRole("button", { name: "Open the tree" }).click();
  await expect(page.getByRole("heading", { name: "Which one is the tree code?" })).toBeVisible();
  await page.getByRole("link", { name: code }).click();
  await expect(page).toHaveURL(`${site}/send-message?tree=${code}`);
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Nothing grows here" })).toBeVisible();
});
