import type { Page } from "@playwright/test";
import { violationsOn } from "../audit/axe.ts";
import { cookieOfOutcome } from "../fixtures/cookies.ts";
import { adminCommand } from "../fixtures/moderators.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const { API_PORT = "3100", E2E_DATA_DIR = "" } = process.env;

let code: string;
let cookie: string;

test.beforeEach(async ({ site, api }) => {
  ({ code, cookie } = await createTree(site, { name: "Ada's tree" }));
  await addGift(api, code, "For the owner alone", { senderName: "Bob", showSenderName: true });
});

const gifts = (page: Page) => page.locator('.tree-picture [data-gift]:not([data-gift="preview"])');
/** Counts how often a page asks for itself after it was loaded. */
function asked(page: Page): () => number {
  let times = 0;
  page.on("request", (request) => {
    times += request.resourceType() === "fetch" && /\/(send-message|tree\/)/.test(request.url()) ? 1 : 0;
  });
  return () => times;
}

test("shows a gift that arrives, and leaves what is being written as it is", async ({ page, browser }) => {
  await page.goto(`/send-message?tree=${code}`);
  await page.getByLabel("Your message").fill("I am still writ");
  await expect(page.locator('[data-gift="preview"]')).toBeHidden();
  await page.getByRole("radio", { name: "Bell" }).check({ force: true });
  await page.getByLabel("Your message").focus();
  const preview = page.locator('[data-gift="preview"] use');
  await expect(preview).toHaveAttribute("href", /bell/);
  const before = await page.evaluate(() => scrollY);

  const friend = await browser.newPage();
  await friend.goto(`/send-message?tree=${code}`);
  await friend.getByLabel("Your message").fill("Hello");
  await friend.getByLabel("Your name").fill("Carol");
  await friend.getByLabel("Show my name on the tree").check();
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("heading", { name: "It's on the tree" })).toBeVisible();

  await expect(gifts(page)).toHaveCount(2);
  await expect(page.locator(".tree header")).toContainText("2 gifts");
  await expect(page.getByRole("listitem").filter({ hasText: "from Carol" })).toBeVisible();
  await expect(page.locator(".just-hung")).toHaveCount(1);
  await expect(page.locator("live-tree")).toHaveText("1 new gift");
  await page.keyboard.type("ing");
  await expect(page.getByLabel("Your message")).toHaveValue("I am still writing");
  await expect(preview).toHaveAttribute("href", /bell/);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  // A gift that arrived is as good as one that was there.
  await page.locator("named-gifts").getByRole("link", { name: "from Carol" }).click();
  await expect(page.locator(".bubble")).toHaveText("from Carol");
});

test("shows its owner a gift that arrives, and leaves what is read, written and new as it is", async ({
  page,
  api,
  signInAs,
}) => {
  const thanked = `/my-trees/${code}?thanked`;
  await signInAs(`${cookie}; ${cookieOfOutcome(thanked)}`);
  await page.goto(`/my-trees/${code}`);
  await addGift(api, code, "New at the second visit", { senderName: "Dave" });
  await page.goto(thanked);
  const rows = page.locator(".owners-gifts > li");
  await rows.last().getByText("Read the message").click();
  await openSettings(page);
  await page.getByText("Write a thank-you").click();
  await page.getByLabel("Your thank-you").fill("I am still writ");
  await addGift(api, code, "Also for the owner alone", { senderName: "Carol" });
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Carol");
  await expect(rows.last().getByText("For the owner alone")).toBeVisible();
  await expect(rows.getByText("New", { exact: true })).toHaveCount(2);
  await expect(gifts(page)).toHaveCount(3);
  await expect(page.locator(".top")).toContainText("3 gifts");
  await expect(page.locator(".top header").getByRole("status")).toHaveText("Your thank-you is on the tree.");
  await expect(page.locator(".top .badge")).toHaveText("1 new");
  await expect(page.locator("live-tree")).toHaveText("1 new gift");
  await page.keyboard.type("ing");
  await expect(page.getByLabel("Your thank-you")).toHaveValue("I am still writing");

  // Shown as it arrived is not yet seen: it is marked at the next visit.
  await page.reload();
  await expect(rows.getByText("New", { exact: true })).toHaveCount(1);
});

