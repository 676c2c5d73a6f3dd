import { type BrowserContext, expect, type Page } from "@playwright/test";

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

/**
 * Takes the connection away from pages with scripts and from their workers, and waits until nothing gets through: a
 * page that a worker asked for right after Chromium had said that it is offline was answered all the same, once in
 * hundreds of runs.
 */
export async function goOffline(context: BrowserContext) {
  await context.setOffline(true);
  const getsThrough = () => fetch("/robots.txt", { cache: "no-store" }).then(Boolean, () => false);
  const asking: { evaluate(ask: typeof getsThrough): Promise<boolean> }[] = [
    ...context.pages(),
    ...context.serviceWorkers(),
  ];
  // A worker that the browser has ended meanwhile asks for nothing.
  const stillGets = (each: (typeof asking)[number]) =>
    each.evaluate(getsThrough).catch((error) => {
      if (`${error}`.includes("has been closed")) return false;
      throw error;
    });
  for (const each of asking) await expect.poll(() => stillGets(each)).toBe(false);
}
