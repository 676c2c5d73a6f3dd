import { startOfDay } from "../../shared/time-zones.ts";
import { expect, openMenu, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, ZONE } from "../fixtures/visitors.ts";

const inAMonth = inDays(30);

test("offers a tree's link, code, QR code, printable card and calendar entry for sharing", async ({
  page,
  friend,
  site,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { name: "For Ada", openingDay: inAMonth });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  const share = page.getByRole("dialog", { name: "Share your tree" });
  const link = `${site}/send-message?tree=${code}`;
  await expect(share).toBeHidden();
  await page.getByRole("button", { name: "Code, QR code and print" }).click();
  await expect(share.getByText(code, { exact: true })).toBeVisible();
  await share.getByText(link).click();
  expect(await page.evaluate(() => `${getSelection()}`)).toBe(link);
  await expect(share.getByRole("img", { name: "QR code of the link" })).toBeVisible();

  const download = page.waitForEvent("download");
  await share.getByRole("link", { name: "Add opening day to calendar" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  const calendarAt = async (address: string) => (await (await page.request.get(address)).text()).replace(/\r\n /g, "");
  const calendar = await calendarAt(`/my-trees/${code}/calendar.ics`);
  const opensAt = startOfDay(inAMonth, ZONE).toISOString();
  expect(calendar).toContain(`DTSTART:${opensAt.replace(/\.000|[-:]/g, "")}\r\n`);
  // The owner's entry links to the messages, a visitor's to the tree.
  expect(calendar).toContain(`\r\nURL:${site}/my-trees/${code}\r\n`);
  expect(calendar).not.toContain(link);
  expect(await calendarAt(`/calendar/${code}.ics`)).toContain(`\r\nURL:${link}\r\n`);

  await share.getByRole("link", { name: "Print an invitation" }).click();
  await expect(page.getByRole("heading", { name: "Invitation to “For Ada”" })).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();

  await friend.goto(link);
  await expect(friend.getByRole("heading", { name: "For Ada", level: 1 })).toBeVisible();
});

test("gives the tree's card for stories to a share sheet that takes files, and else downloads it", async ({
  page,
  site,
  signInAs,
  javaScriptEnabled,
}) => {
  const { code, cookie } = await createTree(site, { openingDay: inAMonth });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  const card = page.getByRole("link", { name: "Share as a story" });
  const download = page.waitForEvent("download");
  await card.click();
  expect((await download).suggestedFilename()).toBe(`tree-${code}.png`);
  if (javaScriptEnabled === false) return;

  await page.evaluate(() => {
    const share = ({ files = [] }: ShareData) => {
      const [file] = files;
      document.title = `${file?.name}: ${file?.type}, ${(file?.size ?? 0) > 50_000}`;
      return Promise.resolve();
    };
    Object.assign(navigator, { canShare: ({ files }: ShareData) => files?.length === 1, share });
  });
  await card.click();
  await expect(page).toHaveTitle(`tree-${code}.png: image/png, true`);
});

test("offers the first tree", async ({ page, site, becomeOwner }) => {
  const owner = await becomeOwner();
  await page.goto("/my-trees");
  await page.getByRole("link", { name: "Create your first tree" }).click();
  await expect(page).toHaveURL(/\/create$/);
  await createTree(site, { owner, openingDay: inAMonth });
  await page.goto("/my-trees");
  await expect(page.getByRole("link", { name: "Create your first tree" })).toHaveCount(0);
});

test("tells the owner how many gifts are new, and which, on one visit", async ({ page, site, api, signInAs }) => {
  const { code, cookie } = await createTree(site, { name: "For Ada", openingDay: inAMonth });
  await addGift(api, code, "Hello", { senderName: "Bob" });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await page.goto("/my-trees");
  await expect(page.getByText("1 gift")).toBeVisible();
  await expect(page.getByText(/new$/)).toHaveCount(0);

  for (const senderName of ["Carol", "Dora"]) await addGift(api, code, "Hello", { senderName });
  // A page that the browser only fetches in advance is no visit.
  await page.request.get(`/my-trees/${code}`, { headers: { "sec-purpose": "prefetch" } });
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "For Ada" }).getByText("2 new")).toBeVisible();
  await page.getByRole("link", { name: "For Ada" }).click();
  await page.getByRole("link", { name: "2 new" }).click();
  const gifts = page.getByRole("region", { name: "Who's stopped by" }).getByRole("listitem");
  await expect(gifts.filter({ has: page.getByText("New", { exact: true }) }).getByRole("heading")).toHaveText([
    "Dora",
    "Carol",
  ]);
  await page.reload();
  await expect(gifts).toHaveCount(3);
  await expect(page.getByText(/\bnew$/i)).toHaveCount(0);
});