test("shows its owner the first gift of an open tree on its day", async ({ page, site, api, signInAs }) => {
  const tree = await createTree(site);
  await signInAs(tree.cookie);
  await page.goto(`/my-trees/${tree.code}`);
  await expect(page.getByText("Today's the day!")).toBeVisible();
  await addGift(api, tree.code, "The first of all");
  await expect(gifts(page)).toHaveCount(1);
  await expect(page.locator(".top header")).toContainText("1 gift");
});

test("empties its owner's page once the session has ended elsewhere", async ({ page, site, api, signInAs }) => {
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  const text = page.getByText("For the owner alone");
  await page.locator(".owners-gifts > li").getByText("Read the message").click();
  await expect(text).toBeVisible();
  const headers = { cookie, origin: site };
  expect((await fetch(`${site}/auth/sign-out`, { method: "POST", headers })).status).toBe(200);
  await addGift(api, code, "Also for the owner alone");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(text).toHaveCount(0);
  await expect(page.locator("live-tree")).toHaveCount(0);
});

test("leaves the focus on a gift, and an expanded list open", async ({ page, api }) => {
  const hang = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      await addGift(api, code, "Hello", { senderName: "Eve", showSenderName: true });
    await page.goto(`/send-message?tree=${code}`);
  };
  // A few more than a dozen are no reason to collapse them.
  await hang(15);
  await expect(page.locator(".list li")).toHaveCount(16);
  await expect(page.locator("summary")).toHaveCount(0);
  await hang(2);
  await page.locator("summary", { hasText: "Show 6 more" }).click();
  const bob = page.locator("named-gifts").getByRole("link", { name: "from Bob" });
  await bob.focus();
  await addGift(api, code, "Hello", { senderName: "Carol", showSenderName: true });
  await expect(gifts(page)).toHaveCount(19);
  await expect(bob).toBeFocused();
  await expect(page.getByRole("listitem").filter({ hasText: "from Bob" })).toBeVisible();
});

test("asks nothing while the page is hidden, and at once when it is seen again", async ({ page, api }) => {
  const times = asked(page);
  await page.goto(`/send-message?tree=${code}`);
  await expect.poll(times).toBeGreaterThan(1);
  await hide(page, true);
  // A request may have been on its way.
  await page.waitForTimeout(500);
  const before = times();
  await addGift(api, code, "Hello");
  await page.waitForTimeout(5000);
  expect(times()).toBe(before);
  await expect(gifts(page)).toHaveCount(1);
  await hide(page, false);
  await expect(gifts(page)).toHaveCount(2);
});

test("asks with the version that it shows, so that nothing is sent twice", async ({ page }) => {
  const answers: number[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "fetch" && answer.url().includes("/send-message")) {
      answers.push(answer.status());
    }
  });
  await page.goto(`/send-message?tree=${code}`);
  await expect.poll(() => answers.length).toBeGreaterThan(2);
  expect(new Set(answers)).toEqual(new Set([304]));
});

