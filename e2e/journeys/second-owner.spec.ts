import type { Browser, Page } from "@playwright/test";
import { addDays, dayIn } from "#contract/days";
import { confirmEmail } from "../fixtures/moderators.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inviteTo, joinTree, newOwner } from "../fixtures/visitors.ts";

const ZONE = "Pacific/Kiritimati";
const today = () => dayIn(ZONE, new Date());
const FOR_ADA = "Only for Ada";

/** What the pages say. */
const WORDS = {
  en: {
    add: "Add a second owner",
    name: "Your name",
    make: "Create the link",
    link: "Link for the second owner",
    invites: "Ada wants to share the tree “Ours” with you.",
    accept: "Become the second owner",
    joined: "You now share this tree with Ada.",
    earlier: "Left before you joined: only Ada reads them.",
    twoReaders: "This tree has two owners. Both will read your message.",
    send: "Send",
    changed: "A second person can read this tree's messages now. Send again if that's fine.",
    thanks: "Only the tree's two owners can read your message.",
    one: "1 gift is waiting",
    settings: "Settings",
    leave: "Leave this tree",
    confirm: "Yes, I want to leave this tree",
    left: "You've left the tree.",
    passOn: "The tree will belong to Bea for good",
    gone: "Left before the tree became yours: these messages are gone.",
    deletion: "Delete the gift from a secret friend",
  },
  ko: {
    add: "공동 주인 초대하기",
    name: "내 이름",
    make: "초대 링크 만들기",
    link: "공동 주인 초대 링크",
    invites: "Ada 님이 “Ours” 트리를 함께 보자고 초대했어요.",
    accept: "함께 보기",
    joined: "이제 Ada 님과 함께 보는 트리예요.",
    earlier: "함께하기 전에 달린 선물이에요. 메시지는 Ada 님만 읽어요.",
    twoReaders: "이 트리는 주인이 두 명이에요. 메시지는 두 사람 모두 읽어요.",
    send: "보내기",
    changed: "이제 두 사람이 이 트리의 메시지를 볼 수 있어요. 괜찮다면 다시 보내 주세요.",
    thanks: "메시지는 트리 주인 두 명만 볼 수 있어요.",
    one: "선물 1개",
    settings: "설정",
    leave: "이 트리에서 나가기",
    confirm: "네, 이 트리에서 나갈게요",
    left: "트리에서 나왔어요.",
    passOn: "트리는 Bea 님에게 완전히 넘어가고",
    gone: "트리를 넘겨받기 전에 달린 선물이에요. 메시지는 남아 있지 않아요.",
    deletion: "익명의 친구가 준 선물 삭제하기",
  },
};

/** A signed-in owner with a confirmed address. */
async function person(site: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  return confirmEmail(site, email, process.env.E2E_DATA_DIR ?? "", await newOwner(site, email));
}

/** A browser of another person, signed in with that cookie if there is one. */
async function browserOf(browser: Browser, site: string, javaScriptEnabled: boolean, cookie = ""): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled, reducedMotion: "reduce" });
  for (const pair of cookie === "" ? [] : cookie.split("; ")) {
    const [name = "", value = ""] = pair.split(/=(.*)/);
    await context.addCookies([{ name, value, url: site }]);
  }
  return context.newPage();
}

