import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addCookies } from "../fixtures/cookies.ts";
import { entryNamed } from "../fixtures/moderation-queue.ts";
import { confirmEmail, newModerator } from "../fixtures/moderators.ts";
import { mailedLink } from "../fixtures/outbox.ts";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree, newOwner, prepareSurprise } from "../fixtures/visitors.ts";

const { E2E_DATA_DIR = "", API_PORT = "3100", SITE_PORT = "4421" } = process.env;
const [site, api] = [`http://localhost:${SITE_PORT}`, `http://localhost:${API_PORT}`];
const BLANK = "   ";
const LONG = "x".repeat(2001);
const WRONG = "not the password";

type Place = { open: string; closed: string; gifts: string[]; owner: string; email: string };
type RefusedForm = {
  form: string;
  route: string;
  /** Whose form it is; nobody's if omitted. */
  by?: "owner";
  address: (place: Place) => string | Promise<string>;
  /** Fills in something that the API refuses, and sends it. */
  send: (page: Page) => Promise<void>;
  /** The id of the field that it refuses; null if it refuses the whole form. */
  field: string | null;
};

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const open = (page: Page, summary: string) => page.locator("summary", { hasText: summary }).click();

/** Every form of the site whose fields can be refused. The fragments are those of a link that led to the page. */
const REFUSED_FORMS: RefusedForm[] = [
  {
    form: "a gift",
    route: "/send-message",
    address: ({ open }) => `/send-message?tree=${open}#list-title`,
    send: async (page) => {
      await page.getByLabel("Your message").fill("Hello");
      await press(page, "Send");
    },
    field: "senderName",
  },
  {
    form: "a new tree",
    route: "/create",
    by: "owner",
    address: () =>
      `/create?${new URLSearchParams({ name: "A name that is longer than any tree may have", openingDay: "2020-01-01", timeZone: "Europe/Paris" })}`,
    send: (page) => press(page, "Create the tree"),
    field: "name",
  },
  {
    form: "a report",
    route: "/report",
    address: ({ open, gifts }) => `/report?tree=${open}&message=${gifts[0]}`,
    send: async (page) => {
      await page.getByRole("radio", { name: "Advertising or spam" }).check();
      await page.getByLabel("Anything else?").fill(LONG);
      await press(page, "Send the report");
    },
    field: "details",
  },
  {
    form: "a report without a reason",
    route: "/report",
    address: ({ open }) => `/report?tree=${open}`,
    send: (page) => press(page, "Send the report"),
    field: "reason",
  },
  {
    form: "signing in",
    route: "/sign-in",
    address: () => "/sign-in",
    send: async (page) => {
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password").fill(WRONG);
      await press(page, "Sign in");
    },
    field: null,
  },
  {
    form: "signing up",
    route: "/sign-up",
    address: () => "/sign-up",
    send: async (page) => {
      await page.getByLabel("Email").fill("ada@example.com");
      await page.getByLabel("Password").fill("short");
      await press(page, "Sign up");
    },
    field: "password",
  },
  {
    form: "asking for a link",
    route: "/reset-password",
    address: () => "/reset-password",
    send: async (page) => {
      await page.getByLabel("Email").fill("ada@example");
      await press(page, "Send me a link");
    },
    field: "email",
  },
  {
    form: "a new password",
    route: "/reset-password",
    address: async ({ email }) => {
      await fetch(`${site}/reset-password`, {
        method: "POST",
        body: new URLSearchParams({ email }),
        headers: { origin: site },
      });
      return mailedLink(email, "Your sign-in link");
    },
    send: async (page) => {
      await page.getByLabel("New password").fill("short");
      await press(page, "Set the password");
    },
    field: "password",
  },
  {
    form: "confirming an email address",
    route: "/confirm-email",
    address: async () => {
      const email = `ada-${crypto.randomUUID()}@example.com`;
      await newOwner(site, email);
      return mailedLink(email, "Confirm your email address");
    },
    send: async (page) => {
      await page.getByLabel("Password").fill(WRONG);
      await press(page, "Confirm my email");
    },
    field: "password",
  },
  {
    form: "a new email address",
    route: "/account",
    by: "owner",
    address: () => "/account#sessions",
    send: async (page) => {
      await open(page, "Change your email");
      await page.getByLabel("New email").fill("new@example.com");
      await page.locator("#email-password").fill(WRONG);
      await press(page, "Send the link");
    },
    field: "email-password",
  },
  {
    form: "another password",
    route: "/account",
    by: "owner",
    address: () => "/account#sessions",
    send: async (page) => {
      await open(page, "Change your password");
      await page.locator("#password-password").fill("correct horse battery");
      await page.getByLabel("New password").fill("short");
      await press(page, "Save password");
    },
    field: "password-newPassword",
  },
  {
    form: "a word to hide",
    route: "/account",
    by: "owner",
    address: () => "/account#mails",
    send: async (page) => {
      await page.locator("#hide-text").fill(BLANK);
      await press(page, "Add to the list");
    },
    field: "hide-text",
  },
  {
    form: "settings of mails",
    route: "/account",
    by: "owner",
    address: () => "/account#mails",
    send: async (page) => {
      await page.locator("#mails-language option[selected]").evaluate((own: HTMLOptionElement) => {
        own.value = "xx";
      });
      await press(page, "Save");
    },
    field: "mails-language",
  },
  {
    form: "deleting an account",
    route: "/account",
    by: "owner",
    address: () => "/account#mails",
    send: async (page) => {
      await open(page, "Permanently delete my account");
      await page.locator("#delete-password").fill(WRONG);
      await press(page, "Delete my account");
    },
    field: "delete-password",
  },
  {
    form: "a tree's name",
    route: "/my-trees/[code]",
    by: "owner",
    address: ({ open }) => `/my-trees/${open}#messages`,
    send: async (page) => {
      await openSettings(page);
      await page.getByLabel("Rename the tree").fill(BLANK);
      await press(page, "Save");
    },
    field: "name",
  },
  {
    form: "another opening day",
    route: "/my-trees/[code]",
    by: "owner",
    address: ({ closed }) => `/my-trees/${closed}#messages`,
    send: async (page) => {
      await openSettings(page);
      await page.getByLabel("Change opening day").fill("2020-01-01");
      await press(page, "Save opening day");
    },
    field: "openingDay",
  },
  {
    form: "a tree's look",
    route: "/my-trees/[code]",
    by: "owner",
    address: ({ open }) => `/my-trees/${open}?saved`,
    send: async (page) => {
      await openSettings(page);
      await open(page, "Change the look");
      await page.locator('[name="look"]:checked').evaluate((own: HTMLInputElement) => {
        own.value = "xx";
      });
      await press(page, "Save look");
    },
    field: "look",
  },
  {
    form: "a thank-you",
    route: "/my-trees/[code]",
    by: "owner",
    address: ({ open }) => `/my-trees/${open}#messages`,
    send: async (page) => {
      await openSettings(page);
      await open(page, "Write a thank-you");
      await page.getByLabel("Your thank-you").fill(LONG);
      await press(page, "Show it on my tree");
    },
    field: "thanks",
  },
  {
    form: "deleting a tree",
    route: "/my-trees/[code]",
    by: "owner",
    address: ({ open }) => `/my-trees/${open}#messages`,
    send: async (page) => {
      await openSettings(page);
      await open(page, "Delete the tree");
      await press(page, "Delete the tree");
    },
    field: "confirm",
  },
  {
    form: "an owner's report",
    route: "/my-trees/[code]/report",
    by: "owner",
    address: ({ open, gifts }) => `/my-trees/${open}/report?gift=${gifts[0]}`,
    send: async (page) => {
      await page.getByRole("radio", { name: "Advertising or spam" }).check();
      await page.getByLabel("Anything else?").fill(LONG);
      await press(page, "Send the report");
    },
    field: "details",
  },
  {
    form: "a line with a heart",
    route: "/my-trees/[code]/reply",
    by: "owner",
    address: ({ open, gifts }) => `/my-trees/${open}/reply?gift=${gifts[0]}`,
    send: async (page) => {
      await page.getByLabel("Your note").fill(LONG);
      await press(page, "Send a heart");
    },
    field: "line",
  },
  {
    form: "a thank-you after the opening",
    route: "/my-trees/[code]/opening",
    by: "owner",
    address: async ({ owner }) => {
      const { code } = await createTree(site, { owner });
      const headers = { "content-type": "application/json", cookie: owner };
      await fetch(`${site}/owner/trees/${code}/opening`, {
        method: "POST",
        headers,
        body: JSON.stringify({ ids: [await addGift(api, code, "Hello")] }),
      });
      return `/my-trees/${code}/opening?done=thanks`;
    },
    send: async (page) => {
      await page.getByLabel("Your thank-you").fill(BLANK);
      await press(page, "Show it on my tree");
    },
    field: "thanks",
  },
  {
    form: "a surprise's name",
    route: "/organizing/[code]",
    by: "owner",
    address: async ({ owner }) => `/organizing/${await prepareSurprise(site, owner)}?saved`,
    send: async (page) => {
      await open(page, "Settings");
      await page.getByLabel("Rename the tree").fill(BLANK);
      await press(page, "Save");
    },
    field: "name",
  },
  {
    form: "a surprise's link",
    route: "/organizing/[code]/link",
    by: "owner",
    address: async ({ owner }) => `/organizing/${await prepareSurprise(site, owner)}/link`,
    send: async (page) => {
      await page.getByLabel("Current password").fill(WRONG);
      await press(page, "Make the link");
    },
    field: "password",
  },
];

