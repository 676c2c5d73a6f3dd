import type { Locator, Page } from "@playwright/test";
import { entryNamed } from "../fixtures/moderation-queue.ts";
import { confirmEmail, moderatorCommand, newModerator } from "../fixtures/moderators.ts";
import { mailSaying } from "../fixtures/outbox.ts";
import { expect, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree, newOwner } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421", API_PORT = "3100", E2E_DATA_DIR = "" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const apiUrl = `http://localhost:${API_PORT}`;
const secret = "A text that only its owner reads";

/** Creates a tree with a gift, and a name that is unique in the moderation queue. */
async function makeTree(email = `${crypto.randomUUID()}@example.com`) {
  const owner = await newOwner(siteUrl, email);
  const name = `Tree ${crypto.randomUUID().slice(0, 8)}`;
  const { code } = await createTree(siteUrl, { name, owner });
  const gift = await addGift(apiUrl, code, secret, { senderName: "Eve", giftAssetId: "snow-globe" });
  return { email, owner, name, code, gift };
}

/** Reports on the public page, signed out. */
async function report(page: Page, address: string, reason: string, details: string) {
  await page.context().clearCookies();
  await page.goto(address);
  await page.getByRole("radio", { name: reason }).check();
  await page.getByLabel("Anything else?").fill(details);
  await page.getByRole("button", { name: "Send the report" }).click();
  await expect(page.getByText("We've received your report")).toBeVisible();
}

async function act(entry: Locator, open: string, confirm: string, reason: string, note = "") {
  await entry.locator("summary", { hasText: open }).click();
  const form = entry.locator("details[open] form");
  await form.getByLabel("Why?").selectOption(reason);
  await form.getByLabel("Note for moderators").fill(note);
  await form.getByRole("button", { name: confirm }).click();
}

const said = (page: Page, words: string) => expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();

