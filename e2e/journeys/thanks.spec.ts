import { entryNamed } from "../fixtures/moderation-queue.ts";
import { newModerator } from "../fixtures/moderators.ts";
import { expect, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const { E2E_DATA_DIR = "" } = process.env;

test.use({ javaScriptEnabled: false });

test("lets the owner write, change and delete a thank-you, and loses nothing that is refused", async ({
  page,
  friend,
  site,
  api,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site);
  await addGift(api, code, "A message");
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  const field = page.getByLabel("Your thank-you");
  const shown = page.getByRole("region", { name: "A thank-you from the owner" });
  const write = async (summary: string, text: string) => {
    if (!(await field.isVisible())) {
      await openSettings(page);
      await page.getByText(summary).click();
    }
    await field.fill(text);
    await page.getByRole("button", { name: "Show it on my tree" }).click();
  };

  await write("Write a thank-you", "You bunch of motherfuckers");
  await expect(field).toHaveValue("You bunch of motherfuckers");
  await expect(field).toHaveAccessibleDescription(/^Some of these words could be hurtful/);
  await write("Write a thank-you", "Thank you all");
  await expect(shown).toContainText("Thank you all");
  await expect(page.getByRole("status").first()).toHaveText("Your thank-you is on the tree.");
  await write("Change your thank-you", "감사해요");
  await expect(shown).toContainText("감사해요");

  const address = `${site}/send-message?tree=${code}`;
  await visitOnceChanged(friend, address, () => expect(friend.getByText("감사해요")).toBeVisible({ timeout: 500 }));
  await openSettings(page);
  await page.getByText("Change your thank-you").click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await expect(shown).toHaveCount(0);
  await visitOnceChanged(friend, address, () => expect(friend.getByText("감사해요")).toBeHidden({ timeout: 500 }));
});

test("is taken down by a moderator alone, and its owner learns why", async ({
  page,
  friend,
  context,
  site,
  api,
  signInAs,
}) => {
  const name = `Tree ${crypto.randomUUID().slice(0, 8)}`;
  const { code, cookie } = await createTree(site, { name });
  await addGift(api, code, "A message");
  const headers = { "content-type": "application/json", cookie };
  const body = JSON.stringify({ thanks: "Unkind words" });
  expect((await fetch(`${site}/owner/trees/${code}`, { method: "PATCH", headers, body })).status).toBe(200);

  await visitOnceChanged(friend, `${site}/send-message?tree=${code}`, () =>
    expect(friend.getByText("Unkind words")).toBeVisible({ timeout: 500 }),
  );
  await friend.getByRole("link", { name: "Report this tree" }).click();
  await friend.getByRole("radio", { name: "Threats" }).check();
  await friend.getByRole("button", { name: "Send the report" }).click();
  await expect(friend.getByText("We've received your report")).toBeVisible();

  await signInAs((await newModerator(site, E2E_DATA_DIR)).cookie);
  const entry = await entryNamed(page, name);
  await expect(entry).toContainText("Unkind words");
  await entry.locator("summary", { hasText: "Take down the thank-you" }).click();
  await entry.locator("details[open] form").getByLabel("Why?").selectOption("threat");
  await entry.getByRole("button", { name: "Take down this thank-you" }).click();
  await expect(page.getByText("The thank-you is taken down.")).toBeVisible();

  await context.clearCookies();
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await expect(page.getByRole("alert")).toContainText("Reason: threats.");
  await expect(page.getByRole("region", { name: "A thank-you from the owner" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Show it on my tree" })).toHaveCount(0);
  await visitOnceChanged(friend, `${site}/send-message?tree=${code}`, () =>
    expect(friend.getByText("Unkind words")).toBeHidden({ timeout: 500 }),
  );
});
