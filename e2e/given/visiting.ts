import { test as base, expect, type Page } from "@playwright/test";
import { addCookies } from "./cookies.ts";
import { newOwner } from "./visitors.ts";

const { API_PORT = "3100", SITE_PORT = "4421" } = process.env;

type Visiting = {
  site: string;
  api: string;
  /** Somebody else, in a browser of their own. */
  friend: Page;
  /** Makes the page's browser the owner's. */
  signInAs: (cookie: string) => Promise<void>;
  /** Makes it that of an owner who has just signed up; gives their cookie. */
  becomeOwner: () => Promise<string>;
};

/** A test that knows the service's addresses, and has more than one visitor. */
export const test = base.extend<Visiting>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  site: ({}, use) => use(`http://localhost:${SITE_PORT}`),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  api: ({}, use) => use(`http://localhost:${API_PORT}`),
  friend: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  signInAs: ({ context, site }, use) => use((cookie) => addCookies(context, site, cookie)),
  becomeOwner: ({ site, signInAs }, use) =>
    use(async () => {
      const cookie = await newOwner(site);
      await signInAs(cookie);
      return cookie;
    }),
});

/**
 * Visits an address until it shows what a change made of it: a page that was just given to anybody may be given again
 * for `FRESH_MS`, the change notwithstanding.
 */
export async function visitOnceChanged(page: Page, address: string, check: (status?: number) => Promise<void> | void) {
  await expect(async () => check((await page.goto(address))?.status())).toPass();
}

export { expect } from "@playwright/test";
