import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { createTree, inDays, ZONE } from "../fixtures/visitors.ts";

const inAMonth = inDays(30);
const RUDE = "Fuck";

/** What visitors read of an owner without a name, and of named ones. */
const SAID = [
  {
    ...{ prefix: "/en", message: "Your message", sender: "Your name", send: "Send", ownerName: undefined },
    ...{ reads: "Only the owner can read your message.", sees: "Always visible to the owner." },
    ...{
      opens: /Opens in\s30\sdays/,
      sent: "That's gift number 1. The owner opens it in 30 days and can send a heart back.",
    },
    thanks: "A thank-you from the owner",
  },
  {
    ...{ prefix: "/en", message: "Your message", sender: "Your name", send: "Send", ownerName: "Mina" },
    ...{ reads: "Only Mina can read your message.", sees: "Always visible to Mina." },
    ...{
      opens: /Mina opens it in\s30\sdays/,
      sent: "That's gift number 1. Mina opens it in 30 days and can send a heart back.",
    },
    thanks: "A thank-you from Mina",
  },
  {
    ...{ prefix: "/ko", message: "메시지", sender: "이름", send: "보내기", ownerName: undefined },
    ...{ reads: "트리 주인만 읽을 수 있어요. 최대 500자.", sees: "트리 주인에게는 항상 보여요." },
    ...{
      opens: /열리는 날까지 D-30/,
      sent: "첫 번째 선물이에요. 트리 주인이 30일 후에 열어 봐요. 답례로 하트가 올 수도 있어요.",
    },
    thanks: "트리 주인의 감사 인사",
  },
  {
    ...{ prefix: "/ko", message: "메시지", sender: "이름", send: "보내기", ownerName: "지수" },
    ...{ reads: "지수 님만 읽을 수 있어요. 최대 500자.", sees: "지수 님에게는 항상 보여요." },
    ...{
      opens: /지수\s님이 여는 날까지 D-30/,
      sent: "첫 번째 선물이에요. 지수 님이 30일 후에 열어 봐요. 답례로 하트가 올 수도 있어요.",
    },
    thanks: "지수 님의 감사 인사",
  },
  {
    ...{ prefix: "/ja", message: "メッセージ", sender: "お名前", send: "送る", ownerName: undefined },
    ...{ reads: "ツリーのオーナーだけが読めます。", sees: "ツリーのオーナーには必ず表示されます。" },
    ...{
      opens: /開封は30日後/,
      sent: "1個目のギフトです。ツリーのオーナーが開けるのは30日後です。お返しのハートが届くかもしれません。",
    },
    thanks: "ツリーのオーナーからのお礼",
  },
  {
    ...{ prefix: "/ja", message: "メッセージ", sender: "お名前", send: "送る", ownerName: "ミナ" },
    ...{ reads: "ミナさんだけが読めます。", sees: "ミナさんには必ず表示されます。" },
    ...{
      opens: /ミナさんが開けるのは30日後/,
      sent: "1個目のギフトです。ミナさんが開けるのは30日後です。お返しのハートが届くかもしれません。",
    },
    thanks: "ミナさんからのお礼",
  },
];

for (const { prefix, ownerName, reads, sees, opens, sent, thanks, ...form } of SAID)
  test(`pages in ${prefix} speak of ${ownerName ?? "the owner"}`, async ({ page, site }) => {
    const { code, cookie } = await createTree(site, { ownerName, openingDay: inAMonth });
    await page.goto(`${prefix}/send-message?tree=${code}`);
    const says = (text: string) => new RegExp(`^${text.replaceAll(".", "\\.")}`);
    const message = page.getByLabel(form.message, { exact: true });
    const sender = page.getByLabel(form.sender, { exact: true });
    await expect(message).toHaveAccessibleDescription(says(reads));
    await expect(sender).toHaveAccessibleDescription(says(sees));
    await expect(page.locator("header", { has: page.locator("#tree-name") })).toContainText(opens);
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveAttribute("content", new RegExp(ownerName ?? "owner|주인|オーナー"));
    await message.fill("🎄");
    await sender.fill("Bob");
    await page.getByRole("button", { name: form.send }).click();
    await expect(page.locator("#thanks p")).toHaveText(sent);

    const open = await createTree(site, { ownerName, owner: cookie });
    const headers = { "content-type": "application/json", cookie };
    const body = JSON.stringify({ thanks: "💚" });
    await fetch(`${site}/owner/trees/${open.code}`, { method: "PATCH", headers, body });
    await page.goto(`${prefix}/send-message?tree=${open.code}`);
    await expect(page.getByRole("heading", { name: thanks, exact: true })).toBeVisible();
  });