/** Forms of buttons alone: only the whole form can be refused, and its page is short or says so at its top. */
const BUTTONS_ALONE = [
  ...["/take-back", "/unsubscribe", "/my-trees/[code]/delete", "/my-trees/[code]/names", "/my-trees/[code]/hide"],
  "/tree/[code]/screen",
  "/claim",
];

test("knows every page with a form", () => {
  const routes = readFileSync("site/routes.ts", "utf8");
  const withForms = [...routes.matchAll(/^ {2}"(\/[^"]*)": \{((?:[^{}]|\{[^{}]*\})*)\},$/gm)].filter(([, , route]) =>
    route?.includes('methods: "form"'),
  );
  const known = [...REFUSED_FORMS.map(({ route }) => route), ...BUTTONS_ALONE, "/moderation", "/moderation/history"];
  expect(new Set(known)).toEqual(new Set(withForms.map(([, path]) => path)));
});

for (const javaScriptEnabled of [true, false]) {
  const tag = javaScriptEnabled ? [] : "@unscripted";
  test.describe(javaScriptEnabled ? "with JavaScript, on a phone" : "without JavaScript, on a phone", { tag }, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    for (const whose of ["owner", undefined] as const) {
      test.describe(whose ? "signed in" : "signed out", () => {
        // What is refused changes nothing, so one visit sends all forms.
        test.describe.configure({ mode: "default" });
        let place: Place;
        let page: Page;

        test.beforeAll(async ({ browser }) => {
          place = await newPlace();
          page = await browser.newPage();
          if (whose) await addCookies(page.context(), site, place.owner);
        });
        test.afterAll(() => page.close());

        for (const { form, route, address, send, field } of REFUSED_FORMS.filter(({ by }) => by === whose)) {
          test(`returns ${form} with the focus where it was refused, and says so at the top`, async () => {
            // An address that differs in its fragment alone would not load the page again.
            await page.goto("about:blank");
            await page.goto(await address(place));
            await send(page);
            await expectsAtProblem(page, field);
            // Of these, only the address is kept: the password is typed again.
            if (/^\/sign-/.test(route)) await expect(page.locator("#problem")).not.toContainText("We've kept");
          });
        }
      });
    }

    test("returns a moderator's forms likewise", async ({ page, signInAs }) => {
      const { cookie } = await newModerator(site, E2E_DATA_DIR);
      const name = `Tree ${crypto.randomUUID().slice(0, 8)}`;
      const { code } = await createTree(site, { name });
      await fetch(`${api}/v1/reports`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ shareCode: code, reason: "threat" }),
      });
      await signInAs(cookie);
      const entry = await entryNamed(page, name);
      await entry.locator("summary", { hasText: "Dismiss" }).click();
      await entry.getByLabel("Why?").filter({ visible: true }).selectOption({ index: 1 });
      await entry.getByLabel("Note for moderators").filter({ visible: true }).fill(LONG);
      await entry.locator("details[open] form button").click();
      await expectsAtProblem(page, `dismiss-${code}--note`);
      await page.locator(":focus").fill("");
      await page.locator("details[open] form button").click();
      await page.goto("/moderation/history");
      await page.locator("summary").first().click();
      await page.getByLabel("Note for moderators").filter({ visible: true }).fill(LONG);
      await page.getByLabel("Why?").filter({ visible: true }).selectOption({ index: 1 });
      await page.locator("details[open] form button").click();
      await expect(page.locator("#problem")).toBeAttached();
      await expectsAtProblem(page, (await page.locator(":focus").getAttribute("id")) ?? "");
    });
  });
}

async function newPlace(): Promise<Place> {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const owner = await confirmEmail(site, email, E2E_DATA_DIR, await newOwner(site, email));
  const { code: open } = await createTree(site, { owner });
  const { code: closed } = await createTree(site, { owner, openingDay: "2028-01-01" });
  const gifts = Array.from({ length: 12 }, () => addGift(api, open, "Hello", { senderName: "Eve" }));
  return { open, closed, gifts: await Promise.all(gifts), owner, email };
}

async function expectsAtProblem(page: Page, field: string | null) {
  const summary = page.locator("#problem");
  await expect(summary).toHaveRole("alert");
  const own = field === null ? summary : page.locator(`[id="${field}"]`);
  await expect(own).toBeFocused();
  await expect(own).toBeInViewport();
  // Nothing says that something was done.
  await expect(page.getByRole("main").getByRole("status").filter({ visible: true, hasText: /\S/ })).toHaveCount(0);
  await expect(page.locator("div:has(> #problem) ~ * h1, div:has(> #problem) ~ h1").first()).toBeAttached();
  if (field === null) return;
  await own.blur();
  await summary.getByRole("link").first().click();
  await expect(own).toBeFocused();
  await expect(own).toBeInViewport();
}
