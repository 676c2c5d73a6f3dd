import { expect, type Page, test } from "@playwright/test";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { withBackForwardCache } from "../fixtures/back-forward-cache.ts";
import { goOffline } from "../fixtures/cut-connection.ts";
import { createTree } from "../fixtures/visitors.ts";
import { type Agent, isOlder, newAgent } from "./agent.ts";

const { SITE_PORT = "4421" } = process.env;
const siteUrl = `http://localhost:${SITE_PORT}`;
const ANSWER_MAX = 1_500;

test("opens a tree by code, link or surrounding text, and answers before it navigates, fifteen times", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const { code } = await createTree(siteUrl);
  const agent = await newAgent(page);
  const named = [
    code,
    `${code.slice(0, 4)} ${code.slice(4)}`,
    `${siteUrl}/send-message?tree=${code}`,
    `The tree ${code}, please`,
  ];
  for (let round = 0; round < 15; round += 1) {
    await page.goto(round % 2 ? "/create" : "/");
    await agent.ready();
    const call = await agent.call("open_tree", { tree: named[round % named.length] });
    const { status, output } = await call.outcome;
    const opening = `/send-message?tree=${code}`;
    expect([status, output]).toEqual([
      "Completed",
      { ok: true, opening, tree: expect.objectContaining({ shareCode: code, name: "A tree" }) },
    ]);
    expect(JSON.stringify(output).length).toBeLessThanOrEqual(ANSWER_MAX);
    await expect(page).toHaveURL(opening);
  }
});

test("opens the tree in the language of the page", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const agent = await newAgent(page);
  await page.goto("/ko/create");
  await agent.ready();
  await (await agent.call("open_tree", { tree: code })).outcome;
  await expect(page).toHaveURL(`/ko/send-message?tree=${code}`);
});

test("gives an agent in the page the same answers as one outside of it", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  await page.goto("/");
  await expect.poll(async () => (await page.webmcp.tools()).map(({ name }) => name)).toContain("open_tree");
  expect(await page.webmcp.callTool("days_until", { until: "2999-12-31" })).toMatchObject({
    ok: true,
    day: "2999-12-31",
  });
  expect(await page.webmcp.callTool("open_tree", { tree: code })).toMatchObject({ ok: true });
  await expect(page).toHaveURL(`/send-message?tree=${code}`);
});

test.describe("a tree that cannot be opened", () => {
  const { agent } = onePage("/");

  for (const [words, code, hint] of [
    ["hello", "invalid_code", "Codes are case-sensitive"],
    ["aB3dE5g", "invalid_code", "Ask the person"],
    ["aB3dE5gH", "tree_not_found", "Codes are case-sensitive"],
    ["aB3dE5g0", "tree_not_found", "0, O, o, 1, I or l"],
    ["the birthday tree", "tree_not_found", "Ask the person"],
    ["   ", "invalid_tree", "code or link"],
    [undefined, "invalid_tree", "code or link"],
    [{ code: "aB3dE5gH" }, "invalid_tree", "code or link"],
    ["<script>".repeat(5000), "invalid_code", "Ask the person"],
    ["Birthday tree aB3dE5gH, please", "ambiguous_code", "Ask the person which one"],
  ] as const) {
    test(`${JSON.stringify(words)?.slice(0, 30)} fails with ${code}`, async () => {
      const { status, output } = await (await agent().call("open_tree", { tree: words })).outcome;
      expect([status, output]).toEqual([
        "Completed",
        { ok: false, code, error: expect.any(String), hint: expect.stringContaining(hint) },
      ]);
      expect(JSON.stringify(output).length).toBeLessThanOrEqual(ANSWER_MAX);
    });
  }

  test("fails with an unknown parameter", async () => {
    const { output } = await (await agent().call("open_tree", { tree: "aB3dE5gH", password: "secret" })).outcome;
    expect(output).toMatchObject({ ok: false, code: "unknown_parameter", hint: "It takes tree." });
  });
});

test("does not leave a page with unsent text, but answers for its own tree", async ({ page }) => {
  const [here, there] = await Promise.all([createTree(siteUrl), createTree(siteUrl)]);
  const agent = await newAgent(page);
  await page.goto(`/send-message?tree=${here.code}`);
  await agent.ready();
  await page.getByLabel("Your message").fill("Half a thou");
  const refused = await (await agent.call("open_tree", { tree: there.code })).outcome;
  expect(refused.output).toMatchObject({ ok: false, code: "unsent_text" });
  expect((await (await agent.call("open_tree", { tree: here.code })).outcome).output).toMatchObject({ ok: true });
  const input = { name: "Mine", type: "christmas" };
  expect((await (await agent.call("create_tree", input)).outcome).output).toMatchObject({ code: "unsent_text" });
  expect(page.url()).toBe(`${siteUrl}/send-message?tree=${here.code}`);
  await page.getByLabel("Your message").fill("");
  expect((await (await agent.call("open_tree", { tree: there.code })).outcome).output).toMatchObject({ ok: true });
  await expect(page).toHaveURL(`/send-message?tree=${there.code}`);
});

