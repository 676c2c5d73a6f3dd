import { openConnections } from "./harness/connections.ts";
import { type Fault, want, wantStaysUp } from "./harness/fault.ts";
import { mib, watchMemory } from "./harness/memory-watch.ts";

const EACH = 40;
const MOST_MIB = 300;
const CHUNK = `2000\r\n${"a".repeat(8192)}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
const TOO_LONG = "Content-Length: 99999999\r\n\r\n";

export const endlessBodies: Fault = {
  name: "endless-bodies",
  does: "request bodies that never end are sent, a byte a second or as fast as possible, in chunks or with a length that is too large, to the API, through the site and in a form, while 16 people post",
  seconds: 60,
  async trouble({ service, shareCodes, seconds, now, say }) {
    const json = "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const form = `POST /send-message?tree=${shareCodes[0]} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
    const targets = [
      ["the API", service.api, json],
      ["through the site", service.site, json],
      ["the form", service.site, form],
    ] as const;
    const ways = [
      ["chunks, slowly", CHUNKED, "1\r\na\r\n", 1000],
      ["chunks, fast", CHUNKED, CHUNK, 10],
      ["a length, slowly", "Content-Length: 9000\r\n\r\n", "a", 1000],
      ["too long a length", TOO_LONG, CHUNK, 10],
    ] as const;
    const pids = { "the API": service.pidOf("api/main.ts"), "the site": service.pidOf("site/server.ts") };
    const memory = watchMemory(pids, 500);
    const from = now();
    const opened = await Promise.all(
      targets.flatMap(([target, address, head]) =>
        ways.map(async ([way, length, drip, dripEveryMs]) => ({
          name: `${target}, ${way}`,
          ...(await openConnections(address, EACH, { hello: head + length, drip, dripEveryMs })),
        })),
      ),
    );
    await Bun.sleep(seconds * 1000);
    const until = now();
    const lives = opened.flatMap(({ livesMs }) => livesMs);
    for (const { name, heard, stillOpen, end } of opened) {
      say(`${name}: received ${heard()}; ${stillOpen()} are open at the end`);
      end();
    }
    const held = memory();
    return {
      from,
      until,
      expectations: [
        want(
          "every connection is closed",
          lives.length === opened.length * EACH,
          `${lives.length} of ${opened.length * EACH}`,
        ),
        ...held.map(({ name, most }) => want(`${name} uses at most ${MOST_MIB} MiB`, most <= MOST_MIB, mib(most))),
        wantStaysUp(service),
      ],
      summary: `${lives.length} bodies, each connection closed after ${(Math.max(0, ...lives) / 1000).toFixed(0)} s at most; ${held
        .map(({ name, first, most }) => `${name} ${mib(first)} at first, ${mib(most)} at most`)
        .join("; ")}.`,
    };
  },
};
