import type { Socket } from "bun";

const OPENED_AT_ONCE = 250;
const TICK_MS = 5;
const HEAD_ENDS = "\r\n\r\n";
const NOTHING = Buffer.alloc(0);

/** An open page: what it has of the current answer, and the version it shows. */
type Page = { received: Buffer; tag: string; shownMs: number; isAsking: boolean };
type Connection = Socket<Page>;

export type OpenPages = {
  /** Answers so far, and those that were neither 200 nor 304. */
  answers(): { all: number; failed: number };
  /** When each page received the version that it shows, by performance.now(). */
  shownMs(): number[];
  close(): void;
};

/**
 * Opens that many pages of one address, each with a connection of its own, which ask for it as browsers do: with the
 * ETag of what they show, once in an interval, spread evenly.
 */
export async function openPages(url: URL, count: number, everyMs: number): Promise<OpenPages> {
  const connections: Connection[] = [];
  let all = 0;
  let failed = 0;

  function receive({ data }: Connection, bytes: Buffer) {
    data.received = data.received.length > 0 ? Buffer.concat([data.received, bytes]) : Buffer.from(bytes);
    const head = wholeHead(data.received);
    if (head === null) return;
    data.received = NOTHING;
    data.isAsking = false;
    all += 1;
    const status = head.slice(9, 12);
    if (status === "304") return;
    if (status !== "200") failed += 1;
    data.tag = /\r\netag: (\S+)/i.exec(head)?.[1] ?? "";
    data.shownMs = performance.now();
  }

  while (connections.length < count) {
    const some = Math.min(OPENED_AT_ONCE, count - connections.length);
    const opened = Array.from({ length: some }, () =>
      Bun.connect<Page>({
        hostname: url.hostname,
        port: Number(url.port),
        data: { received: NOTHING, tag: "", shownMs: 0, isAsking: false },
        socket: { data: receive },
      }),
    );
    connections.push(...(await Promise.all(opened)));
  }

  const requestOf = ({ tag }: Page) =>
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\naccept: text/html\r\naccept-language: en\r\n` +
    `accept-encoding: gzip, br\r\n${tag && `if-none-match: ${tag}\r\n`}\r\n`;
  const beganMs = performance.now();
  let asked = 0;
  const asking = setInterval(() => {
    const due = ((performance.now() - beganMs) / everyMs) * count;
    for (; asked < due; asked += 1) {
      const connection = connections[asked % count];
      // A page that still waits for an answer does not ask again.
      if (!connection || connection.data.isAsking) continue;
      connection.data.isAsking = true;
      connection.write(requestOf(connection.data));
    }
  }, TICK_MS);

  return {
    answers: () => ({ all, failed }),
    shownMs: () => connections.map(({ data }) => data.shownMs),
    close() {
      clearInterval(asking);
      for (const connection of connections) connection.end();
    },
  };
}

/** The head of a complete answer; null if more is to come. */
function wholeHead(received: Buffer): string | null {
  const end = received.indexOf(HEAD_ENDS);
  if (end < 0) return null;
  const head = received.toString("latin1", 0, end + 2);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return head.startsWith("HTTP/1.1 304") || received.length >= end + HEAD_ENDS.length + length ? head : null;
}
