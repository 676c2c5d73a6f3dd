import { expect, type Page, test } from "@playwright/test";
import { goOffline } from "../fixtures/cut-connection.ts";
import { createTree } from "../fixtures/visitors.ts";
import { type Agent, newAgent } from "./agent.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const GIFT = { giftAssetId: "robin", message: "Merry Christmas, dear Ada!", senderName: "Bob" };

/** Opens a tree's page with an agent on it, and records every form that is sent from there. */
async function onTree(page: Page, language = "") {
  const { code } = await createTree(siteUrl);
  const address = `${language}/send-message?tree=${code}`;
  const agent = await newAgent(page);
  await page.goto(address);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      sent.push(new URLSearchParams(request.postData() ?? "").get("message") ?? request.url());
  });
  return { agent, code, sent };
}

const filled = (agent: Agent) =>
  agent.until("document.querySelector('#message')?.value.length > 0 && document.activeElement?.matches('button')");
const said = (page: Page) => page.locator("#gift-form [data-assistant]");

test("fills the gift in for an agent, sends nothing for two seconds, and sends it once on the person's click", async ({
  page,
}) => {
  const { agent, code, sent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", { ...GIFT, showSenderName: true });
  await filled(agent);
  // The only fixed wait in these tests: that nothing happens can only be waited for.
  await page.waitForTimeout(2_000);
  expect([sent, call.isSettled()]).toEqual([[], false]);
  await expect(page.getByRole("radio", { name: "Robin" })).toBeChecked();
  await expect(page.getByLabel("Show my name")).toBeChecked();
  await expect(said(page)).toContainText("Filled in by your assistant: read it, then press “Send” yourself.");
  await expect(said(page).locator("span:visible")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Send" })).toBeFocused();

  await page.keyboard.press("Enter");
  const outcome = await call.outcome;
  expect(outcome.status).toBe("Completed");
  expect(outcome.output).toMatchObject({ ok: true, shareCode: code, giftAssetId: "robin" });
  expect(JSON.stringify(outcome.output)).not.toContain("Merry");
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
  expect(sent).toEqual([GIFT.message]);
});

test("scrolls to the gift that an agent chose, before it is sent", async ({ page }) => {
  const { agent } = await onTree(page);
  await agent.ready();
  await agent.call("fill_message", { ...GIFT, giftAssetId: "kite" });
  await filled(agent);
  const kite = page.getByRole("radio", { name: "Kite" });
  await expect(kite).toBeChecked();
  const row = page.locator(".choices");
  await expect
    .poll(async () => {
      const [inRow, whole] = [await kite.boundingBox(), await row.boundingBox()];
      return inRow !== null && whole !== null && inRow.x >= whole.x && inRow.x + inRow.width <= whole.x + whole.width;
    })
    .toBe(true);
  await expect(page.locator('[data-gift="preview"]')).toHaveClass(/is-live/);
});

for (const press of [
  "document.querySelector('#gift-form .button').click()",
  "document.querySelector('#gift-form').requestSubmit()",
]) {
  test(`sends nothing on a script's click, the first or second time: ${press.split(".").at(-1)}`, async ({ page }) => {
    const { agent, sent } = await onTree(page);
    await agent.ready();
    const call = await agent.call("fill_message", GIFT);
    await filled(agent);
    await agent.script(press);
    const { output } = await call.outcome;
    expect(output).toMatchObject({
      ok: false,
      code: "person_must_press",
      hint: expect.stringContaining("press the button"),
    });
    // The call is over, but the form is still guarded.
    await agent.script(press);
    await agent.until("document.querySelector('#gift-form [data-assistant]').dataset.assistant === 'refused'");
    expect(sent).toEqual([]);
    expect(await agent.script("document.querySelector('#message').value")).toBe(GIFT.message);

    await expect(said(page)).toContainText("Your assistant tried to press “Send,” so we stopped it. Nothing was sent");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
    expect(sent).toEqual([GIFT.message]);
  });
}

test("replaces the first call's input by the second's, and says so", async ({ page }) => {
  const { agent, sent } = await onTree(page);
  await agent.ready();
  const first = await agent.call("fill_message", GIFT);
  await filled(agent);
  const second = await agent.call("fill_message", { ...GIFT, message: "Happy New Year!" });
  await agent.until("document.querySelector('#message').value === 'Happy New Year!'");
  await expect(said(page)).toContainText("Your assistant replaced what was here");
  await expect(said(page).locator("span:visible")).toHaveCount(1);
  await page.getByRole("button", { name: "Send" }).click();
  expect((await second.outcome).output).toMatchObject({ ok: true });
  expect([first.isSettled(), sent]).toEqual([false, ["Happy New Year!"]]);
});

test("leaves the input of a canceled call to the person, and blocks scripts", async ({ page }) => {
  const { agent, sent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", GIFT);
  await filled(agent);
  await call.cancel();
  expect((await call.outcome).status).toBe("Canceled");
  await agent.script("document.querySelector('#gift-form').requestSubmit()");
  expect(sent).toEqual([]);
  await expect(page.getByLabel("Your message")).toHaveValue(GIFT.message);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("refuses texts that are too long with the reason, and sends them once the person shortens them", async ({
  page,
}) => {
  const { agent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", { ...GIFT, message: "🎁".repeat(501) });
  await filled(agent);
  await page.getByRole("button", { name: "Send" }).click();
  expect((await call.outcome).output).toMatchObject({
    ok: false,
    code: "validation_failed",
    details: [{ field: "message", reason: "too_long", max: 500, length: 501 }],
  });
  await expect(page.getByText("Use at most 500 characters. Yours has 501.")).toBeVisible();
  await page.getByLabel("Your message").fill("🎁".repeat(500));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
});

test("reports offensive words by field, and never repeats them in the answer", async ({ page }) => {
  const { agent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", { ...GIFT, message: "You are a fucking idiot" });
  await filled(agent);
  await page.getByRole("button", { name: "Send" }).click();
  const { output } = await call.outcome;
  expect(output).toMatchObject({
    ok: false,
    code: "content_rejected",
    details: [{ field: "message", reason: "offensive_words" }],
  });
  expect(JSON.stringify(output)).not.toContain("idiot");
  await expect(page.getByText("Some of these words could be hurtful.")).toBeVisible();

  const again = await agent.call("fill_message", GIFT);
  await agent.until("document.querySelector('#message').value.startsWith('Merry')");
  await page.getByRole("button", { name: "Send" }).click();
  expect((await again.outcome).output).toMatchObject({ ok: true });
});

test("leaves telling the operator of a mistake to the person", async ({ page }) => {
  const { agent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", { ...GIFT, message: "You are a fucking idiot" });
  await filled(agent);
  await page.getByRole("button", { name: "Send" }).click();
  await call.outcome;
  const include = page.getByLabel("Include my text so that moderators can see what was refused");
  await page.locator("summary", { hasText: "Refused by mistake?" }).click();
  await expect(include).toBeVisible();

  await agent.call("fill_message", { ...GIFT, includesText: true });
  await agent.until("document.querySelector('#message').value.startsWith('Merry')");
  await agent.until("document.activeElement?.closest('.send') !== null");
  await expect(include).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Send" })).toBeFocused();
});

test("fills in nothing for an unknown gift or parameter", async ({ page }) => {
  const { agent, sent } = await onTree(page);
  await agent.ready();
  for (const input of [
    { ...GIFT, giftAssetId: "diamond" },
    { ...GIFT, once: "x" },
  ]) {
    const call = await agent.call("fill_message", input);
    expect((await call.outcome).status).toBe("Error");
  }
  await expect(page.getByLabel("Your message")).toHaveValue("");
  expect(sent).toEqual([]);
});

test("reports a lost connection to the agent, and keeps the text", async ({ page, context }) => {
  const { agent } = await onTree(page);
  await agent.ready();
  const call = await agent.call("fill_message", GIFT);
  await filled(agent);
  await goOffline(context);
  await page.getByRole("button", { name: "Send" }).click();
  expect((await call.outcome).output).toMatchObject({ ok: false, code: "unavailable" });
  await expect(page.getByText("You're offline. Your message is saved")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
});

test("notifies the visitor in their language", async ({ page }) => {
  const { agent } = await onTree(page, "/ko");
  await agent.ready();
  await agent.call("fill_message", GIFT);
  await filled(agent);
  await expect(said(page)).toContainText("어시스턴트가 작성했어요.");
  await expect(said(page)).toHaveAttribute("aria-live", "polite");
});

test("fills a tree's code in, and opens and describes the tree on a click", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const call = await agent.call("fill_tree_code", { tree: code });
  await agent.until(`document.querySelector("#tree").value === "${code}"`);
  await agent.script("document.querySelector('[toolname=fill_tree_code]').requestSubmit()");
  expect((await call.outcome).output).toMatchObject({ ok: false, code: "person_must_press" });
  expect(page.url()).toBe(`${siteUrl}/`);

  const again = await agent.call("fill_tree_code", { tree: code });
  await agent.until(
    "document.querySelector('[toolname=fill_tree_code] [data-assistant]').dataset.assistant === 'again'",
  );
  await page.getByRole("button", { name: "Open the tree" }).click();
  const { status, output } = await again.outcome;
  const url = `${siteUrl}/send-message?tree=${code}`;
  expect(status).toBe("Completed");
  expect(output).toMatchObject([
    { "@context": "https://schema.org", result: { ok: true, shareCode: code, type: "christmas", giftCount: 0, url } },
  ]);
  expect(JSON.stringify(output)).not.toContain("A tree");
});

for (const [kind, tree, code] of [
  ["that is invalid", "hello", "invalid_code"],
  ["without a tree", "abcdefgh", "tree_not_found"],
] as const) {
  test(`explains a code ${kind} on the page that it opens`, async ({ page }) => {
    const agent = await newAgent(page);
    await page.goto("/");
    await agent.ready();
    const call = await agent.call("fill_tree_code", { tree });
    await agent.until(`document.querySelector("#tree").value === "${tree}"`);
    await page.getByRole("button", { name: "Open the tree" }).click();
    expect((await call.outcome).output).toMatchObject([
      { result: { ok: false, code, hint: expect.stringContaining("Ask the person") } },
    ]);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("fills the gift in, says so, and sends it on the person's click", async ({ page }) => {
    const { agent, code, sent } = await onTree(page);
    const call = await agent.call("fill_message", GIFT);
    await expect(page.getByLabel("Your message")).toHaveValue(GIFT.message);
    await expect(said(page).getByText("Filled in by your assistant")).toBeVisible();
    await expect(said(page).locator("span:visible")).toHaveCount(1);
    expect([sent, call.isSettled()]).toEqual([[], false]);
    await page.getByRole("button", { name: "Send" }).click();
    expect((await call.outcome).output).toMatchObject([
      { result: { ok: true, shareCode: code, giftAssetId: "robin" } },
    ]);
    await expect(page.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();
    expect(sent).toEqual([GIFT.message]);
  });

  test("refuses a text that is too long on the page that comes back", async ({ page }) => {
    const { agent } = await onTree(page);
    const call = await agent.call("fill_message", { ...GIFT, senderName: "B".repeat(31) });
    await expect(page.getByLabel("Your name")).toHaveValue("B".repeat(31));
    await page.getByRole("button", { name: "Send" }).click();
    expect((await call.outcome).output).toMatchObject([
      {
        result: {
          ok: false,
          code: "validation_failed",
          details: [{ field: "senderName", reason: "too_long", max: 30, length: 31 }],
        },
      },
    ]);
  });
});