test("text of a name stays text, whatever it looks like", async ({ page, site }) => {
  for (const ownerName of ["{code}", "$& <b>", "עדה (2)"]) {
    const { code } = await createTree(site, { ownerName, openingDay: inAMonth });
    await page.goto(`/send-message?tree=${code}`);
    const shown = ownerName.startsWith("ע") ? `\u2068${ownerName}\u2069` : ownerName;
    await expect(page.locator("#message-hint")).toHaveText(
      `Only ${shown} can read your message. Up to 500 characters.`,
    );
    await expect(page.locator("#gift-form")).toHaveAttribute("action", new RegExp(`tree=${code}$`));
  }
});

test("a name that is an address is no link in a calendar", async ({ site }) => {
  const { code } = await createTree(site, { ownerName: "t.co/x", openingDay: inAMonth });
  const file = await (await fetch(`${site}/calendar/${code}.ics`)).text();
  expect(file.replaceAll(/\r\n[ ]/g, "")).toContain("t. co/x");
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("an owner is asked once, keeps what was refused, has it for the next tree, and changes it", async ({
      page,
      friend,
      site,
      becomeOwner,
    }) => {
      await becomeOwner();
      await page.goto("/create");
      const next = page.getByRole("link", { name: "Next", exact: true });
      const asked = page.getByLabel("What do your friends call you?");
      const nextStep = async () => javaScriptEnabled && (await next.click());
      await nextStep();
      await page.getByLabel("The tree's name").fill("Our tree");
      await asked.fill(RUDE);
      await page.getByLabel("Opening day").fill(inAMonth);
      await page.getByLabel("Time zone").selectOption(ZONE);
      await page.getByRole("button", { name: "Create the tree" }).click();
      await expect(asked).toBeFocused();
      await expect(asked).toHaveValue(RUDE);
      await expect(asked).toHaveAccessibleDescription(/^Some of these words could be hurtful/);
      await expect(page.locator("#problem").getByRole("link")).toHaveText(["What do your friends call you?"]);
      await expect(page.getByText("Refused by mistake?")).toBeVisible();
      await asked.fill("Mina");
      await page.getByRole("button", { name: "Create the tree" }).click();
      await expect(page).toHaveURL(/\/my-trees\/\w{8}\?created/);
      const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";

      await page.goto("/my-trees");
      await page.locator("main").getByRole("link", { name: "Create a tree" }).click();
      await nextStep();
      await expect(asked).toHaveValue("Mina");

      await page.goto(`/my-trees/${code}`);
      // Of what their friends will read, nothing is for the owner.
      await expect(page.locator("header", { has: page.locator("#tree-name") })).toContainText(/Opens [A-Z].*\d$/);
      await openSettings(page);
      await expect(asked).toHaveValue("Mina");
      await asked.fill(RUDE);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(asked).toHaveValue(RUDE);
      await expect(page.getByText("Refused by mistake?")).toBeVisible();
      for (const [typed, read] of [
        ["미나", "Only 미나 can read your message."],
        ["", "Only the owner can read your message."],
      ] as const) {
        await asked.fill(typed);
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expect(page.getByRole("status").first()).toHaveText("Saved.");
        await openSettings(page);
        await expect(asked).toHaveValue(typed);
        await expect(async () => {
          await friend.goto(`${site}/send-message?tree=${code}`);
          await expect(friend.locator("#message-hint")).toContainText(read, { timeout: 500 });
        }).toPass();
      }
      await expect(page.getByRole("heading", { name: "Our tree", level: 1 })).toBeVisible();
    });
  });