test("opens nothing on a canceled call", async ({ page }) => {
  const { code } = await createTree(siteUrl);
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  // The site does not answer before the agent gives up.
  await page.route("**/webmcp/open_tree", () => {});
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/webmcp/open_tree"));
  const requested = page.waitForRequest("**/webmcp/open_tree");
  const call = await agent.call("open_tree", { tree: code });
  await requested;
  await call.cancel();
  expect((await call.outcome).status).toBe("Canceled");
  expect((await aborted).failure()?.errorText).toBe("net::ERR_ABORTED");
});

test("reports a service that does not answer", async ({ page, context }) => {
  const agent = await newAgent(page);
  await page.goto("/");
  await agent.ready();
  await goOffline(context);
  const { status, output } = await (await agent.call("days_until", { until: "christmas" })).outcome;
  expect([status, output]).toMatchObject(["Completed", { ok: false, code: "unavailable" }]);
});

test("restores the tools with a page from the back-forward cache (needs Chromium 156)", async ({
  playwright,
  browser: ours,
}, info) => {
  test.skip(isOlder(ours), "Its executeTool() takes other arguments.");
  const { launchOptions } = info.project.use;
  const browser = await playwright.chromium.launch({ ...launchOptions, ...withBackForwardCache });
  const context = await browser.newContext({ baseURL: siteUrl });
  const [page, witness] = [await context.newPage(), await context.newPage()];
  // Playwright loses track of a page from that cache, so the page itself records what it finds.
  await page.addInitScript(() => {
    window.addEventListener("pageshow", async ({ persisted }) => {
      if (!persisted) return;
      const tools = (await document.modelContext?.getTools()) ?? [];
      const tool = tools.find(({ name }) => name === "days_until");
      const answer = tool && (await document.modelContext?.executeTool(tool, { until: "2999-12-31" }));
      localStorage.setItem("found", JSON.stringify({ names: tools.map(({ name }) => name), answer }));
    });
  });
  await witness.goto("/offline");
  await page.goto("/create");
  await expect.poll(async () => (await page.webmcp.tools()).map(({ name }) => name)).toContain("open_tree");
  await page.goto("/status");
  await page.evaluate(() => void setTimeout(() => history.back()));
  const found = () => witness.evaluate(() => JSON.parse(localStorage.getItem("found") ?? "null"));
  await expect.poll(found).toEqual({
    names: ["create_tree", "days_until", "open_tree"],
    answer: expect.stringContaining('"day":"2999-12-31"'),
  });
  await browser.close();
});

test.describe("the number of days", () => {
  const { page, agent } = onePage("/offline");
  /** Calls the tool for a visitor in that time zone whose device is years ahead: the service's clock must count. */
  async function daysUntil(until: string, timezoneId: string): Promise<unknown> {
    await agent().cdp.send("Emulation.setTimezoneOverride", { timezoneId });
    await page().clock.setFixedTime("2031-01-01T00:00:00Z");
    return (await (await agent().call("days_until", { until })).outcome).output;
  }

  for (const timeZone of ["Pacific/Kiritimati", "America/Anchorage"]) {
    test(`counts to a date in the visitor's time zone, ${timeZone}`, async () => {
      const today = dayIn(timeZone, new Date());
      const output = await daysUntil(addDays(today, 3), timeZone);
      expect(output).toEqual({ ok: true, days: 3, day: addDays(today, 3), today, timeZone });
    });
  }

  test("counts to a tree's opening in the tree's time zone", async () => {
    const timeZone = "America/Anchorage";
    const today = dayIn(timeZone, new Date());
    const openingDay = addDays(today, 30);
    const { code } = await createTree(siteUrl, { openingDay, timeZone });
    const output = await daysUntil(`tree=${code}&x`, "Pacific/Kiritimati");
    expect(output).toEqual({ ok: true, days: 30, day: openingDay, timeZone, today, shareCode: code, isOpen: false });
  });

  for (const [until, code] of [
    ["birthday", "no_fixed_day"],
    ["2027-02-29", "not_a_day"],
    ["christmas eve", "invalid_code"],
    ["abcdefgh", "tree_not_found"],
  ] as const) {
    test(`cannot count to ${until}: ${code}`, async () => {
      const output = await daysUntil(until, "UTC");
      expect(output).toMatchObject({ ok: false, code, hint: expect.stringContaining("Ask the person") });
    });
  }
});

/** One page with an agent for all tests of a group: they only read, and leave the page as it is. */
function onePage(address: string): { page: () => Page; agent: () => Agent } {
  let page: Page;
  let agent: Agent;
  test.describe.configure({ mode: "default" });
  test.beforeAll(async ({ browser }, info) => {
    page = await browser.newPage(info.project.use);
    agent = await newAgent(page);
    await page.goto(address);
    await agent.ready();
  });
  test.afterAll(() => page.close());
  return { page: () => page, agent: () => agent };
}
