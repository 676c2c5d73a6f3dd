import type { Page } from "@playwright/test";
import { addCookies } from "../fixtures/cookies.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { expect, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree, newOwner } from "../fixtures/visitors.ts";

const { SITE_PORT = "4421", API_PORT = "3100" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const apiUrl = `http://localhost:${API_PORT}`;
const password = "correct horse battery";
const another = "purple otter on a ladder";

/** Signs a new owner up, and the page's browser in. Returns the email address. */
async function signUp(page: Page): Promise<string> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await addCookies(page.context(), siteUrl, await newOwner(siteUrl, email));
  await page.goto("/account");
  return email;
}

async function signIn(page: Page, email: string, word: string) {
  await page.goto("/sign-in?next=%2Faccount");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(word);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
}

const said = (page: Page, text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

test("says at sign-up what one agrees to, and shows the password while it is typed", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/sign-up");
  await expect(page.getByText(/agree to our Terms and Privacy Policy\. Too young/)).toBeVisible();
  const field = page.getByLabel("Password");
  const show = page.getByRole("button", { name: "Show password" });
  if (javaScriptEnabled === false) return expect(show).toBeHidden();
  await field.fill("short");
  await show.click();
  await expect(field).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Email").fill("ada@example.com");
  // It is hidden before it is sent, so that browsers save it as a password.
  await page.route("**/sign-up", (route) => route.fulfill({ status: 204 }));
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("resets a forgotten password by a link that works once", async ({ page, browser }, info) => {
  const email = await signUp(page);
  const elsewhere = await browser.newPage(info.project.use);
  await elsewhere.goto("/sign-in");
  await elsewhere.getByRole("link", { name: "Sign in by email" }).click();
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByRole("button", { name: "Send me a link" }).click();
  await said(elsewhere, "a sign-in link is on its way");

  const link = await mailedLink(email, "Your sign-in link");
  await elsewhere.goto(link);
  await elsewhere.getByLabel("New password").fill("Password123");
  await elsewhere.getByRole("button", { name: "Set the password" }).click();
  await expect(elsewhere.getByText("That password is too easy to guess")).toBeVisible();
  await elsewhere.getByLabel("New password").fill(another);
  await elsewhere.getByRole("button", { name: "Set the password" }).click();
  // The link itself signs in.
  await said(elsewhere, "Your password has changed");
  await expect(elsewhere.getByText(`${email} (confirmed)`)).toBeVisible();

  // The session that was open elsewhere has ended.
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, email, another);

  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This link has expired or was already used");
  await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
  await elsewhere.close();
});

test("signs in by a mailed link, and leads back to what was begun", async ({ page, browser }, info) => {
  const email = await signUp(page);
  const elsewhere = await browser.newPage(info.project.use);
  const askAt = async (address: string) => {
    await elsewhere.goto(address);
    await elsewhere.getByRole("link", { name: "Sign in by email" }).click();
    await elsewhere.getByLabel("Email").fill(email);
    await elsewhere.getByRole("button", { name: "Send me a link" }).click();
    await said(elsewhere, "a sign-in link is on its way");
  };
  const mailed = () => mailedLink(email, "Your sign-in link");
  await askAt("/sign-in");
  const link = await mailed();
  // Anybody can sign up with an address that is not theirs.
  await elsewhere.goto(link);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere.getByRole("alert")).toContainText("Set a new one to sign in");

  await page.goto(await mailedLink(email, "Confirm your email address"));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await said(page, "Your email is confirmed");
  await askAt("/sign-in?next=/create?name=Ada");
  const waiting = elsewhere.getByRole("link", { name: "Continue where you left off" });
  await expect(waiting).toHaveAttribute("href", /\/create\?name=Ada$/);
  await expect.poll(mailed).not.toBe(link);
  await elsewhere.goto(await mailed());
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere).toHaveURL(/\/my-trees$/);
  await page.goto("/account");
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible();
  await elsewhere.close();
});