test("grants the role to a confirmed account by a command, and revokes it", async ({ page, context, signInAs }) => {
  const email = `mod-${crypto.randomUUID()}@example.com`;
  const command = (...words: string[]) => moderatorCommand(E2E_DATA_DIR, ...words);
  for (const words of [[], ["add"], ["ban", email], ["list", "all"]]) {
    const { code, said } = await command(...words);
    expect([code, said.includes("npm run moderator -- add EMAIL")]).toEqual([1, true]);
  }
  expect(await command("add", email)).toEqual({ code: 1, said: expect.stringContaining("There is no account") });

  const cookie = await newOwner(siteUrl, email);
  expect(await command("add", email)).toEqual({ code: 1, said: expect.stringContaining("is not confirmed") });
  await signInAs(await confirmEmail(siteUrl, email, E2E_DATA_DIR, cookie));
  expect((await page.goto("/moderation"))?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Moderation" })).toHaveCount(0);

  expect(await command("add", email)).toEqual({ code: 0, said: expect.stringContaining("may moderate now") });
  expect(await command("add", email)).toEqual({ code: 0, said: expect.stringContaining("already") });
  expect((await command("list")).said).toContain(email);
  await page.goto("/my-trees");
  await page.getByRole("link", { name: "Moderation" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moderation");
  const answer = await page.goto("/moderation/history");
  expect(answer?.headers()["cache-control"]).toBe("private, no-store, no-transform");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");

  expect((await command("remove", email)).code).toBe(0);
  expect((await command("list")).said).not.toContain(email);
  expect((await page.goto("/moderation/history"))?.status()).toBe(404);
  await context.clearCookies();
  await page.goto("/moderation");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("switches a moderator's mails off and on", async ({ page, signInAs }) => {
      await newModerator(siteUrl, E2E_DATA_DIR);
      await signInAs((await newModerator(siteUrl, E2E_DATA_DIR)).cookie);
      await page.goto("/moderation");
      const box = page.getByRole("checkbox", { name: "Email me when something is waiting" });
      for (const wanted of [false, true]) {
        await box.setChecked(wanted);
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await said(page, "Saved.");
        await expect(box).toBeChecked({ checked: wanted });
        await page.reload();
        await expect(box).toBeChecked({ checked: wanted });
      }
    });

    test("takes a reported gift down for visitors, explains it to its owner, and restores it by an undo", async ({
      page,
      context,
      signInAs,
    }) => {
      const { cookie, email } = await newModerator(siteUrl, E2E_DATA_DIR);
      const { owner, name, code, gift } = await makeTree();
      await report(page, `/report?tree=${code}&message=${gift}`, "Threats", "She is afraid of him.");

      await signInAs(cookie);
      const entry = await entryNamed(page, `Snow globe · ${name}`);
      await expect(entry).toContainText("Urgent");
      await expect(entry).toContainText("She is afraid of him.");
      await expect(entry).toContainText("The sender's name is hidden");
      const html = await page.content();
      for (const hidden of [secret, "Eve"]) expect(html).not.toContain(hidden);
      await act(entry, "Take down the gift", "Take down this gift", "threat", "Told the police.");
      await said(page, "The gift is taken down.");
      await expect(await entryNamed(page, `Snow globe · ${name}`)).toHaveCount(0);

      await context.clearCookies();
      await visitOnceChanged(page, `/send-message?tree=${code}`, () =>
        expect(page.getByText("Be the first!").first()).toBeVisible({ timeout: 500 }),
      );
      await signInAs(owner);
      await page.goto(`/my-trees/${code}`);
      const own = page.getByRole("listitem").filter({ hasText: "A moderator took this gift down" });
      await expect(own).toContainText("Reason: threats.");
      await expect(own.getByText(secret)).toBeHidden();
      await own.getByText("Show the message anyway").click();
      await expect(own.getByText(secret)).toBeVisible();

      await signInAs(cookie);
      await page.goto("/moderation/history");
      const line = page.getByRole("listitem").filter({ hasText: name });
      await expect(line).toContainText(email);
      await expect(line).toContainText("Told the police.");
      await act(line, "Undo", "Undo this", "mistake");
      await said(page, "Undone. Everything is back as it was.");
      await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toContainText("undid a decision");
      await expect(await entryNamed(page, `Snow globe · ${name}`)).toHaveCount(1);
      await visitOnceChanged(page, `/send-message?tree=${code}`, () =>
        expect(page.getByText("1 gift").first()).toBeVisible({ timeout: 500 }),
      );
    });
  });
}

test("hides a tree that was taken down from all but its owner, who gets the reason on the page and by mail", async ({
  page,
  context,
  signInAs,
}) => {
  const { cookie } = await newModerator(siteUrl, E2E_DATA_DIR);
  const { owner, email, name, code } = await makeTree();
  await report(page, `/report?tree=${code}`, "Hate speech", "Read its name.");
  await signInAs(cookie);
  const entry = await entryNamed(page, name);
  await act(entry, "Take down the tree", "Take down the whole tree", "hate");
  await said(page, "We've emailed its owner");

  await context.clearCookies();
  for (const address of [
    `/send-message?tree=${code}`,
    `/invitation/${code}`,
    `/calendar/${code}.ics`,
    `/report?tree=${code}`,
    `/tree-picture/${code}/gifts.svg`,
  ]) {
    expect([address, (await page.request.get(address)).status()]).toEqual([address, 404]);
  }
  const picture = await page.request.get(`/share-picture/${code}-x.png`, { maxRedirects: 0 });
  expect(picture.status()).toBe(404);

  await signInAs(owner);
  await page.goto("/my-trees");
  await expect(page.getByText("Taken down by a moderator")).toBeVisible();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("alert")).toContainText("Reason: hate speech.");
  await page.getByText("Read the message").click();
  await expect(page.getByText(secret)).toBeVisible();
  await expect(page.locator("#share")).toHaveCount(0);
  expect(await mailSaying(email, `/my-trees/${code}`)).toContain("took down your tree");
});

test("keeps input if another moderator decided first, and reports a note that is too long", async ({
  page,
  context,
  signInAs,
}) => {
  const { cookie } = await newModerator(siteUrl, E2E_DATA_DIR);
  const { name, code } = await makeTree();
  await report(page, `/report?tree=${code}`, "Advertising or spam", "Watches");
  await signInAs(cookie);
  const entry = await entryNamed(page, name);
  await act(entry, "Dismiss", "Dismiss these reports", "cannot_tell", "x".repeat(501));
  await expect(page.getByText("Use at most 500 characters. Yours has 501.").first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/moderation");

  const again = await entryNamed(page, name);
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await act(other.getByRole("article", { name }), "Dismiss", "Dismiss these reports", "false_report");
  await said(other, "Dismissed.");
  await act(again, "Take down the tree", "Take down the whole tree", "spam");
  await expect(page.getByRole("alert")).toContainText("This was already decided");
  await context.clearCookies();
  expect((await page.goto(`/send-message?tree=${code}`))?.status()).toBe(200);
});

test("moves through the queue with j and k, and decides nothing by a key alone", async ({ page, signInAs }) => {
  const { cookie } = await newModerator(siteUrl, E2E_DATA_DIR);
  for (const reason of ["Threats", "Self-harm or suicide"]) {
    const { code } = await makeTree();
    await report(page, `/report?tree=${code}`, reason, "Look at it.");
  }
  await signInAs(cookie);
  await page.goto("/moderation");
  await expect(page.getByText("Keyboard: J next, K previous")).toBeVisible();
  const entries = page.getByRole("article");
  await page.keyboard.press("j");
  await expect(entries.first()).not.toBeFocused();
  await entries.first().getByRole("link").first().focus();
  await page.keyboard.press("j");
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(entries.first()).toBeFocused();
  const outline = await entries.first().evaluate((entry) => getComputedStyle(entry).outlineStyle);
  expect(outline).toBe("solid");

  const dismiss = entries.first().locator("summary", { hasText: "Dismiss" });
  await dismiss.focus();
  await page.keyboard.press("Enter");
  const note = entries.first().locator("details[open] form").getByLabel("Note for moderators");
  await note.focus();
  await page.keyboard.type("jk");
  await expect(note).toHaveValue("jk");
  expect(new URL(page.url()).pathname).toBe("/moderation");
});

test("shows the moderation pages in Korean", async ({ page, signInAs }) => {
  const { cookie } = await newModerator(siteUrl, E2E_DATA_DIR);
  await signInAs(cookie);
  await page.goto("/ko/moderation");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("신고 관리");
});
