import type { Page } from "@playwright/test";
import { cookieOfOutcome } from "../fixtures/cookies.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, newOwner, prepareSurprise, ZONE } from "../fixtures/visitors.ts";

const PASSWORD = "correct horse battery";
const TEXT = "Only Ada may read this";

const address = () => `${crypto.randomUUID()}@example.com`;

/** Confirms the address of the account that the page is signed in to. */
async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(email, "Confirm your email address"));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByText("Your email is confirmed")).toBeVisible();
}

/** Makes the link that claims a tree, from its page. */
async function linkOf(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Give it to Ada" }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("It won't be shown again")).toBeVisible();
  return page.getByLabel("Link to share").or(page.locator("share-link input")).first().inputValue();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a tree is prepared for somebody, who claims it by a link and alone reads it", async ({
      page,
      browser,
      api,
    }, info) => {
      const [bob, ada] = [address(), address()];
      await page.goto(
        `/create?${new URLSearchParams({ name: "For Ada", type: "birthday", openingDay: inDays(0), timeZone: ZONE })}`,
      );
      await expect(page.getByLabel("What do your friends call you?")).toBeVisible();
      await page.getByLabel("It's a surprise for someone else").check();
      await page.getByLabel("What do friends call the person it's for?").fill("Ada");
      await page.getByLabel("What do friends call you?").fill("Bob");
      await page.getByRole("button", { name: "Create the tree" }).click();
      await page.getByLabel("Email").fill(bob);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign up" }).click();
      await expect(page).toHaveURL(/\/organizing\/\w{8}\?created$/);
      await expect(page.getByRole("heading", { level: 1, name: "For Ada" })).toBeVisible();
      const organizing = new URL(page.url()).pathname;
      const code = organizing.slice(-8);

      const friend = await browser.newPage(info.project.use);
      await friend.goto(`/send-message?tree=${code}`);
      const told =
        "Bob is preparing this tree as a surprise for Ada. Only Ada will be able to read the messages, after claiming the tree.";
      await expect(friend.getByText(told)).toBeVisible();
      await friend.getByLabel("Your message", { exact: true }).fill(TEXT);
      await friend.getByLabel("Your name", { exact: true }).fill("Cara");
      await friend.getByRole("button", { name: "Send", exact: true }).click();
      await expect(friend.getByText("It's on the tree!")).toBeVisible();

      await page.goto(`${organizing}/link`);
      await expect(page.getByText("Confirm your email first")).toBeVisible();
      await expect(page.getByRole("button", { name: "Make the link" })).toHaveCount(0);
      await confirm(page, bob);
      await page.goto("/my-trees");
      await page.getByRole("region", { name: "Trees you're preparing" }).getByRole("link", { name: "For Ada" }).click();
      await expect(page.getByText(TEXT)).toHaveCount(0);
      expect((await page.goto(`/my-trees/${code}`))?.status()).toBe(404);
      await page.goto(organizing);
      const link = await linkOf(page);
      expect(page.url()).not.toContain("key=");
      await expect(page.locator(".invitation [data-gift] title")).toHaveText(["A wrapped gift"]);

      await friend.goto(link);
      await expect(friend.getByRole("heading", { level: 1 })).toHaveText("Bob has a surprise for you");
      await expect(friend.locator("[data-gift] title")).toHaveText(["A wrapped gift"]);
      await friend.getByRole("link", { name: "Claim your tree" }).click();
      await friend.getByLabel("Email").fill(ada);
      await friend.getByLabel("Password").fill(PASSWORD);
      await friend.getByRole("button", { name: "Sign up" }).click();
      await expect(friend.getByText("Confirm your email first")).toBeVisible();
      const waiting = async () => (await friend.context().cookies()).filter(({ name }) => name === "claim");
      expect(await waiting()).not.toEqual([]);
      for (const cookie of await waiting())
        expect(cookie).toMatchObject({ httpOnly: true, path: expect.stringMatching(/confirm-email$/) });
      await friend.goto(await mailedLink(ada, "Confirm your email address"));
      await friend.getByRole("button", { name: "Confirm my email" }).click();
      // Back at the surprise, which is forgotten once that has led there.
      await expect(friend).toHaveURL(link.replace("/claim", "/en/claim"));
      expect(await waiting()).toEqual([]);
      await friend.getByRole("button", { name: "Claim your tree" }).click();
      await expect(friend).toHaveURL(new RegExp(`/my-trees/${code}/opening$`));
      await expect(friend.getByText("1 gift is waiting for you.")).toBeVisible();
      await friend.goto(`/my-trees/${code}?all`);
      await expect(friend.getByText(TEXT)).toBeVisible();

      expect((await page.goto(organizing))?.status()).toBe(404);
      expect((await page.goto(link))?.status()).toBe(410);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link doesn't work anymore");
      expect(await (await fetch(`${api}/v1/trees/${code}`)).json()).toMatchObject({ data: { organizerName: null } });
      await friend.close();
    });

    test("its organizer deletes gifts, pauses and deletes it", async ({ page, site, api, becomeOwner }) => {
      const cookie = await becomeOwner();
      const code = await prepareSurprise(site, cookie);
      for (const senderName of ["Cara", "Dan"]) await addGift(api, code, TEXT, { senderName, showSenderName: true });
      await page.goto(`/organizing/${code}`);
      await expect(page.locator("share-link").first()).toHaveAttribute("data-text", /preparing a surprise for Ada!/);
      await openSettings(page);
      await page.locator("summary", { hasText: "Delete gifts" }).click();
      await page.getByRole("checkbox", { name: "Cara" }).check();
      await page.getByRole("button", { name: "Delete selected" }).click();
      await expect(page.getByText("The gift and its message are deleted.")).toBeVisible();
      await openSettings(page);
      await page.getByRole("button", { name: "Pause new gifts" }).click();
      await expect(page.getByText("New gifts are paused.")).toBeVisible();
      await openSettings(page);
      await page.locator("summary", { hasText: "Delete the tree" }).click();
      await page.getByRole("checkbox", { name: "Yes, delete this tree" }).check();
      await page.getByRole("button", { name: "Delete the tree" }).click();
      await expect(page.getByText("The tree has been deleted.")).toBeVisible();
    });
  });
}

