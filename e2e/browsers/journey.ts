import { newOwner } from "../fixtures/visitors.ts";
import type { Look } from "./driver.ts";
import type { Visitor } from "./visitor.ts";

/** The context of a journey: a signed-out visitor of a running service. */
type Stage = { visitor: Visitor; look: Look; site: string; api: string; dataDir: string };
export type Journey = {
  title: string;
  /** Browsers without scripts make this journey, too. */
  needsNoScripts?: true;
  make: (stage: Stage) => Promise<void>;
};

const PASSWORD = "correct horse battery";

/** Creates an owner: returns the credentials, and a session cookie for requests outside of the browser. */
export async function anOwner(site: string) {
  const email = `ada-${crypto.randomUUID()}@example.com`;
  return { email, password: PASSWORD, cookie: await newOwner(site, email) };
}

export async function signIn({ visit, fill, press, isAt }: Visitor, email: string) {
  await visit("/sign-in");
  await fill("#email", email);
  await fill("#password", PASSWORD);
  await press("main form button.button");
  await isAt(/^(\/ko)?\/my-trees$/);
}

export const signOut = async ({ driver, waitFor, press, isAt }: Visitor) => {
  // On a phone, the button is in the menu.
  const { isCollapsed } = await waitFor("the header's menu", () =>
    driver.run(() => {
      const menu = document.querySelector("[popovertarget=menu]");
      return menu && { isCollapsed: menu.checkVisibility() };
    }),
  );
  if (isCollapsed) {
    await press("[popovertarget=menu]");
    const isLow = () => (document.querySelector("#menu")?.getBoundingClientRect().bottom ?? 0) < innerHeight / 2;
    await waitFor("a menu as tall as its links", () => driver.run(isLow));
  }
  await press("header form button");
  await isAt(/\/sign-in\?signed-out$/);
};

export function expect(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
