import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const UNKIND = "Unkind words about the marble";

/** The messages on the page, shown or collapsed, and whether its markup holds the unkind one. */
async function holdsUnkind(page: Page): Promise<boolean> {
  return (await page.content()).includes(UNKIND);
}

/** Unwraps gift by gift, and returns whose they were. */
async function unwrapAll(page: Page, code: string): Promise<string[]> {
  await page.goto(`/my-trees/${code}/opening?gift=first`);
  const senders: string[] = [];
  const current = page.getByRole("article").getByRole("heading");
  for (;;) {
    senders.push((await current.textContent()) ?? "");
    expect(await holdsUnkind(page)).toBe(false);
    const finish = page.getByRole("button", { name: "Finish" });
    if (await finish.isVisible()) return senders;
    await page.getByRole("button", { name: "Next gift" }).click();
    await expect(current).not.toHaveText(senders.at(-1) ?? "");
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("hides a gift, shows its message only on demand, and shows it again", async ({
      page,
      site,
      api,
      signInAs,
    }) => {
      const { code, cookie } = await createTree(site);
      await addGift(api, code, "Kind words", { senderName: "Carol" });
      await addGift(api, code, UNKIND, { senderName: "Bob", showSenderName: true });
      await addGift(api, code, "More kind words", { senderName: "Dora" });
      await signInAs(cookie);
      await page.goto(`/my-trees/${code}`);
      expect(await holdsUnkind(page)).toBe(true);
      await page.getByRole("button", { name: "Options for the gift from Bob" }).click();
      await page.getByRole("link", { name: "Hide", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Hide a gift" })).toBeVisible();
      await page.getByRole("button", { name: "Hide", exact: true }).click();

      await expect(page.getByRole("status").first()).toHaveText(/^The gift is hidden/);
      await expect(page.getByText("A hidden gift from Bob")).toBeVisible();
      for (const address of ["", "?all", "?select", "/delete", "/keepsake", "/opening"]) {
        await page.goto(`/my-trees/${code}${address}`);
        expect(await holdsUnkind(page)).toBe(false);
      }
      await expect(page.getByText("2 gifts are waiting")).toBeVisible();
      expect(await unwrapAll(page, code)).toEqual(["From Dora", "From Carol"]);
      await expect(page.getByText("Gift 2 of 2")).toBeVisible();
      const file = await page.request.get(`/owner/trees/${code}/export`);
      expect((await file.json()).data.gifts).toMatchObject([{}, { message: UNKIND, isHidden: true }, {}]);
      // Visitors see the gift as before.
      const { data, page: listing } = await (await page.request.get(`/v1/messages/${code}`)).json();
      expect([listing.giftCount, data[1].senderName]).toEqual([3, "Bob"]);

      await page.goto(`/my-trees/${code}`);
      await page.getByRole("link", { name: "Show the hidden gift from Bob" }).click();
      await expect(page.getByText(UNKIND)).toBeVisible();
      await page.getByRole("button", { name: "Show it again" }).click();
      await expect(page.getByRole("status").first()).toHaveText("The gift is back with the others.");
      await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Dora", "Bob", "Carol"]);
    });

    test("hides gifts by the owner's list as long as it names them", async ({ page, site, api, signInAs }) => {
      const { code, cookie } = await createTree(site);
      await addGift(api, code, "Kind words", { senderName: "Carol" });
      await addGift(api, code, UNKIND, { senderName: "Bob" });
      await signInAs(cookie);
      await page.goto("/account");
      await page.getByLabel("Word or name").fill("m".repeat(41));
      await page.getByRole("button", { name: "Add to the list" }).click();
      await expect(page.getByText(/40/).first()).toBeVisible();
      await page.getByLabel("Word or name").fill("MARBLE");
      await page.getByRole("button", { name: "Add to the list" }).click();
      await expect(page.getByRole("status").first()).toHaveText("Added to your list.");
      await page.goto(`/my-trees/${code}`);
      await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Carol"]);
      expect(await holdsUnkind(page)).toBe(false);
      expect(await unwrapAll(page, code)).toEqual(["From Carol"]);

      await page.goto("/account");
      await page.getByText("Show the list (1)").click();
      await page.getByRole("button", { name: "Remove MARBLE" }).click();
      await expect(page.getByRole("status").first()).toHaveText("Removed from your list.");
      await page.goto(`/my-trees/${code}`);
      await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Bob", "Carol"]);
    });

    test("accepts mild insults once the owner chooses so, and hides them", async ({ page, site, api, signInAs }) => {
      const MILD = "Alles Gute, du Dummkopf";
      const { code, cookie } = await createTree(site);
      const leave = async () => {
        await page.goto(`/send-message?tree=${code}`);
        await page.getByLabel("Your message").fill(MILD);
        await page.getByLabel("Your name", { exact: true }).fill("Bob");
        await page.getByRole("button", { name: "Send" }).click();
      };
      await addGift(api, code, "Kind words", { senderName: "Carol" });
      await leave();
      await expect(page.getByText("Some of these words could be hurtful. Please rephrase.")).toBeVisible();
      await signInAs(cookie);
      await page.goto("/account");
      const choice = page.getByLabel("Accept messages with mild insults, but hide them");
      await expect(choice).not.toBeChecked();
      await choice.check();
      await page.getByRole("button", { name: "Save choice" }).click();
      await expect(page.getByRole("status").first()).toHaveText("Saved.");
      await expect(choice).toBeChecked();
      await leave();
      await expect(page).toHaveURL(/hung=/);
      await page.goto(`/my-trees/${code}`);
      await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Carol"]);
      expect(await page.content()).not.toContain(MILD);
      await page.getByRole("link", { name: "Show the hidden gift from Bob" }).click();
      await expect(page.getByText(MILD)).toBeVisible();
    });

    test("hides everything from a sender along with a report", async ({ page, site, api, signInAs }) => {
      const { code, cookie } = await createTree(site);
      for (const senderName of ["Bob", "Carol", "Bob"]) await addGift(api, code, UNKIND, { senderName });
      await signInAs(cookie);
      await page.goto(`/my-trees/${code}`);
      await page.getByRole("button", { name: "Options for the gift from Bob" }).first().click();
      await page.getByRole("link", { name: "Report", exact: true }).click();
      await page.getByLabel("Harassment or bullying").check();
      await page.getByLabel("Also hide everything from Bob").check();
      await page.getByRole("button", { name: "Send the report" }).click();
      await expect(page.getByRole("status")).toContainText("We've received your report");
      await page.getByRole("link", { name: "Back to the tree" }).click();
      await expect(page.getByText("A hidden gift from Bob")).toHaveCount(2);
      await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Carol"]);
    });
  });
}
