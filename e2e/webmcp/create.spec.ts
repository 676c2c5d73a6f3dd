import type { Page } from "@playwright/test";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { newAgent } from "./agent.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const inAMonth = addDays(dayIn("Asia/Seoul", new Date()), 30);
const TREE = { name: "Ada's fortieth", type: "birthday", openingDay: inAMonth, timeZone: "Asia/Seoul" };

async function treesOf(cookie: string): Promise<{ shareCode: string; name: string }[]> {
  return (await (await fetch(`${siteUrl}/owner/trees`, { headers: { cookie } })).json()).data;
}

const dialog = (page: Page) => page.getByRole("dialog");
const asks = "document.querySelector('dialog[open]')";
const create = (page: Page) => dialog(page).getByRole("button", { name: "Create the tree" });

test("shows an owner the filled-in tree, and creates it when they press the button", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/status");
  await agent.ready();
  const call = await agent.call("create_tree", TREE);
  await agent.until(asks);
  await expect(dialog(page).getByRole("heading")).toHaveText("Your assistant has filled in a tree");
  await expect(dialog(page).getByRole("heading")).toBeFocused();
  for (const shown of [TREE.name, "Korean Standard Time (Seoul)", inAMonth.slice(0, 4)])
    await expect(dialog(page)).toContainText(shown);
  await expect(dialog(page).getByRole("group", { name: "Birthday" })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath("asked.png") });
  expect([call.isSettled(), await treesOf(cookie)]).toEqual([false, []]);

  await create(page).click();
  const { output } = await call.outcome;
  const [tree] = await treesOf(cookie);
  expect(output).toEqual({
    ok: true,
    created: true,
    shareCode: tree?.shareCode,
    link: `${siteUrl}/send-message?tree=${tree?.shareCode}`,
  });
  await expect(page).toHaveURL(`/my-trees/${tree?.shareCode}?created`);
  await expect(page.getByText("Your tree is ready!")).toBeVisible();
});

test("creates one tree for repeated calls, concurrent or later", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const calls = [await agent.call("create_tree", TREE), await agent.call("create_tree", TREE)];
  await agent.until(asks);
  const other = await agent.call("create_tree", { ...TREE, name: "Another" });
  expect((await other.outcome).output).toMatchObject({ ok: false, code: "busy" });
  await expect(dialog(page)).toHaveCount(1);
  await create(page).dblclick();
  const [first, second] = await Promise.all(calls.map(async ({ outcome }) => (await outcome).output));
  expect([first, second]).toEqual([expect.objectContaining({ ok: true, created: true }), first]);
  await expect(page).toHaveURL(/\/my-trees\/\w{8}\?created$/);

  await agent.ready();
  const again = await agent.call("create_tree", { ...TREE, name: `  ${TREE.name} ` });
  expect((await again.outcome).output).toEqual(first);
  expect(await treesOf(cookie)).toHaveLength(1);
});

test("creates no tree that the person declines, by the button or by Escape", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  for (const refuse of [
    () => dialog(page).getByRole("button", { name: "Don't create this tree" }).click(),
    () => page.keyboard.press("Escape"),
  ]) {
    const call = await agent.call("create_tree", TREE);
    await agent.until(asks);
    await refuse();
    expect((await call.outcome).output).toMatchObject({ ok: false, code: "declined" });
    await expect(dialog(page)).toHaveCount(0);
  }
  expect([await treesOf(cookie), page.url()]).toEqual([[], `${siteUrl}/`]);
});

test("ignores a script's click on the button, and accepts the person's", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const call = await agent.call("create_tree", TREE);
  await agent.until(asks);
  await agent.script("document.querySelector('dialog .button').click()");
  expect((await call.outcome).output).toMatchObject({ ok: false, code: "person_must_press" });
  await agent.script("document.querySelector('dialog form').requestSubmit()");
  expect(await treesOf(cookie)).toEqual([]);
  await expect(dialog(page).getByRole("alert")).toContainText("Your assistant tried to press “Create the tree,”");
  await create(page).click();
  await expect(page).toHaveURL(/\/my-trees\/\w{8}\?created$/);
  expect(await treesOf(cookie)).toHaveLength(1);
});

