import type { Locator, Page } from "@playwright/test";
import { covered } from "../fixtures/covered.ts";
import { confirmEmail } from "../fixtures/moderators.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, newOwner } from "../fixtures/visitors.ts";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; SM-S938N Build/AP3A.240905.015; wv) AppleWebKit/537.36 (KHTML, like Gecko)";
const WEB_VIEW = `${ANDROID} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`;
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

/** What the browsers inside these apps call themselves. */
const APPS = {
  "KakaoTalk on Android": `${WEB_VIEW} KAKAOTALK/25.8.0 (INAPP)`,
  "KakaoTalk on iOS": `${IPHONE} Mobile/15E148 KAKAOTALK 25.8.1`,
  "LINE on Android": `${WEB_VIEW} Line/15.12.1/IAB`,
  "LINE on iOS": `${IPHONE} Mobile/15E148 Safari Line/15.12.1`,
  "Instagram on Android": `${WEB_VIEW} Instagram 424.0.0.37.103 Android (35/15; 480dpi; 1080x2340; samsung; SM-S938N)`,
  "Instagram on iOS": `${IPHONE} Mobile/22G86 Instagram 424.1.0.31.54 (iPhone17,1; iOS 18_6; en_GB) NW/3 Safari/604.1`,
  "Facebook on Android": `${WEB_VIEW} [FB_IAB/FB4A;FBAV/520.0.0.42.110;]`,
  "Facebook on iOS": `${IPHONE} Mobile/22G86 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone17,1;FBSN/iOS;FBSV/18.6]`,
  "an app without a name on Android": WEB_VIEW,
};
const BROWSERS = {
  "Chrome on Android":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
  "Safari on iOS": `${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`,
};
const WORDS = {
  en: { menu: "Tap ⋯ or ⋮ and open this page in your browser.", open: "Open in your browser" },
  ko: { menu: "⋯ 또는 ⋮ 메뉴에서 이 페이지를 브라우저로 열어 주세요.", open: "브라우저에서 열기" },
  ja: { menu: "「⋯」または「⋮」から、このページをブラウザで開いてください。", open: "ブラウザで開く" },
};
const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 664 },
];
const { E2E_DATA_DIR = "" } = process.env;
/** A story picture is painted when it is asked for. */
const PAINTED = { timeout: 30_000 };
const BY_HAND = "We've selected it for you. Now copy it.";
const PASSWORD = "correct horse battery";
const phone = { viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true };

const isIos = (app: string) => app.endsWith("iOS");
/** Some web views have no clipboard, the others refuse it. */
const hasClipboard = (app: string) => !app.startsWith("LINE");

/** The web view of Android has no share sheet, no passkeys and no new windows. */
function asOnAndroid(refusesCopies: boolean) {
  const clipboard = { writeText: () => Promise.reject(new DOMException("refused", "NotAllowedError")) };
  Object.defineProperty(Navigator.prototype, "clipboard", { value: refusesCopies ? clipboard : undefined });
  Reflect.deleteProperty(Navigator.prototype, "share");
  Reflect.deleteProperty(window, "PublicKeyCredential");
  window.open = () => null;
  addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[target=_blank]")) event.preventDefault();
  });
}

/** That of iOS has a share sheet, and a passkey fails there as if it was canceled. */
function asOnIos() {
  const share = async (shared: ShareData) => void Object.assign(window, { shared });
  Object.defineProperty(Navigator.prototype, "share", { value: share });
  Object.defineProperty(Navigator.prototype, "canShare", { value: () => true });
  navigator.credentials.get = () => Promise.reject(new DOMException("not allowed", "NotAllowedError"));
}

const lackWhatItLacks = (page: Page, app: string) =>
  isIos(app) ? page.addInitScript(asOnIos) : page.addInitScript(asOnAndroid, hasClipboard(app));

/** The app's own link that opens an address in the phone's browser; null where there is none. */
function outside(app: string, address: string): string | null {
  if (app.startsWith("KakaoTalk")) return `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`;
  if (!app.startsWith("LINE")) return null;
  return `${address}${address.includes("?") ? "&" : "?"}openExternalBrowser=1`;
}

const wayIn = (page: Page, why: string) => page.locator("open-outside [role=status]", { hasText: why });

/** Expects the way out beside what cannot be done, to that address, or by the app's menu. */
async function expectWay(page: Page, app: string, address: string, { why = "Saving", byMenu = true } = {}) {
  const way = wayIn(page, why);
  await expect(way).toBeVisible();
  const link = outside(app, address);
  await expect(way.getByText(WORDS.en.menu)).toBeVisible({ visible: link === null && byMenu });
  await expect(way.getByRole("link")).toHaveCount(link === null ? 0 : 1);
  if (link !== null) await expect(way.getByRole("link", { name: WORDS.en.open })).toHaveAttribute("href", link);
}

/** Presses what may not work there, once its script is there to say so. */
async function press(page: Page, control: Locator) {
  await page.evaluate(() => customElements.whenDefined("open-outside").then(() => {}));
  await control.click();
}