for (const [language, javaScriptEnabled] of [
  ["en", true],
  ["ko", false],
] as const) {
  const words = WORDS[language];

  test.describe(`${language}, ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled });

    test("two people share a tree: invited, told to friends, read, and left", async ({ browser, site, api }) => {
      const [ada, bea] = [await person(site), await person(site)];
      const { code } = await createTree(site, { owner: ada, name: "Ours", openingDay: today() });
      await addGift(api, code, FOR_ADA, { senderName: "Quentin" });
      const own = `/${language}/my-trees/${code}`;

      // Ada invites.
      const hers = await browserOf(browser, site, javaScriptEnabled, ada);
      await hers.goto(own);
      await hers.getByRole("link", { name: words.add }).click();
      await hers.getByLabel(words.name).fill("Ada");
      await hers.getByRole("button", { name: words.make }).click();
      const link = await hers.getByLabel(words.link, { exact: true }).inputValue();
      expect(new URL(link).pathname).toBe("/second-owner");

      // A friend has the form open since before.
      const friends = await browserOf(browser, site, javaScriptEnabled);
      await friends.goto(`/${language}/send-message?tree=${code}`);
      await expect(friends.getByText(words.twoReaders)).toHaveCount(0);

      // Bea accepts, and sees what she shares.
      const others = await browserOf(browser, site, javaScriptEnabled, bea);
      await others.goto(link.replace("/second-owner", `/${language}/second-owner`));
      await expect(others.getByText(words.invites)).toBeVisible();
      await others.getByLabel(words.name).fill("Bea");
      await others.getByRole("button", { name: words.accept }).click();
      await expect(others.getByRole("status").first()).toHaveText(words.joined);
      await expect(others.getByText(words.earlier)).toBeVisible();
      expect(await others.content()).not.toContain("Quentin");

      // The friend is told, with the text kept, and sends again.
      await friends.locator("#message").fill("For both of you");
      await friends.locator("#senderName").fill("Rosa");
      await friends.getByRole("button", { name: words.send, exact: true }).click();
      await expect(friends.getByRole("alert").first()).toHaveText(words.changed);
      await expect(friends.getByText(words.twoReaders)).toBeVisible();
      await expect(friends.locator("#message")).toHaveValue("For both of you");
      await friends.getByRole("button", { name: words.send, exact: true }).click();
      await expect(friends.locator("#thanks")).toContainText(words.thanks);

      // Both read it; the earlier one is Ada's alone.
      for (const [page, canRead] of [
        [hers, true],
        [others, false],
      ] as const) {
        await page.goto(`${own}?all`);
        await expect(page.getByText("For both of you")).toBeVisible();
        await expect(page.getByText(FOR_ADA)).toHaveCount(canRead ? 1 : 0);
      }
      await others.goto(`${own}/opening`);
      await expect(others.getByRole("heading", { name: words.one })).toBeVisible();
      for (const path of ["/keepsake", "/keepsake.json", "/opening", ""])
        expect(await (await others.request.get(own + path)).text()).not.toContain(FOR_ADA);

      // Bea has no settings, and leaves.
      await others.goto(own);
      await expect(others.getByRole("heading", { name: words.settings })).toHaveCount(0);
      await others.getByRole("link", { name: words.leave }).click();
      await others.locator("summary", { hasText: words.leave }).click();
      await others.getByLabel(words.confirm).check();
      await others.getByRole("button", { name: words.leave }).click();
      await expect(others.getByRole("status").first()).toHaveText(words.left);
      await expect(others.getByRole("link", { name: "Ours" })).toHaveCount(0);
      expect((await others.goto(own))?.status()).toBe(404);
    });

    test("the creator leaves the tree to the second owner", async ({ browser, site, api }) => {
      const [ada, bea] = [await person(site), await person(site)];
      const openingDay = addDays(today(), 9);
      const { code } = await createTree(site, { owner: ada, name: "Ours", openingDay });
      await addGift(api, code, FOR_ADA, { senderName: "Quentin" });
      await joinTree(site, code, ada, bea, "Bea");
      const own = `/${language}/my-trees/${code}`;
      const hers = await browserOf(browser, site, javaScriptEnabled, ada);
      await hers.goto(`${own}/second-owner`);
      await hers.locator("summary", { hasText: words.leave }).click();
      await expect(hers.getByText(words.passOn)).toBeVisible();
      await hers.getByLabel(words.confirm).check();
      await hers.getByRole("button", { name: words.leave }).click();
      await expect(hers.getByRole("status").first()).toHaveText(words.left);

      const others = await browserOf(browser, site, javaScriptEnabled, bea);
      await others.goto(own);
      await expect(others.getByRole("heading", { name: words.settings })).toBeVisible();
      await expect(others.getByText(words.gone)).toBeVisible();
      expect(await others.content()).not.toContain("Quentin");
      await expect(others.getByRole("link", { name: words.deletion, exact: true })).toBeVisible();
    });
  });
}

test("a link says whose account would join, and then where the tree is", async ({ browser, site }) => {
  const [ada, email] = [await person(site), `${crypto.randomUUID()}@example.com`];
  const bea = await confirmEmail(site, email, process.env.E2E_DATA_DIR ?? "", await newOwner(site, email));
  const { code } = await createTree(site, { owner: ada, name: "Ours", openingDay: today() });
  const link = `/en/second-owner?token=${await inviteTo(site, code, ada)}`;
  const page = await browserOf(browser, site, true, bea);
  await page.goto(link);
  await expect(page.getByText(`You're signed in as ${email}`)).toBeVisible();
  await page.getByLabel(WORDS.en.name).fill("Bea");
  await page.getByRole("button", { name: WORDS.en.accept }).click();
  await expect(page.getByRole("status").first()).toHaveText(WORDS.en.joined);

  // Somebody who follows it again has not lost anything.
  await page.goto(link);
  await page.getByRole("main").getByRole("link", { name: "My trees" }).click();
  await expect(page.getByRole("link", { name: "Ours" })).toBeVisible();
});

test("a link that is no good says so, and somebody who is signed out finds the way to sign in", async ({ page }) => {
  await page.goto("/second-owner?token=none");
  await expect(page.getByText("Someone wants to share a tree with you.")).toBeVisible();
  const way = page.getByRole("main").getByRole("link", { name: "Sign in" });
  expect(await way.getAttribute("href")).toContain(encodeURIComponent("/second-owner?token=none"));
});
