import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays } from "../fixtures/visitors.ts";

// A short phone.
test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/**
 * A thumb that counts what it does; tapping a field to type there counts as that field. If it may not scroll, each control
 * must be whole on the screen.
 */
function thumb({ mayScroll = false } = {}) {
  const did = { taps: 0, fields: 0 };
  async function touch(control: Locator) {
    if (!mayScroll) await expect(control).toBeInViewport({ ratio: 1 });
    await control.tap();
  }
  async function tap(control: Locator) {
    await touch(control);
    did.taps += 1;
  }
  async function write(field: Locator, text: string) {
    await touch(field);
    await field.fill(text);
    did.fields += 1;
  }
  return { did, tap, write };
}

test("leaves a gift with two taps, two fields and no scrolling", async ({ page, site }) => {
  const { code } = await createTree(site, { openingDay: inDays(3) });
  const { did, tap, write } = thumb();
  await page.goto(`/send-message?tree=${code}`);
  await tap(page.getByRole("link", { name: "Leave a gift" }));
  await write(page.getByLabel("Your message"), "See you on Sunday!");
  await write(page.getByLabel("Your name"), "Bob");
  await tap(page.getByRole("button", { name: "Send" }));
  await expect(page.getByText("That's gift number 1.")).toBeVisible();
  expect(did).toEqual({ taps: 2, fields: 2 });
});

for (const [who, needed] of [
  ["a signed-in person", { taps: 5, fields: 2 }],
  ["somebody new", { taps: 6, fields: 4 }],
] as const) {
  test(`lets ${who} create and share a tree with ${needed.taps} taps and ${needed.fields} fields`, async ({
    page,
    becomeOwner,
  }) => {
    const isNew = who === "somebody new";
    if (!isNew) await becomeOwner();
    const { did, tap, write } = thumb({ mayScroll: true });
    await page.goto("/");
    await tap(page.getByRole("link", { name: "Create your tree" }));
    await tap(page.getByText("Birthday", { exact: true }));
    await tap(page.getByRole("link", { name: "Next", exact: true }));
    await write(page.getByLabel("What do your friends call you?"), "Ada");
    await expect(page.getByLabel("The tree's name")).toHaveValue("Ada's tree");
    await write(page.getByLabel("Opening day"), inDays(30));
    await tap(page.getByRole("button", { name: "Create the tree" }));
    if (isNew) {
      await write(page.getByLabel("Email"), `ada-${crypto.randomUUID()}@example.com`);
      await write(page.getByLabel("Password"), "correct horse battery");
      await tap(page.getByRole("button", { name: "Sign up" }));
    }
    await tap(page.getByRole("button", { name: /^(Invite friends|Copy link)$/ }).first());
    expect(did).toEqual(needed);
  });
}

test("unwraps twelve gifts with thirteen taps", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site);
  for (let gift = 1; gift <= 12; gift += 1) await addGift(api, code, "Hello", { senderName: `Friend ${gift}` });
  await signInAs(cookie);
  const { did, tap } = thumb();
  await page.goto(`/my-trees/${code}/opening`);
  await tap(page.getByRole("link", { name: "A wrapped gift, from Friend 12", exact: true }));
  for (let gift = 11; gift > 0; gift -= 1) {
    await tap(page.getByRole("button", { name: "Next gift" }));
    await expect(page.getByRole("article", { name: `From Friend ${gift}`, exact: true })).toBeVisible();
  }
  await tap(page.getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("heading", { name: "Some gifts are still wrapped" })).toBeHidden();
  expect(did.taps).toBe(13);
});

test("shows the occasions of a new tree side by side, and each step's card from its edge on", async ({ page }) => {
  await page.goto("/create");
  const occasions = page.getByRole("radio", { name: /Christmas|Birthday|Valentine/ });
  const tops = await occasions.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(tops).toEqual([tops[0], tops[0], tops[0]]);
  await page.getByRole("link", { name: "Next", exact: true }).tap();
  await expect(page.getByLabel("What do your friends call you?")).toBeInViewport();
  const edge = () => page.locator("form.card").evaluate((card) => card.getBoundingClientRect().top);
  await expect.poll(edge).toBeGreaterThanOrEqual(0);
});

test("shows all ways to share an own tree on one screen, and its settings where an address leads there", async ({
  page,
  site,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { openingDay: inDays(30) });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByLabel("Change opening day")).toBeHidden();
  await page.getByRole("button", { name: "Code, QR code and print" }).tap();
  await expect(page.getByRole("dialog")).toBeInViewport({ ratio: 1 });
  const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.tap();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto(`/my-trees/${code}#openingDay`);
  await expect(page.getByLabel("Change opening day")).toBeInViewport();
});