test("names the account that a mailed link is for, and asks before it signs somebody else out", async ({
  page,
  browser,
}, info) => {
  const email = await signUp(page);
  const confirming = await mailedLink(email, "Confirm your email address");
  const other = await browser.newPage(info.project.use);
  const theirs = await signUp(other);

  await other.goto(confirming);
  await expect(other.getByText(`On this device, you're signed in as ${theirs}`)).toBeVisible();
  await expect(other.getByText(email)).toBeVisible();
  await other.getByRole("link", { name: "Keep using my current account" }).click();
  await expect(other).toHaveURL(/\/my-trees$/);

  await page.goto(confirming);
  await expect(page.getByText(`Account: ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await said(page, "Your email is confirmed");

  const context = await browser.newContext(info.project.use);
  const [elsewhere, tab] = [await context.newPage(), await context.newPage()];
  await elsewhere.goto("/reset-password");
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByRole("button", { name: "Send me a link" }).click();
  const link = await mailedLink(email, "Your sign-in link");
  await elsewhere.goto(link);
  await expect(elsewhere.getByText(`Account: ${email}`)).toBeVisible();
  // Meanwhile somebody signs in, in another tab: then the first press only asks.
  await signIn(tab, theirs, password);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(elsewhere.getByText(`On this device, you're signed in as ${theirs}`)).toBeVisible();
  await tab.reload();
  await expect(tab.getByText(theirs).first()).toBeVisible();
  await elsewhere.getByRole("button", { name: "Switch to this account" }).click();
  await expect(elsewhere).toHaveURL(/\/my-trees$/);
  await elsewhere.goto("/account");
  await expect(elsewhere.getByText(`${email} (confirmed)`)).toBeVisible();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("alert")).toContainText("This link has expired or was already used");
  for (const each of [other, context]) await each.close();
});

test("says at sign-up what somebody with an account can do, and keeps what they came for", async ({
  page,
  browser,
}, info) => {
  const email = await signUp(page);
  const elsewhere = await browser.newPage(info.project.use);
  await elsewhere.goto("/sign-up?next=%2Fcreate%3Fname%3DAda");
  await elsewhere.getByLabel("Email").fill(email);
  await elsewhere.getByLabel("Password").fill(another);
  await elsewhere.getByRole("button", { name: "Sign up" }).click();
  await expect(elsewhere.getByRole("alert")).toContainText("If you already have an account with this email");
  const href = /\?next=%2Fcreate%3Fname%3DAda$/;
  for (const name of ["Sign in", "Sign in by email"])
    await expect(elsewhere.locator("form .ways").getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      href,
    );
  await elsewhere.close();
});

test("shows a device's sign-in time in the visitor's time zone, and in UTC without scripts", async ({
  browser,
}, info) => {
  const page = await browser.newPage({ ...info.project.use, timezoneId: "Asia/Seoul" });
  await signUp(page);
  const { javaScriptEnabled = true } = info.project.use;
  const hourInSeoul = (at: number) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Seoul", hour: "numeric", hour12: true }).format(at);
  const hours = [Date.now() - 60_000, Date.now()].map((at) => hourInSeoul(at).replace(/\s/, ":\\d\\d ")).join("|");
  const inOwnTime = new RegExp(`, (${hours})$`);
  await expect(page.getByText(/^Since .*, \d/)).toHaveText(javaScriptEnabled ? inOwnTime : /UTC$/);
  await page.close();
});

test("answers an unknown e-mail like a known one", async ({ page }) => {
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(`nobody-${crypto.randomUUID()}@example.com`);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await said(page, "If there's an account with this email");
});

test("confirms an e-mail address once, and says so of a link that was used", async ({ page, browser }, info) => {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  await page.goto("/sign-up?next=%2Faccount");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  const notice = page.getByText("Confirm your email: we've sent you a link");
  await expect(notice).toBeVisible();
  const link = await mailedLink(email, "Confirm your email address");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await said(page, "Your email is confirmed");
  await expect(notice).toHaveCount(0);
  const elsewhere = await browser.newPage(info.project.use);
  for (const other of [page, elsewhere]) {
    await other.goto(link);
    await expect(other.getByText("If you've already used this link, your email is confirmed.")).toBeVisible();
  }
  await elsewhere.close();
});

test("asks for the password if a confirmation link is opened signed out, and offers to reset it", async ({
  page,
  browser,
}, info) => {
  const email = await signUp(page);
  const elsewhere = await browser.newPage(info.project.use);
  await elsewhere.goto(await mailedLink(email, "Confirm your email address"));
  await expect(elsewhere.getByRole("link", { name: "Set a new password" })).toHaveAttribute(
    "href",
    /\/reset-password$/,
  );
  await elsewhere.getByLabel("Password").fill("not the password");
  await elsewhere.getByRole("button", { name: "Confirm my email" }).click();
  await expect(elsewhere.getByText("That's not your current password.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Confirm your email: we've sent you a link")).toBeVisible();
  await elsewhere.getByLabel("Password").fill(password);
  await elsewhere.getByRole("button", { name: "Confirm my email" }).click();
  await said(elsewhere, "Your email is confirmed");
  await elsewhere.goto("/account");
  await expect(elsewhere.getByText(`${email} (confirmed)`)).toBeVisible();
  await elsewhere.close();
});

test("refuses a wrong and a common password at their fields, and signs other devices out after a change", async ({
  page,
  browser,
}, info) => {
  const email = await signUp(page);
  const elsewhere = await browser.newPage(info.project.use);
  await signIn(elsewhere, email, password);

  const change = async (present: string, newPassword: string) => {
    const section = page.getByRole("region", { name: "Password" });
    const field = section.getByLabel("Current password");
    if (!(await field.isVisible())) await section.getByText("Change your password").click();
    await field.fill(present);
    await section.getByLabel("New password").fill(newPassword);
    await section.getByRole("button", { name: "Save password" }).click();
  };
  await change("not the password", another);
  await expect(page.getByText("That's not your current password.")).toBeVisible();
  await change(password, "qwertyuiop");
  await expect(page.getByText("That password is too easy to guess")).toBeVisible();
  await change(password, another);
  await said(page, "Your password has changed");

  await elsewhere.goto("/account");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test("lists signed-in devices, and signs another device out", async ({ page, browser }, info) => {
  const email = await signUp(page);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0";
  const elsewhere = await browser.newPage({ ...info.project.use, userAgent });
  await signIn(elsewhere, email, password);
  await page.reload();
  const devices = page.getByRole("region", { name: "Where you're signed in" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("This device")).toHaveCount(1);
  await devices.getByRole("button", { name: "Sign out of Firefox, Windows" }).click();
  await said(page, "That device is signed out.");
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await elsewhere.goto("/my-trees");
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test("saves the language of mails, and whether to send mails about an opening and about gifts", async ({ page }) => {
  await signUp(page);
  const mails = page.getByRole("region", { name: "Notifications" });
  await mails.getByLabel("Email language").selectOption("한국어");
  await mails.getByLabel("Email me when my tree opens").uncheck();
  const aboutGifts = mails.getByLabel("Email me about new gifts");
  await expect(aboutGifts).toBeChecked();
  await aboutGifts.uncheck();
  await mails.getByRole("button", { name: "Save" }).click();
  await said(page, "Saved.");
  await expect(mails.getByLabel("Email language")).toHaveValue("ko");
  await expect(mails.getByLabel("Email me when my tree opens")).not.toBeChecked();
  await expect(aboutGifts).not.toBeChecked();
});

test("deletes an account with all its data, and shows what was deleted", async ({ page, signInAs }) => {
  const { code, cookie } = await createTree(siteUrl);
  await addGift(apiUrl, code, "Hello");
  await signInAs(cookie);
  await page.goto("/account");

  const answer = await page.request.get("/owner/export");
  expect(answer.headers()["content-disposition"]).toContain("attachment");
  expect((await answer.json()).data.trees[0].gifts[0].message).toBe("Hello");

  const end = page.getByRole("region", { name: "Delete your account" });
  await end.getByText("Permanently delete my account").click();
  await end.getByLabel("Current password").fill("not the password");
  await end.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("That's not your current password.")).toBeVisible();
  await end.getByLabel("Current password").fill(password);
  await end.getByRole("button", { name: "Delete my account" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account has been deleted");
  for (const what of ["1 tree", "1 gift", "1 message", "1 device signed out"]) {
    await expect(page.getByRole("listitem").filter({ hasText: what })).toBeVisible();
  }
  await expect(page.locator('form[action$="/sign-out"]')).toHaveCount(0);
  await page.goto("/my-trees");
  await expect(page).toHaveURL(/\/sign-in/);
  await visitOnceChanged(page, `/send-message?tree=${code}`, (status) => expect(status).toBe(404));
});

test("shows a new email address while it waits for its link, and cancels the change", async ({ page }) => {
  const email = await signUp(page);
  const newEmail = `new-${email}`;
  await page.getByText("Change your email").click();
  await page.getByLabel("New email").fill(newEmail);
  await page.locator("#email-password").fill(password);
  await page.getByRole("button", { name: "Send the link", exact: true }).click();
  const waits = page.getByText(`We've emailed a link to ${newEmail}.`);
  await expect(waits).toBeVisible();
  const link = await mailedLink(newEmail, "Confirm your new email address");
  await page.goto("/account");
  await expect(waits).toBeVisible();
  await page.getByRole("button", { name: "Cancel the change" }).click();
  await said(page, "Canceled. Your email stays the same.");
  await expect(waits).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This link has expired or was already used");
});
