import type { CDPSession, Page } from "@playwright/test";

/** Bytes over the wire: headers and bodies as sent, compressed if they were. */
export type WireBytes = { scripts: number; all: number };

type Sent = { isScript: boolean; bytes: number };

const QUIET_MS = 200;
const WAIT_MAX_MS = 10_000;

export type Scale = { reset: () => void; total: () => Promise<WireBytes> };

/** Counts the bytes that this tab receives, always as at a first visit: nothing comes from a cache. */
export async function newScale(tab: Page): Promise<Scale> {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const sent = new Map<string, Sent>();
  const underWay = new Map<string, string>();
  listen(session, sent, underWay);
  return {
    reset: () => {
      sent.clear();
      underWay.clear();
    },
    total: async () => {
      await quiet(tab, underWay);
      const each = [...sent.values()];
      return { scripts: sum(each.filter(({ isScript }) => isScript)), all: sum(each) };
    },
  };
}

const sum = (some: readonly Sent[]) => some.reduce((bytes, one) => bytes + one.bytes, 0);

function listen(session: CDPSession, sent: Map<string, Sent>, underWay: Map<string, string>): void {
  const of = (id: string): Sent => {
    const known = sent.get(id) ?? { isScript: false, bytes: 0 };
    sent.set(id, known);
    return known;
  };
  // An open tree asks for itself again and again: that is no part of a visit, and ends unheard if the page is left.
  const renewals = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse, type, documentURL }) => {
    if (type === "Fetch" && request.url === documentURL.split("#")[0]) renewals.add(requestId);
    if (renewals.has(requestId)) return;
    underWay.set(requestId, request.url);
    if (redirectResponse) of(requestId).bytes += redirectResponse.encodedDataLength;
  });
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (renewals.has(requestId)) return;
    of(requestId).isScript = type === "Script" || /javascript/.test(response.mimeType);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (renewals.has(requestId)) return;
    of(requestId).bytes += encodedDataLength;
    underWay.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => underWay.delete(requestId));
}

/** Waits until no request was in progress for a while: scripts may load more after the page has loaded. */
async function quiet(tab: Page, underWay: ReadonlyMap<string, string>): Promise<void> {
  const until = Date.now() + WAIT_MAX_MS;
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs = underWay.size === 0 ? quietMs + 20 : 0) {
    if (Date.now() > until)
      throw new Error(`Requests still in progress, so the size is unknown: ${[...underWay.values()]}`);
    await tab.waitForTimeout(20);
  }
}
