import type { Page } from "@playwright/test";

/** Cuts the next connection that sends a form: before anything has left, or after all of it has arrived. */
export async function cutConnection(page: Page, moment: "before" | "after it arrived") {
  const browser = await page.context().newCDPSession(page);
  let isCut = false;
  browser.on("Fetch.requestPaused", ({ requestId, request }) => {
    const isToCut = !isCut && request.method === "POST";
    isCut ||= isToCut;
    if (isToCut) return browser.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    return browser.send("Fetch.continueRequest", { requestId });
  });
  const requestStage = moment === "before" ? "Request" : "Response";
  await browser.send("Fetch.enable", { patterns: [{ urlPattern: "*/send-message*", requestStage }] });
}