test("closes the dialog of a canceled call", async ({ page, becomeOwner }) => {
  await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const call = await agent.call("create_tree", TREE);
  await agent.until(asks);
  await call.cancel();
  expect((await call.outcome).status).toBe("Canceled");
  await expect(dialog(page)).toHaveCount(0);
});

test("reports an offensive name to the person and the agent", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const call = await agent.call("create_tree", { ...TREE, name: "You fucking idiot" });
  await agent.until(asks);
  await create(page).click();
  const { output } = await call.outcome;
  expect(output).toMatchObject({
    ok: false,
    code: "content_rejected",
    details: [{ field: "name", reason: "offensive_words" }],
  });
  await expect(dialog(page).getByRole("alert")).toContainText("Some of these words could be hurtful.");
  // The button still works, since the problem may be solved by then.
  const again = page.waitForResponse((answer) => answer.request().method() === "POST");
  await create(page).click();
  expect((await again).status()).toBe(422);
  expect(await treesOf(cookie)).toEqual([]);
});

test("creates one tree if the first answer is lost", async ({ page, becomeOwner }) => {
  const cookie = await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  await agent.call("create_tree", { name: "Valentine", type: "valentine" });
  await agent.until(asks);
  // The answer to the first click gets lost.
  await page.route("**/create", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
    await page.unroute("**/create");
  });
  await create(page).click();
  await expect(page).toHaveURL(/\/my-trees\/\w{8}\?created$/);
  expect(await treesOf(cookie)).toHaveLength(1);
});

test("fills in the page for a signed-out person, who signs in there", async ({ page }) => {
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  const calls = [await agent.call("create_tree", TREE), await agent.call("create_tree", TREE)];
  for (const { outcome } of calls) {
    const { output } = await outcome;
    expect(output).toMatchObject({ ok: true, created: false, hint: expect.stringContaining("sign in or sign up") });
  }
  await expect(page).toHaveURL(/\/create\?name=Ada/);
  await expect(page.getByText("Filled in by your assistant")).toBeVisible();
  await expect(page.getByLabel("The tree's name")).toHaveValue("Ada's fortieth");
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Seoul");

  await page.getByRole("button", { name: "Create the tree" }).click();
  await page.getByLabel("Email").fill(`ada-${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(TREE.name);
});

test("fills in missing values: the next February 14, and the visitor's time zone", async ({ browser }, info) => {
  const page = await browser.newPage({ ...info.project.use, timezoneId: "Asia/Calcutta" });
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  await (await agent.call("create_tree", { name: "For you", type: "valentine" })).outcome;
  await expect(page.getByLabel("Opening day", { exact: false })).toHaveValue(/-02-14$/);
  await expect(page.getByLabel("Time zone", { exact: false })).toHaveValue("Asia/Kolkata");
  await page.close();
});

test("refuses an invalid tree without asking the person", async ({ page, becomeOwner }) => {
  await becomeOwner();
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  for (const [input, code, hint] of [
    [{ name: "x".repeat(41) }, "invalid_name", "1 to 40 characters"],
    [{ type: "easter" }, "invalid_type", "christmas, birthday, valentine"],
    [{ openingDay: "2020-01-01" }, "invalid_openingDay", "Use a day from"],
    [{ openingDay: "soon" }, "invalid_openingDay", "Use a day from"],
    [{ openingDay: undefined }, "invalid_openingDay", "Ask the person for the day"],
    [{ timeZone: "Mars/Olympus" }, "invalid_timeZone", "Europe/Berlin"],
    [{ password: "correct horse battery" }, "unknown_parameter", "It takes name, type, openingDay, timeZone."],
  ] as const) {
    const { output } = await (await agent.call("create_tree", { ...TREE, ...input })).outcome;
    expect(output, JSON.stringify(input)).toMatchObject({ ok: false, code, hint: expect.stringContaining(hint) });
    expect(JSON.stringify(output)).not.toContain("correct horse");
  }
  await expect(dialog(page)).toHaveCount(0);
});