for (const { name, address, shown } of [
  { name: "tree's page", address: () => `/send-message?tree=${code}`, shown: "#gift-form" },
  { name: "screen", address: () => `/tree/${code}/screen`, shown: ".qr-code" },
]) {
  test(`replaces an open ${name} when its tree is taken down, and brings it back when it is restored`, async ({
    page,
  }) => {
    await page.clock.install();
    const admin = (...words: string[]) => adminCommand(E2E_DATA_DIR, "tree", code, ...words);
    const passes = (seconds: number) => page.clock.runFor(seconds * 1000);
    await page.goto(address());
    if (shown === "#gift-form") await page.getByLabel("Your message").fill("I am still writ");
    expect((await admin("take-down", "--reason", "spam")).code).toBe(0);
    const gone = page.getByRole("heading", { name: "We can't find that tree" });
    await expect(async () => {
      await passes(10);
      await expect(gone).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(gifts(page)).toHaveCount(0);
    await expect(page).toHaveTitle(/Open the tree/);
    // What somebody was writing is not lost with the page.
    if (shown === "#gift-form") await expect(page.getByLabel("Your unsent message")).toHaveValue("I am still writ");
    const times = asked(page);
    await passes(50);
    expect(times()).toBeLessThanOrEqual(1);

    expect((await admin("restore", "--reason", "mistake")).code).toBe(0);
    await expect(async () => {
      await passes(60);
      await expect(page.locator(shown)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(gifts(page)).toHaveCount(1);
    await expect(page).toHaveTitle(/Ada's tree/);
    if (shown === "#gift-form") await expect(page.getByLabel("Your message")).toHaveValue("I am still writ");
    // The page that came back is as live as before.
    await addGift(`http://localhost:${API_PORT}`, code, "Hello");
    await expect(async () => {
      await passes(2);
      await expect(gifts(page)).toHaveCount(2, { timeout: 1000 });
    }).toPass();
    await expect(page.locator("live-tree")).toHaveCount(1);
  });
}

/** Playwright's pages are always visible. */
async function hide(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

const SCREENS = [
  { name: "a hall", width: 1920, height: 1080, colorScheme: "light", language: "en" },
  { name: "a projector", width: 1280, height: 720, colorScheme: "dark", language: "ko" },
  { name: "a phone", width: 390, height: 844, colorScheme: "dark", language: "en" },
] as const;

for (const { name, width, height, colorScheme, language } of SCREENS) {
  test(`fills the screen of ${name} with the tree, live`, async ({ page, api }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${language}/tree/${code}/screen`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada's tree");
    await expect(page.getByText(code)).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".qr-code")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("header, footer")).toHaveCount(0);
    await addGift(api, code, "Hello");
    await expect(gifts(page)).toHaveCount(2);
    await expect(page.locator(".count")).toHaveText(language === "en" ? "2 gifts" : "선물 2개");
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(size).toEqual([width, height]);
    expect(await violationsOn(page)).toEqual({ light: [], dark: [] });
  });
}

test("covers no gift with a long name, on a wide screen", async ({ page, site, api }) => {
  for (const type of ["christmas", "birthday", "valentine"] as const) {
    const named = await createTree(site, { name: "Wwwwwwww Mmmmmmmm Grandmother's Wwwwwww", type });
    for (let count = 0; count < 14; count += 1) await addGift(api, named.code, "Hello");
    for (const [width, height] of [
      [960, 800],
      [1024, 768],
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/tree/${named.code}/screen`);
      await expect(gifts(page)).toHaveCount(14);
      const covered = await page.evaluate(() => {
        const about = document.querySelector(".about")?.getBoundingClientRect();
        const boxes = [...document.querySelectorAll("[data-gift]")].map((gift) => gift.getBoundingClientRect());
        return boxes.filter(({ left, top }) => about && left < about.right && top < about.bottom).length;
      });
      expect(covered, `${type}, ${width} × ${height}`).toBe(0);
    }
  }
});

test("takes the screen's whole surface at the press of a button", async ({ page }) => {
  await page.goto(`/tree/${code}/screen`);
  const button = page.getByRole("button", { name: "Full screen" });
  await button.click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(button).toBeHidden();
});

test("is reached from the owner's tree", async ({ page, signInAs }) => {
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await page.getByRole("button", { name: "Share your tree" }).click();
  await page.getByRole("link", { name: "Show on a big screen" }).click();
  await expect(page).toHaveURL(`/tree/${code}/screen`);
  await expect(gifts(page)).toHaveCount(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the screen of a tree that is gone looks whether it is back", async ({ page }) => {
    await page.goto("/tree/ZZZZZZZZ/screen");
    await expect(page.locator("noscript meta[http-equiv=refresh], meta[http-equiv=refresh]")).toHaveAttribute(
      "content",
      "60",
    );
  });

  test("the screen loads itself again and again", async ({ page, api }) => {
    await page.goto(`/tree/${code}/screen`);
    await expect(page.getByText("1 gift", { exact: true })).toBeVisible();
    await expect(page.getByRole("button")).toHaveText(["Everyone's here"]);
    await addGift(api, code, "Hello");
    await expect(page.getByText("2 gifts", { exact: true })).toBeVisible({ timeout: 40_000 });
  });
});
