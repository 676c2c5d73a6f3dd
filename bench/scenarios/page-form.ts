import { askAtRate } from "../load/constant-rate.ts";
import { popularCode } from "../load/popular-trees.ts";
import { startOurs } from "../servers/pages.ts";
import type { Figure } from "../statistics.ts";
import { interleave, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";

const POSTS_PER_SECOND = 100;
const VIEWS_PER_SECOND = 500;

/** How long a sender waits for the thank-you page while others view trees. */
export const FORM: Row = {
  name: "Form beside page views",
  about: `${POSTS_PER_SECOND} gifts a second sent by the form, each followed by its thank-you page, beside ${VIEWS_PER_SECOND} page views a second, all of popular trees`,
  async measure(benchRun) {
    // The limits are on: each sender has its own address, as visitors behind a proxy do.
    const { site, stop } = await startOurs(benchRun, true);
    const code = () => popularCode(benchRun.flags.shape);
    const get = (path: string) => requestOf(site.url, "GET", path);
    const figures = await interleave(
      benchRun,
      {
        async ours(seconds): Promise<Figure> {
          const [posts, views] = await Promise.all([
            askAtRate(
              site.url,
              () => sent(site.url, code()),
              POSTS_PER_SECOND,
              seconds,
              (answer) => {
                const path = locationIn(answer);
                return path === null ? null : get(path);
              },
            ),
            askAtRate(site.url, () => get(`/en/send-message?tree=${code()}`), VIEWS_PER_SECOND, seconds),
          ]);
          return { ...posts, failed: posts.failed + views.failed };
        },
      },
      { warmUpSeconds: UNTIL_IT_LASTS },
    );
    await stop();
    return { figures, memoryMiB: { ours: site.peakMiB() } };
  },
};

const byte = () => Math.floor(Math.random() * 256);

/** The gift form of a tree as a browser sends it. */
function sent(siteUrl: string, code: string): string {
  const body = new URLSearchParams({
    giftAssetId: "snow-globe",
    message: "Merry Christmas, and warm feet!",
    senderName: "Grandmother",
    showSenderName: "yes",
    once: crypto.randomUUID(),
  }).toString();
  const own = `origin: ${siteUrl}\r\nx-forwarded-for: 10.${byte()}.${byte()}.${byte()}\r\n`;
  const type = `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n`;
  return requestOf(siteUrl, "POST", `/en/send-message?tree=${code}`, own + type, body);
}

const requestOf = (siteUrl: string, method: string, path: string, headers = "", body = "") =>
  `${method} ${path} HTTP/1.1\r\nhost: ${new URL(siteUrl).host}\r\naccept-encoding: br\r\n${headers}\r\n${body}`;

/** Returns where a browser is redirected to, without the fragment; null if there is no redirect. */
function locationIn(answer: Buffer): string | null {
  if (answer.toString("latin1", 9, 12) !== "303") return null;
  return /\r\nlocation: ([^\r#]*)/i.exec(answer.toString("latin1"))?.[1] ?? null;
}