const selected = (page: Page) => page.evaluate(() => String(getSelection()));
const shared = (page: Page) =>
  page.evaluate(() => {
    const { url, files = [] }: ShareData = Reflect.get(window, "shared") ?? {};
    return { url, files: files.map(({ name }) => name) };
  });

async function leaveGift(page: Page, code: string) {
  await page.goto(`/en/send-message?tree=${code}`);
  await page.getByRole("link", { name: "Leave a gift" }).click();
  await page.getByLabel("Your message").fill("Hello");
  await page.getByLabel("Your name").fill("Bob");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "It's on the tree!" })).toBeVisible();
}

for (const [app, userAgent] of Object.entries(APPS)) {
  test.describe(`inside ${app}`, () => {
    // Nothing is downloaded there.
    test.use({ ...phone, userAgent, acceptDownloads: false });

    test("leaves a gift, passes the tree on, signs in and keeps the story picture", async ({ page, site }) => {
      const email = `ada-${crypto.randomUUID()}@example.com`;
      const owner = await newOwner(site, email);
      const { code } = await createTree(site, { owner, openingDay: inDays(9) });
      const link = `${site}/send-message?tree=${code}`;
      const passOn = async () => {
        const button = page.getByRole("button", { name: isIos(app) ? /^(Invite friends|Tell friends)$/ : "Copy link" });
        await button.first().click();
        await expect(page.getByText(BY_HAND)).toBeVisible({ visible: !isIos(app) });
        expect(isIos(app) ? (await shared(page)).url : await selected(page)).toBe(link);
      };
      await lackWhatItLacks(page, app);

      await leaveGift(page, code);
      await press(page, page.getByRole("link", { name: "Add opening day to calendar" }));
      // In another browser, this page is the tree's.
      await expectWay(page, app, `${site}/calendar/${code}.ics`, { byMenu: false });
      if (isIos(app) || hasClipboard(app)) await passOn();
      else await page.getByLabel("Link to share").click();
      if (!isIos(app)) expect(await selected(page)).toBe(link);

      const signIn = `${site}/en/sign-in?next=%2Fmy-trees%2F${code}`;
      await page.goto(signIn);
      await expectWay(page, app, signIn, { why: "Passkeys" });
      const passkey = page.getByRole("button", { name: "Sign in with a passkey" });
      await expect(passkey).toBeVisible({ visible: isIos(app) });
      if (isIos(app)) {
        await passkey.click();
        await expect(page.getByText("No passkey was used.")).toBeVisible();
      }
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page).toHaveURL(`${site}/en/my-trees/${code}`);

      // Before its script, the link downloads.
      await page.waitForLoadState();
      await press(page, page.getByRole("link", { name: "Share as a story" }));
      if (isIos(app)) await expect.poll(async () => (await shared(page)).files, PAINTED).toEqual([`tree-${code}.png`]);
      else await expectWay(page, app, `${site}/story-card/${code}-en.png`);
      await expect(page.locator("open-outside [role=status]:not(:empty)")).toHaveCount(isIos(app) ? 0 : 1);
      await passOn();
    });
  });
}

test.describe("inside KakaoTalk", () => {
  const app = "KakaoTalk on Android";
  test.use({ ...phone, userAgent: APPS[app], acceptDownloads: false });

  test("goes on in the phone's browser, where the emailed link signs in", async ({ page, browser, site }) => {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    await confirmEmail(site, email, E2E_DATA_DIR, await newOwner(site, email));
    const next = `/create?${new URLSearchParams({ name: "Ada's tree", type: "birthday" })}`;
    const address = `${site}/en/reset-password?${new URLSearchParams({ next })}`;
    await page.goto(address);
    await expectWay(page, app, address, { why: "signs you in there" });
    const outsideOfIt = await browser.newContext({ userAgent: BROWSERS["Chrome on Android"] });
    const [there, mail] = [await outsideOfIt.newPage(), await outsideOfIt.newPage()];
    await there.goto(address);
    await expect(there.locator("open-outside")).toHaveText("");
    await there.getByLabel("Email").fill(email);
    await there.getByRole("button", { name: "Send me a link" }).click();
    await mail.goto(await mailedLink(email, "Your sign-in link"));
    await mail.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(mail).toHaveURL(/my-trees/);
    await there.getByRole("link", { name: "Continue where you left off" }).click();
    await expect(there.getByLabel("The tree's name")).toHaveValue("Ada's tree");
    await outsideOfIt.close();
  });

  test("leads to signing in outside for what the session's browser alone is sent", async ({
    page,
    site,
    api,
    signInAs,
  }) => {
    const { code, cookie } = await createTree(site);
    await addGift(api, code, "Hello");
    await signInAs(cookie);
    await page.goto("/en/account");
    await press(page, page.getByRole("link", { name: "Download" }));
    await expectWay(page, app, `${site}/en/account`);
    const keepsake = `${site}/en/my-trees/${code}/keepsake`;
    await page.addInitScript(() => Object.assign(window, { print: () => {} }));
    await page.goto(keepsake);
    await press(page, page.getByRole("button", { name: "Print it" }));
    await expectWay(page, app, keepsake);
  });

  test("keeps what was written after the session ended, though no new window opens", async ({
    page,
    context,
    site,
    api,
    signInAs,
  }) => {
    await lackWhatItLacks(page, app);
    const { code, cookie } = await createTree(site);
    await addGift(api, code, "Hello");
    await signInAs(cookie);
    await page.goto(`/en/my-trees/${code}`);
    await openSettings(page);
    await page.getByText("Write a thank-you").click();
    await page.getByLabel("Your thank-you").fill("Thank you all!");
    await context.clearCookies();
    await page.getByRole("button", { name: "Show it on my tree" }).click();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByText("Thank you all!")).toBeVisible();
    await signInAs(cookie);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "A thank-you" })).toContainText("Thank you all!");
  });

  test("adds no passkey, and says where it can be done", async ({ page, site, signInAs }) => {
    await lackWhatItLacks(page, app);
    const email = `ada-${crypto.randomUUID()}@example.com`;
    await signInAs(await confirmEmail(site, email, E2E_DATA_DIR, await newOwner(site, email)));
    await page.goto("/en/account");
    await expect(page.getByText("This browser can't add passkeys.")).toBeVisible();
    await expectWay(page, app, `${site}/en/account`, { why: "Passkeys" });
  });
});