test("shows the owner a countdown, the senders and wrapped gifts before the opening day, but no text", async ({
  page,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { openingDay: inAMonth });
  await addGift(api, code, "Not before its day", { senderName: "Bob", giftAssetId: "snow-globe" });
  await addGift(api, code, "Nor this one", { senderName: "Carol" });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByText("in 30 days", { exact: true })).toBeVisible();
  await expect(page.getByText("Until then you can see who's left a gift")).toBeVisible();
  const guests = page.getByRole("region", { name: "Who's stopped by" });
  await expect(guests.getByRole("heading", { level: 3 })).toHaveText(["Carol", "Bob"]);
  await expect(page.locator("[data-gift] title")).toHaveText([
    "A wrapped gift, from Bob",
    "A wrapped gift, from Carol",
  ]);
  for (const address of ["", "/opening", "/keepsake"]) {
    const source = await (await page.request.get(`/my-trees/${code}${address}`)).text();
    expect(source, address).not.toMatch(/Not before its day|Nor this one/);
  }
});

test("lets the owner rename, move, pause and delete a tree, and sign out", async ({
  page,
  friend,
  site,
  signInAs,
  javaScriptEnabled,
}) => {
  const { code, cookie } = await createTree(site, { name: "First name", openingDay: inAMonth });
  await signInAs(cookie);
  await page.goto("/my-trees");
  await page.getByRole("link", { name: "First name" }).click();
  await expect(page.getByLabel("Rename the tree")).toBeHidden();
  await openSettings(page);
  await page.getByLabel("Rename the tree").fill("Second name");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").first()).toHaveText("Saved.");
  await expect(page.getByRole("heading", { name: "Second name", level: 1 })).toBeVisible();

  await openSettings(page);
  await page.getByLabel("Change opening day").fill(inDays(31));
  await page.getByRole("button", { name: "Save opening day" }).click();
  await expect(page.getByText("in 31 days", { exact: true })).toBeVisible();
  await openSettings(page);
  await page.getByLabel("Change opening day").fill("2020-01-01");
  await page.getByRole("button", { name: "Save opening day" }).click();
  await expect(page.getByText("That date has passed. Choose today or later.")).toBeVisible();
  await expect(page.getByLabel("Change opening day")).toHaveValue("2020-01-01");

  // The friend has already written when the owner pauses: the text is returned, now and after leaving the page.
  await friend.goto(`/send-message?tree=${code}`);
  await friend.getByLabel("Your message").fill("Too late");
  await page.getByRole("button", { name: "Pause new gifts" }).click();
  await friend.getByLabel("Your name").fill("Bob");
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("alert")).toContainText("This tree isn't taking new gifts right now");
  await expect(friend.getByLabel("Your message")).toHaveValue("Too late");
  await friend.goto(`/send-message?tree=${code}`);
  await expect(friend.getByText("This tree isn't taking new gifts right now.")).toBeVisible();
  await expect(friend.getByRole("button", { name: "Send" })).toHaveCount(0);
  // Only a script can read back what it stored on the device.
  const isStored = javaScriptEnabled !== false;
  if (isStored) await expect(friend.getByLabel("Your unsent message")).toHaveValue("Too late");
  await openSettings(page);
  await page.getByRole("button", { name: "Resume gifts" }).click();
  await openSettings(page);
  await expect(page.getByRole("button", { name: "Pause new gifts" })).toBeVisible();
  const stored = isStored ? "Too late" : "";
  await visitOnceChanged(friend, `/send-message?tree=${code}`, () =>
    expect(friend.getByLabel("Your message")).toHaveValue(stored, { timeout: 1000 }),
  );
  if (!isStored) {
    await friend.getByLabel("Your message").fill("Not too late");
    await friend.getByLabel("Your name").fill("Bob");
  }
  await friend.getByRole("button", { name: "Send" }).click();
  await expect(friend.getByRole("status").filter({ hasText: "It's on the tree!" })).toBeVisible();

  await page.getByText("Delete the tree", { exact: true }).first().click();
  await page.getByLabel("Yes, delete this tree").check();
  await page.getByRole("button", { name: "Delete the tree" }).click();
  await expect(page.getByRole("status")).toContainText("The tree has been deleted");
  await visitOnceChanged(friend, `/send-message?tree=${code}`, (status) => expect(status).toBe(404));

  await openMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`/my-trees/${code}`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