test("a tree that was claimed before its day is shared first", async ({ page, site, signInAs }) => {
  const { code, cookie } = await createTree(site, { openingDay: inDays(30) });
  const claimed = `/my-trees/${code}?claimed`;
  await signInAs(`${cookie}; ${cookieOfOutcome(claimed)}`);
  await page.goto(claimed);
  await expect(page.getByText("The tree is yours now.")).toBeVisible();
  await expect(page.locator(".start > .bar:not(.aside)")).toBeVisible();
});

test("the page with a link's secret is stored nowhere and names it to nobody", async ({ page, site }) => {
  const email = address();
  const cookie = await newOwner(site, email);
  const code = await prepareSurprise(site, cookie);
  for (const path of [`/claim?tree=${code}&key=none`, `/organizing/${code}/link`]) {
    const { headers } = await fetch(site + path, { headers: { cookie } });
    expect([path, headers.get("cache-control")]).toEqual([path, expect.stringContaining("no-store")]);
  }
  const { headers } = await fetch(`${site}/claim?tree=${code}&key=none`);
  expect(headers.get("referrer-policy")).toBe("same-origin");
  await page.goto(`/claim?tree=${code}&key=none`);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const body = new URLSearchParams({ tree: code, key: "k".repeat(20_000) });
  const headersOfForm = { origin: site, cookie };
  expect((await fetch(`${site}/claim`, { method: "POST", headers: headersOfForm, body })).status).toBe(410);
});

for (const [prefix, words] of Object.entries({
  "/ko":
    "Bob 님의 깜짝 선물 트리예요. Ada 님에게 주려고 준비하고 있어요. 메시지는 트리를 받은 Ada 님만 읽을 수 있어요.",
  "/ja":
    "Bobさんが、Adaさんへのサプライズとして準備しているツリーです。メッセージを読めるのは、ツリーを受け取ったAdaさんだけです。",
  "/es": "Bob prepara este árbol como sorpresa para Ada. Solo Ada podrá leer los mensajes, cuando reciba el árbol.",
}))
  test(`pages in ${prefix} say who prepares a tree for whom, and other trees do not`, async ({ page, site }) => {
    const cookie = await newOwner(site);
    await page.goto(`${prefix}/send-message?tree=${await prepareSurprise(site, cookie)}`);
    await expect(page.locator("#gift-form")).toContainText(words);
    await page.goto(`${prefix}/send-message?tree=${(await createTree(site, { owner: cookie })).code}`);
    await expect(page.locator("#gift-form")).toBeVisible();
    await expect(page.locator("#gift-form")).not.toContainText("Bob");
  });
