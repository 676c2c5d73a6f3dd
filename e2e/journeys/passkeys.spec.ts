import type { Page } from "@playwright/test";
import { authenticator } from "../../test-support/authenticator.ts";
import { addCookies } from "../fixtures/cookies.ts";
import { confirmEmail } from "../fixtures/moderators.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { newOwner } from "../fixtures/visitors.ts";

const { E2E_DATA_DIR = "" } = process.env;
const password = "correct horse battery";

const WORDS = {
  en: {
    passkeys: "Passkeys",
    add: "Add a passkey",
    password: "Current password",
    create: "Create the passkey",
    wrongPassword: "That's not your current password.",
    ready: "Your passkey is ready.",
    alreadyHere: "This device already has a passkey for your account.",
    lastUsed: "Last used",
    remove: "Remove passkey: Chrome, Linux",
    removed: "We've removed the passkey.",
    signOut: "Sign out",
    signIn: "Sign in with a passkey",
    cancelled: "No passkey was used.",
    unknown: "This passkey no longer works.",
  },
  ko: {
    passkeys: "패스키",
    add: "패스키 추가하기",
    password: "현재 비밀번호",
    create: "패스키 만들기",
    wrongPassword: "현재 비밀번호가 아니에요.",
    ready: "패스키를 추가했어요.",
    alreadyHere: "이 기기에는 이미 이 계정의 패스키가 있어요.",
    lastUsed: "마지막 사용:",
    remove: "패스키 삭제: Chrome, Linux",
    removed: "이 사이트에서 패스키를 삭제했어요.",
    signOut: "로그아웃",
    signIn: "패스키로 로그인",
    cancelled: "패스키 로그인을 취소했어요.",
    unknown: "더 이상 쓸 수 없는 패스키예요.",
  },
} as const;

/** Gives the browser a device that holds passkeys and recognizes its owner; returns how to change that. */
async function deviceIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    ...({ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const),
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  const recognizes = (isUserVerified: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { recognizes };
}

async function provenOwner(site: string): Promise<string> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  return confirmEmail(site, email, E2E_DATA_DIR, await newOwner(site, email));
}

for (const language of ["en", "ko"] as const) {
  test(`adds a passkey, signs in with it, and removes it, in ${language}`, async ({ page, site, signInAs }) => {
    const words = WORDS[language];
    const said = (text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
    const device = await deviceIn(page);
    await signInAs(await provenOwner(site));
    const section = page.getByRole("region", { name: words.passkeys });
    const add = async (word: string) => {
      const field = section.getByLabel(words.password);
      if (!(await field.isVisible())) await section.getByText(words.add).click();
      await field.fill(word);
      await section.getByRole("button", { name: words.create }).click();
    };
    const signOut = async () => {
      await page.getByRole("button", { name: words.signOut, exact: true }).first().click();
      await page.goto(`/${language}/sign-in?next=%2Faccount`);
    };
    const signIn = page.getByRole("button", { name: words.signIn });

    await page.goto(`/${language}/account`);
    await add("not the password");
    await said(words.wrongPassword);
    await add(password);
    await said(words.ready);
    await expect(section.getByRole("listitem")).toHaveCount(1);
    await expect(section.getByText(words.lastUsed)).toHaveCount(0);
    await add(password);
    await said(words.alreadyHere);

    await signOut();
    await device.recognizes(false);
    await signIn.click();
    await said(words.cancelled);
    await device.recognizes(true);
    await signIn.click();
    await expect(page).toHaveURL(new RegExp(`/${language}/account$`));
    await expect(section.getByText(words.lastUsed)).toBeVisible();

    await section.getByRole("button", { name: words.remove }).click();
    await said(words.removed);
    await expect(section.getByRole("listitem")).toHaveCount(0);
    await signOut();
    await signIn.click();
    await said(words.unknown);
    await expect(page).toHaveURL(/\/sign-in/);
  });
}

/** A credential as some password managers make it. */
const withoutToJSON = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.prototype.toJSON = () => {
      throw new TypeError("Illegal invocation");
    };
    const signal = PublicKeyCredential.signalUnknownCredential.bind(PublicKeyCredential);
    PublicKeyCredential.signalUnknownCredential = (options) => {
      sessionStorage.setItem("forgotten", options.credentialId);
      return signal(options);
    };
  });

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByText("Add a passkey", { exact: true }).click();
  await section.getByLabel("Current password").fill(password);
  await section.getByRole("button", { name: "Create the passkey" }).click();
}

