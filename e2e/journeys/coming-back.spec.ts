import { proposedOpeningDay } from "#contract/trees";
import { expect, openSettings, test } from "../fixtures/visiting.ts";
import { addGift, createTree, inDays, newOwner } from "../fixtures/visitors.ts";

const inAMonth = inDays(30);

for (const javaScriptEnabled of [true, false]) {
  const tag = javaScriptEnabled ? [] : "@unscripted";
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", { tag }, () => {
    test.use({ javaScriptEnabled });

    test("restores the filled-in tree after going back from signing up", async ({ page }) => {
      const next = () => (javaScriptEnabled ? page.getByRole("link", { name: "Next" }).click() : undefined);
      await page.goto("/create");
      await page.getByRole("radio", { name: "Birthday" }).check();
      await next();
      await page.getByLabel("The tree's name").fill("Ada's birthday");
      await page.getByLabel("Opening day").fill(inAMonth);
      await page.getByLabel("Time zone").selectOption("Asia/Kathmandu");
      await page.getByRole("button", { name: "Create the tree" }).click();
      await expect(page).toHaveURL(/\/sign-up/);
      await page.goBack();
      await expect(page.locator("#name")).toHaveValue("Ada's birthday");
      await expect(page.locator("#openingDay")).toHaveValue(inAMonth);
      await expect(page.locator("#timeZone")).toHaveValue("Asia/Kathmandu");
      await expect(page.locator("[name=type]:checked")).toHaveValue("birthday");
      if (!javaScriptEnabled) return;
      await expect(page.locator("figcaption")).toHaveText("Ada's birthday");
    });

    test("restores an unfinished message and report, even if the browser stored no whole page", async ({
      page,
      site,
    }) => {
      const { code } = await createTree(site);
      await page.goto(`/report?tree=${code}`);
      await page.getByRole("radio", { name: "Harassment or bullying" }).check();
      await page.getByLabel("Anything else?").fill("What is wrong with it");
      await page.getByRole("link", { name: "My trees" }).click();
      await expect(page).not.toHaveURL(/report/);
      await page.goBack();
      await expect(page.getByLabel("Anything else?")).toHaveValue("What is wrong with it");
      await expect(page.getByRole("radio", { name: "Harassment or bullying" })).toBeChecked();
      // A script stores the message; browsers do not restore it, or going back after sending would show it again.
      if (!javaScriptEnabled) return;
      await page.goto(`/send-message?tree=${code}`);
      await page.getByLabel("Your message").fill("Begun");
      await page.getByRole("link", { name: "My trees" }).click();
      await expect(page).not.toHaveURL(/send-message/);
      await page.goBack();
      await expect(page.getByLabel("Your message")).toHaveValue("Begun");
    });

    test("returns to the same gift after signing in during the unwrapping", async ({ page, site, api }) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const { code } = await createTree(site, { owner: await newOwner(site, email) });
      const first = await addGift(api, code, "The first that came");
      await addGift(api, code, "The second that came");
      await page.goto(`/my-trees/${code}/opening?gift=${first}`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill("correct horse battery");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("The first that came", { exact: true })).toBeVisible();
      await expect(page.getByText("Gift 2 of 2")).toBeVisible();
    });

    test("refuses to move the opening day on a page from before the opening, with the reason", async ({
      page,
      context,
      site,
      signInAs,
    }) => {
      const { code, cookie } = await createTree(site, { openingDay: inAMonth });
      await signInAs(cookie);
      await page.goto(`/my-trees/${code}`);
      const other = await context.newPage();
      await other.goto(`/my-trees/${code}`);
      await openSettings(other);
      await other.getByLabel("Change opening day").fill(inDays(0));
      await other.getByRole("button", { name: "Save opening day" }).click();
      await expect(other.getByText("Your tree is open, but no gifts have arrived.")).toBeVisible();
      await openSettings(page);
      await page.getByLabel("Change opening day").fill(inDays(31));
      await page.getByRole("button", { name: "Save opening day" }).click();
      await expect(page.getByText("The tree has already opened, so its opening day can't change.")).toBeVisible();
    });
  });
}

test("keeps a birthday on another occasion's day when the time zone changes, and after going back", async ({
  page,
}) => {
  // So far in the future that it is not the proposed day for a birthday.
  const christmas = proposedOpeningDay("christmas", inDays(14));
  await page.goto("/create?type=birthday");
  await page.getByRole("radio", { name: "Birthday" }).check();
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByLabel("The tree's name").fill("Ada's birthday");
  await page.getByLabel("Opening day").fill(christmas);
  await page.getByLabel("Time zone").selectOption("Asia/Kathmandu");
  await expect(page.locator("#openingDay")).toHaveValue(christmas);
  await page.getByRole("button", { name: "Create the tree" }).click();
  await expect(page).toHaveURL(/\/sign-up/);
  await page.goBack();
  await expect(page.locator("#name")).toHaveValue("Ada's birthday");
  await expect(page.locator("#openingDay")).toHaveValue(christmas);
});

test("proposes the day of the last chosen occasion, and keeps the name", async ({ page }) => {
  const turn = (name: string) => page.getByRole("link", { name, exact: true }).click();
  await page.goto("/create");
  await turn("Next");
  await page.getByLabel("The tree's name").fill("For you");
  await turn("Back");
  await page.getByRole("radio", { name: "Valentine" }).check();
  await turn("Next");
  await expect(page.getByLabel("Opening day")).toHaveValue(/-02-14$/);
  await expect(page.getByLabel("The tree's name")).toHaveValue("For you");
});

test.describe("when scripts fail to load", () => {
  test.beforeEach(({ page }) => page.route("**/*.js", (route) => route.abort()));

  test("still turns the steps to a new tree, and keeps its data", async ({ page }) => {
    await page.goto("/create");
    await page.getByRole("radio", { name: "Birthday" }).check();
    await expect(page.getByLabel("The tree's name")).toBeHidden();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByLabel("The tree's name").fill("Ada's birthday");
    await page.getByLabel("Opening day").fill(inAMonth);
    await page.getByLabel("Time zone").selectOption("Asia/Kathmandu");
    await page.getByRole("button", { name: "Create the tree" }).click();
    await expect(page.getByText("to finish creating your tree")).toBeVisible();
  });

  test("shows the step with a missing field", async ({ page }) => {
    await page.goto("/create#step-2");
    await page.getByRole("button", { name: "Create the tree" }).click();
    await expect(page.getByLabel("The tree's name")).toBeFocused();
    await expect(page.getByText("Please fill this in.").first()).toBeVisible();
  });
});

test("goes to the step with a missing field, and to the previous one by going back", async ({ page }) => {
  await page.goto("/create");
  await page.getByRole("radio", { name: "Birthday" }).check();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Name and day")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Birthday" })).toBeChecked();
  await page.getByRole("radio", { name: "Birthday" }).press("Enter");
  await expect(page.getByText("Name and day")).toBeVisible();
  await expect(page.getByText("What's the occasion?")).toBeHidden();
});
