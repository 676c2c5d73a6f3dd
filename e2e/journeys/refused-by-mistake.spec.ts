import type { Page } from "@playwright/test";
import { dayIn } from "../../shared/time-zones.ts";
import { connect } from "../fixtures/database.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

// One after the other: some count all appeals, and one deletes them.
test.describe.configure({ mode: "default" });

const { E2E_DATA_DIR = "" } = process.env;
const MISTAKEN = "Refused by mistake?";
const TELL = "Tell a moderator";
const INCLUDE = "Include my text so that moderators can see what was refused";
const TOLD = "Thank you. A moderator will see it.";
const STOPPED = "Some of these words aren't allowed. Change them and send again. We've kept everything you typed.";

/** A text that the word filter refuses, unlike any other. */
const rude = () => `You are shit, ${crypto.randomUUID().slice(0, 8)}`;

/** Counts the appeals about a field, of all tests. */
async function stored(field: string, hasText: boolean): Promise<number> {
  const sql = connect();
  const [row] = await sql`
    select count(*)::integer as count from appeals where field = ${field} and (sealed_text is not null) = ${hasText}`;
  await sql.end();
  return row?.count ?? 0;
}

/** Moderators see the oldest twenty texts, and other tests may have sent as many. */
async function makeNewestOldest(): Promise<void> {
  const sql = connect();
  await sql`update appeals set created_at = created_at - interval '20 days' where created_at > now() - interval '1 minute'`;
  await sql.end();
}

/** Leaves a gift that the word filter refuses. */
async function refusedGift(page: Page, site: string): Promise<void> {
  const { code } = await createTree(site);
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill(rude());
  await page.getByLabel("Your name", { exact: true }).fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await openTelling(page);
}