test("adds a passkey of a password manager whose toJSON throws, and signs in with it", async ({
  page,
  site,
  signInAs,
}) => {
  await deviceIn(page);
  await withoutToJSON(page);
  await signInAs(await provenOwner(site));
  await addPasskey(page);
  await expect(page.getByRole("status").filter({ hasText: "Your passkey is ready." })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.goto("/sign-in?next=%2Faccount");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/account$/);
  expect(await page.evaluate(() => sessionStorage.getItem("forgotten"))).toBeNull();
});

test("tells the device to forget a new passkey that the service refused", async ({ page, site, signInAs }) => {
  await deviceIn(page);
  await withoutToJSON(page);
  const cookie = await provenOwner(site);
  await signInAs(cookie);
  // The session ends while the person looks at the device's dialog.
  await page.route("**/owner/passkeys", async (route) => {
    await fetch(`${site}/auth/sign-out`, { method: "POST", headers: { cookie } });
    await route.continue();
  });
  const refused = page.waitForResponse("**/owner/passkeys");
  await addPasskey(page);
  expect((await refused).status()).toBe(401);
  const { credential } = (await refused).request().postDataJSON();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
  expect(await page.evaluate(() => sessionStorage.getItem("forgotten"))).toBe(credential.id);
});

test("begins nothing when a script presses the button", async ({ page }) => {
  await deviceIn(page);
  await page.goto("/sign-in");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await expect(button).toBeVisible();
  await button.evaluate((pressed: HTMLButtonElement) => pressed.click());
  // A person's press is the next thing to happen.
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: "No passkey was used." })).toBeVisible();
  expect(asked.filter((path) => path === "/auth/passkey/options")).toHaveLength(1);
});

test("offers nothing in a browser without passkeys", async ({ page, site, signInAs }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.goto("/sign-in");
  await expect(page.locator("passkey-sign-in")).toBeHidden();
  await signInAs(await provenOwner(site));
  await page.goto("/account");
  await expect(page.getByText("This browser can't add passkeys.")).toBeVisible();
  await expect(page.getByText("Add a passkey", { exact: true })).toHaveCount(0);
});

test("leads to signing in if the session has ended", async ({ page, context, site, signInAs }) => {
  await signInAs(await provenOwner(site));
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await section.getByText("Add a passkey", { exact: true }).click();
  await section.getByLabel("Current password").fill(password);
  await context.clearCookies();
  await section.getByRole("button", { name: "Create the passkey" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Faccount$/);
});

test("offers nothing while its script is missing", async ({ page, site, signInAs }) => {
  await signInAs(await provenOwner(site));
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section).toBeVisible();
  await expect(section.getByText("Add a passkey", { exact: true })).toBeHidden();
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByText("Sign in with a passkey")).toBeHidden();
});

test("asks to confirm the address first", async ({ page, becomeOwner }) => {
  await becomeOwner();
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section.getByText("Confirm your email first")).toBeVisible();
  await expect(section.getByText("Add a passkey", { exact: true })).toHaveCount(0);
});

test("removes a passkey without scripts, and says that adding needs them", async ({ browser, site }) => {
  const cookie = await provenOwner(site);
  const headers = { "content-type": "application/json", cookie };
  const post = async (path: string, body: object) =>
    (await fetch(`${site}/owner/passkeys${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
  const { data } = await post("/options", { password });
  expect(await post("", { credential: authenticator(site).create(data) })).toMatchObject({ success: true });

  const context = await browser.newContext({ javaScriptEnabled: false });
  await addCookies(context, site, cookie);
  const page = await context.newPage();
  await page.goto(`${site}/account`);
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section.getByText("Adding a passkey needs JavaScript")).toBeVisible();
  await expect(section.getByText("Add a passkey", { exact: true })).toBeHidden();
  await section.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("status").filter({ hasText: "We've removed the passkey." })).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveCount(0);
  await page.goto(`${site}/sign-in`);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
  await context.close();
});
