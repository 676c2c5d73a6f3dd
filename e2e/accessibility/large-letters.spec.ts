import { expect, test } from "../fixtures/visiting.ts";
import { createTree } from "../fixtures/visitors.ts";

test.use({ viewport: { width: 390, height: 800 } });

test("needs no sideways scrolling on a phone with text twice as large", async ({ page, site }) => {
  const { code } = await createTree(site, { name: "W".repeat(40) });
  for (const language of ["en", "ko"]) {
    for (const address of [
      "/",
      `/send-message?tree=${code}`,
      "/send-message",
      "/create",
      "/sign-in",
      `/report?tree=${code}`,
    ]) {
      await page.goto(`/${language}${address}`);
      const tooMuch = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        return document.documentElement.scrollWidth - innerWidth;
      });
      expect(tooMuch, `${language}${address}`).toBeLessThanOrEqual(0);
    }
  }
});