/** The line stands under the refused field, which with its sentence is in view. */
async function openTelling(page: Page): Promise<void> {
  await expect(page.getByText("Some of these words could be hurtful.")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: TELL })).toBeHidden();
  await page.locator("summary", { hasText: MISTAKEN }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with JavaScript, on a small phone" : "without JavaScript, on a small phone",
    () => {
      test.use({ javaScriptEnabled, viewport: { width: 360, height: 640 } });

      test("tells the operator of a refused gift with one press, and keeps what was typed", async ({ page, site }) => {
        const { code } = await createTree(site);
        const text = rude();
        const before = await stored("message", false);
        await page.goto(`/send-message?tree=${code}`);
        await page.getByLabel("Your message").fill(text);
        await page.getByLabel("Your name", { exact: true }).fill("Bob");
        await page.getByLabel("Show my name on the tree").check();
        await page.getByRole("button", { name: "Send" }).click();
        await expect(page.getByRole("alert").filter({ hasText: STOPPED })).toBeVisible();

        await page.getByRole("link", { name: "Your message" }).click();
        await expect(page.getByLabel("Your message")).toBeFocused();
        await expect(page.getByRole("link", { name: "Your name" })).toHaveCount(0);

        // Typed since: it must not be lost either.
        await page.getByLabel("Your name", { exact: true }).fill("Bob the friend");
        await openTelling(page);
        await expect(page.getByLabel(INCLUDE)).not.toBeChecked();
        await page.getByRole("button", { name: TELL }).click();
        await expect(page.getByRole("status").filter({ hasText: TOLD })).toBeInViewport();
        await expect(page.getByRole("button", { name: TELL })).toHaveCount(0);
        await expect(page.getByLabel("Your message")).toHaveValue(text);
        await expect(page.getByLabel("Your name", { exact: true })).toHaveValue("Bob the friend");
        await expect(page.getByLabel("Show my name on the tree")).toBeChecked();
        expect(await stored("message", false)).toBeGreaterThan(before);

        await page.getByLabel("Your message").fill("You are the best");
        await page.getByRole("button", { name: "Send" }).click();
        await expect(page).toHaveURL(/hung=/);
      });

      test("shows moderators the texts if their writers included them, and deletes one or all", async ({
        page,
        site,
        signInAs,
      }) => {
        const { code } = await createTree(site);
        const texts = [rude(), rude(), rude()] as const;
        for (const text of texts) {
          await page.goto(`/send-message?tree=${code}`);
          await page.getByLabel("Your message").fill(text);
          await page.getByLabel("Your name", { exact: true }).fill("Bob Unrefused");
          await page.getByRole("button", { name: "Send" }).click();
          await openTelling(page);
          await page.getByLabel(INCLUDE).check();
          await page.getByRole("button", { name: TELL }).click();
          await expect(page.getByRole("status").filter({ hasText: TOLD })).toBeVisible();
        }

        await makeNewestOldest();
        await signInAs((await newModerator(site, E2E_DATA_DIR)).cookie);
        await page.goto("/moderation");
        await page.getByRole("link", { name: /refused texts? to review/ }).click();
        const entry = page
          .getByRole("region", { name: "Refused by mistake?" })
          .getByRole("listitem")
          .filter({ hasText: texts[0] });
        await expect(entry).toContainText("Message · English · s");
        for (const hidden of ["Bob Unrefused", code]) await expect(page.locator("#appeals")).not.toContainText(hidden);
        await entry.getByRole("button", { name: "Resolve and delete" }).click();
        await expect(page.getByRole("status").filter({ hasText: "Deleted." })).toBeVisible();
        await expect(page.getByText(texts[0])).toHaveCount(0);

        for (const text of texts.slice(1)) await expect(page.getByText(text)).toBeVisible();
        await page.getByRole("button", { name: /Resolve and delete these \d+/ }).click();
        await expect(page.getByRole("status").filter({ hasText: "Deleted." })).toBeVisible();
        for (const text of texts) await expect(page.getByText(text)).toHaveCount(0);
      });

      test("sends the form, and tells nobody, if Enter is pressed in a refused form", async ({ page, site }) => {
        await refusedGift(page, site);
        await page.getByLabel("Your message").fill("Kind words");
        await page.getByLabel("Your name", { exact: true }).press("Enter");
        await expect(page).toHaveURL(/hung=/);
      });

      test("says so if a text that was changed meanwhile is no longer refused", async ({ page, site }) => {
        await refusedGift(page, site);
        await page.getByLabel("Your message").fill("Kind words");
        await page.getByRole("button", { name: TELL }).click();
        await expect(page.getByRole("alert").filter({ hasText: "Your text is fine now." })).toBeVisible();
        await expect(page.getByLabel("Your message")).toHaveValue("Kind words");
        await expect(page.getByRole("button", { name: TELL })).toHaveCount(0);
      });

      test("offers the same for a tree's name and its thank-you", async ({ page, site, api, becomeOwner }) => {
        const owner = await becomeOwner();
        const tell = async (label: string, link: string) => {
          await page.getByRole("link", { name: link }).click();
          await expect(page.getByLabel(label)).toBeFocused();
          await openTelling(page);
          await page.getByRole("button", { name: TELL }).click();
          await expect(page.getByRole("status").filter({ hasText: TOLD })).toBeInViewport();
        };
        const name = rude().slice(0, 25);
        await page.goto("/create");
        const next = page.getByRole("link", { name: "Next" }).filter({ visible: true });
        if (javaScriptEnabled) await next.click();
        await page.getByLabel("The tree's name").fill(name);
        await page.getByLabel("Opening day").fill(dayIn("Asia/Seoul", new Date()));
        await page.getByLabel("Time zone").selectOption("Asia/Seoul");
        await page.getByRole("button", { name: "Create the tree" }).click();
        await tell("The tree's name", "The tree's name");
        await expect(page.getByLabel("The tree's name")).toHaveValue(name);
        await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Seoul");
        await page.getByLabel("The tree's name").fill("Our tree");
        await page.getByRole("button", { name: "Create the tree" }).click();
        await expect(page).toHaveURL(/\/my-trees\/\w{8}\?created/);

        const { code } = await createTree(site, { owner });
        // Only the owner of a tree with gifts has someone to thank.
        await addGift(api, code, "Kind words");
        await page.goto(`/my-trees/${code}`);
        await openSettings(page);
        await page.getByLabel("Rename the tree").fill(name);
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await tell("Rename the tree", "The tree's name");
        await expect(page.getByLabel("Rename the tree")).toHaveValue(name);

        await page.getByText("Write a thank-you").click();
        await page.getByLabel("Your thank-you").fill(name);
        await page.getByRole("button", { name: "Show it on my tree" }).click();
        await tell("Your thank-you", "Your thank-you");
        await expect(page.getByLabel("Your thank-you")).toHaveValue(name);
      });
    },
  );
}

for (const { locale, name, message, send, mistaken, tell, told } of [
  {
    locale: "ko-KR",
    name: "이름",
    message: "메시지",
    send: "보내기",
    mistaken: "문제없는 표현인데 막혔나요?",
    tell: "신고 담당자에게 알리기",
    told: "고마워요. 신고 담당자가 확인할 거예요.",
  },
  {
    locale: "ja-JP",
    name: "お名前",
    message: "メッセージ",
    send: "送る",
    mistaken: "間違いだと思いますか？",
    tell: "モデレーターに知らせる",
    told: "ありがとうございます。モデレーターが確認します。",
  },
]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("tells the operator in the visitor's language", async ({ page, site }) => {
      const { code } = await createTree(site);
      await page.goto(`/send-message?tree=${code}`);
      await page.getByLabel(message).first().fill(rude());
      await page.getByLabel(name, { exact: true }).fill("Bob");
      await page.getByRole("button", { name: send, exact: true }).click();
      await page.locator("summary", { hasText: mistaken }).click();
      await page.getByRole("button", { name: tell }).click();
      await expect(page.getByRole("status").filter({ hasText: told })).toBeFocused();
    });
  });
}
