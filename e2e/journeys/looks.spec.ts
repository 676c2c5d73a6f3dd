import type { Locator, Page } from "@playwright/test";
import { addDays } from "#contract/days";
import { dayIn } from "../../shared/time-zones.ts";
import { expect, openSettings, test, visitOnceChanged } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

// The upper edge of a birthday tree's sky, by look.
const DAY = "rgb(143, 208, 242)";
const NIGHT = "rgb(26, 31, 79)";
const WHITE = "rgb(255, 255, 255)";

/** The color at the upper edge of a tree's picture. */
const skyOf = (picture: Locator) =>
  picture.evaluate((svg) => {
    const stop = svg.querySelector("linearGradient stop");
    const background = svg.querySelector(":scope > path");
    return stop ? getComputedStyle(stop).stopColor : background && getComputedStyle(background).fill;
  });

const expectSky = (page: Page, color: string) =>
  expect.poll(() => skyOf(page.locator(".tree-picture").first())).toBe(color);

const inAMonth = addDays(dayIn("Asia/Seoul", new Date()), 30);

test("lets an owner choose a look, see it at once, and keep it while signing up; friends see it, too", async ({
  page,
  friend,
  javaScriptEnabled,
}) => {
  await page.goto("/create");
  const pictures = page.locator("figure .picture-of:visible");
  await expect(pictures).toHaveAttribute("data-look", "classic");
  await page.getByRole("radio", { name: "Birthday" }).check();
  await page.getByRole("radio", { name: "Starry night" }).check();
  await expect(pictures).toHaveCount(1);
  await expect(pictures.getByRole("presentation")).toHaveAttribute("src", "/tree-picture/birthday-night.svg");
  if (javaScriptEnabled !== false) await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByLabel("The tree's name").fill("Ada's birthday");
  await page.getByLabel("Opening day").fill(inAMonth);
  await page.getByLabel("Time zone").selectOption("Asia/Seoul");
  await page.getByRole("button", { name: "Create the tree" }).click();

  await page.getByLabel("Email").fill(`ada-${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("status").first()).toContainText("Your tree is ready!");
  await expectSky(page, NIGHT);

  const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await friend.goto(`/send-message?tree=${code}`);
  await expectSky(friend, NIGHT);
});

test("lets an owner change the look: the tree's page, the invitation and the share picture follow", async ({
  page,
  friend,
  site,
  signInAs,
}) => {
  const { code, cookie } = await createTree(site, { type: "birthday", openingDay: inAMonth });
  await signInAs(cookie);
  await page.goto(`/my-trees/${code}`);
  await friend.goto(`/send-message?tree=${code}`);
  await expectSky(page, DAY);
  await expectSky(friend, DAY);
  const sharePicture = () => friend.locator('meta[property="og:image"]').getAttribute("content");
  const before = await sharePicture();

  await openSettings(page);
  await page.getByText("Change the look").click();
  await expect(page.locator("[name=look]:checked")).toHaveValue("classic");
  await page.getByRole("radio", { name: "Plain white" }).check();
  await page.getByRole("button", { name: "Save look" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Saved.");
  await expectSky(page, WHITE);
  await expect(page.locator("[name=look]:checked")).toHaveValue("white");

  // An open page changes its picture by itself, but not what it says to link previews.
  await visitOnceChanged(friend, `/send-message?tree=${code}`, async () =>
    expect(await sharePicture()).not.toBe(before),
  );
  await expectSky(friend, WHITE);
  const after = (await sharePicture()) ?? "";
  // On a busy machine, the first picture is painted late, and its address asks to try again.
  await expect(async () => {
    const picture = await friend.request.get(after, { maxRedirects: 0 });
    expect(picture.headers()["content-type"]).toBe("image/png");
  }).toPass();
  await friend.goto(`/invitation/${code}`);
  expect(await skyOf(friend.locator(".invitation .picture svg").first())).toBe(WHITE);
});

test("offers the looks as one group for the keyboard, each with a picture of the chosen type", async ({ page }) => {
  await page.goto("/create");
  const group = page.getByRole("group", { name: "How should it look?", exact: true });
  await expect(group.getByRole("radio")).toHaveCount(3);
  for (const name of ["Day and night", "Starry night", "Plain white"])
    await expect(group.getByRole("radio", { name, exact: true })).toHaveCount(1);
  await page.getByRole("radio", { name: "Valentine" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Day and night" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Plain white" })).toBeChecked();
  const shown = group.locator("img:visible");
  await expect(shown).toHaveCount(3);
  for (const picture of await shown.all()) {
    await expect(picture).toHaveAttribute("src", "/tree-picture/valentine-looks.svg");
    await expect(picture).toHaveJSProperty("complete", true);
  }
});