for (const [error, isCopied] of [
  ["AbortError", false],
  ["InvalidStateError", false],
  ["NotAllowedError", true],
] as const) {
  test(`a share sheet that answers ${error} ${isCopied ? "lets the link be copied" : "changes nothing"}`, async ({
    page,
    site,
    signInAs,
  }) => {
    const { code, cookie } = await createTree(site, { openingDay: inDays(9) });
    await signInAs(cookie);
    await page.addInitScript((name) => {
      const share = () =>
        Promise.reject(new DOMException(name, name)).finally(() => Object.assign(window, { asked: 1 }));
      Object.defineProperty(Navigator.prototype, "share", { value: share });
      navigator.clipboard.writeText = async () => {};
    }, error);
    await page.goto(`/en/my-trees/${code}`);
    await page.getByRole("button", { name: "Invite friends" }).click();
    await expect.poll(() => page.evaluate(() => "asked" in window)).toBe(true);
    await expect(page.getByText("Link copied.")).toBeVisible({ visible: isCopied });
  });
}

test("LINE's parameter changes nothing about a page or a file", async ({ page, site }) => {
  const { code } = await createTree(site, { openingDay: inDays(9) });
  await page.goto("/en/sign-in?next=%2Faccount&openExternalBrowser=1");
  await expect(page).toHaveURL(`${site}/en/sign-in?next=%2Faccount`);
  const picture = await page.request.get(`/story-card/${code}-en.png?openExternalBrowser=1`);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
});

for (const [browser, userAgent] of Object.entries(BROWSERS)) {
  test.describe(`in ${browser}`, () => {
    test.use({ ...phone, userAgent });

    test("says nothing of apps", async ({ page, site }) => {
      const { code } = await createTree(site, { openingDay: inDays(9) });
      await leaveGift(page, code);
      const calendar = page.waitForEvent("download");
      await page.getByRole("link", { name: "Add opening day to calendar" }).click();
      await calendar;
      await expect(page.locator("open-outside [role=status]")).toHaveCount(0);
      await page.goto("/en/sign-in");
      await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
      await expect(page.locator("open-outside [role=status]")).toHaveCount(0);
    });
  });
}

for (const [app, language] of [
  ["LINE on Android", "ja"],
  ["KakaoTalk on Android", "ko"],
  ["Instagram on Android", "en"],
] as const) {
  test.describe(`inside ${app}, in ${language}`, () => {
    test.use({ ...phone, userAgent: APPS[app], acceptDownloads: false });

    test("covers nothing with the way out, and nothing is cut", async ({ page, site, signInAs }) => {
      const { code, cookie } = await createTree(site, { openingDay: inDays(9) });
      await lackWhatItLacks(page, app);
      const words = WORDS[language];
      const seen = outside(app, "") === null ? words.menu : words.open;
      const look = async () => {
        const way = page.locator("open-outside [role=status]", { hasText: seen });
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await way.scrollIntoViewIfNeeded();
          await expect(way).toBeInViewport({ ratio: 1 });
          expect(await covered(page, "open-outside [role=status], input, button"), page.url()).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(size.width);
        }
      };
      await page.goto(`/${language}/sign-in`);
      await look();
      await page.goto(`/${language}/reset-password?next=%2Faccount`);
      await look();
      await signInAs(cookie);
      await page.goto(`/${language}/my-trees/${code}`);
      await press(page, page.locator("story-card a"));
      await look();
      await page.setViewportSize({ width: 360, height: 640 });
      const icons = page.locator(".bar .icon:visible");
      const tops = await icons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(new Set(tops).size).toBe(1);
      await page.goto(`/${language}/account`);
      await press(page, page.locator("a[download]"));
      await look();
    });
  });
}
