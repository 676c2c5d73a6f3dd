import type { CDPSession, Page } from "@playwright/test";

/** Files, and bytes over the wire: headers and bodies as sent, compressed if they were. */
export type WireBytes = { files: number; scripts: number; all: number };

type Sent = { isScript: boolean; bytes: number };

const QUIET_MS = 200;
const WAIT_MAX_MS = 10_000;

export type Scale = { total: () => Promise<WireBytes> };

/** Counts the bytes of the page that this tab shows, always as at a first visit: nothing comes from a cache. */
export async function newScale(tab: Page): Promise<Scale> {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const sent = new Map<string, Sent>();
  const underWay = new Map<string, string>();
  listen(session, sent, underWay);
  return {
    total: async () => {
      if (!(await isQuiet(tab, underWay))) await endUnheard(tab, sent, underWay);
      const each = [...sent.values()];
      return { files: each.length, scripts: sum(each.filter(({ isScript }) => isScript)), all: sum(each) };
    },
  };
}

const sum = (some: readonly Sent[]) => some.reduce((bytes, one) => bytes + one.bytes, 0);

function listen(session: CDPSession, sent: Map<string, Sent>, underWay: Map<string, string>): void {
  let shown = "";
  // An open tree asks for its page again and again, an owner's for its visitors': that is no part of a visit, nor what the
  // new page asks for. Without a cache, it asks for its gifts once more.
  let isRenewed = false;
  session.on("Network.requestWillBeSent", ({ requestId, loaderId, request, redirectResponse, type }) => {
    if (requestId === loaderId && loaderId !== shown) {
      shown = loaderId;
      isRenewed = false;
      // What a page requests just before it is left may end unheard.
      sent.clear();
      underWay.clear();
    }
    if (loaderId !== shown) return;
    isRenewed ||= type === "Fetch" && /^text\/html$/.test(request.headers.accept ?? request.headers.Accept ?? "");
    if (isRenewed) return;
    const known = sent.get(requestId) ?? { isScript: false, bytes: 0 };
    sent.set(requestId, known);
    underWay.set(requestId, request.url);
    if (redirectResponse) known.bytes += redirectResponse.encodedDataLength;
  });
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    const known = sent.get(requestId);
    if (known) known.isScript = type === "Script" || /javascript/.test(response.mimeType);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const known = sent.get(requestId);
    if (known) known.bytes += encodedDataLength;
    underWay.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => underWay.delete(requestId));
}

/** Waits until no request was in progress for a while: scripts may load more after the page has loaded. */
async function isQuiet(tab: Page, underWay: ReadonlyMap<string, string>): Promise<boolean> {
  const until = Date.now() + WAIT_MAX_MS;
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs = underWay.size === 0 ? quietMs + 20 : 0) {
    if (Date.now() > until) return false;
    await tab.waitForTimeout(20);
  }
  return true;
}

/** The browser's events sometimes leave out the end of a request for a picture. The page itself knows of it. */
async function endUnheard(tab: Page, sent: Map<string, Sent>, underWay: ReadonlyMap<string, string>): Promise<void> {
  const ended = await tab.evaluate(() => {
    const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return Object.fromEntries(resources.map(({ name, transferSize }) => [name, transferSize]));
  });
  for (const [id, url] of underWay) {
    const bytes = ended[url];
    if (bytes === undefined) throw new Error(`A request is still in progress, so the size is unknown: ${url}`);
    const known = sent.get(id);
    if (known) known.bytes += bytes;
  }
}
