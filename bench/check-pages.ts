import { Unlike } from "./check.ts";

type Server = { url: string };

const GIFTS_LISTED = 60;
const GIFTS_TO_CHOOSE = 28;
/** How much a peer's page may differ from ours in size, as a share. */
const TOLERANCE = 0.25;

/**
 * Compares each peer's page of a tree with many gifts with ours: it must show the same picture, as many gifts in the
 * list and to choose from, and about as much markup. Throws Unlike otherwise.
 */
export async function checkPages(
  oursUrl: string,
  peers: ReadonlyMap<string, Server>,
  code: string,
  say: (sentence: string) => void,
): Promise<void> {
  const ours = await pageOf(`${oursUrl}/en/send-message?tree=${code}`);
  demandWhole("ours", ours, ours.picture);
  const sizes = [`ours ${inKilobytes(ours)}`];
  for (const [name, { url }] of peers) {
    const page = await pageOf(`${url}/send-message?tree=${code}`);
    demandWhole(name, page, ours.picture);
    const [bytes, expected] = [bytesOf(page.visible), bytesOf(ours.visible)];
    if (Math.abs(bytes / expected - 1) > TOLERANCE) {
      throw new Unlike(`${name}'s page has ${bytes} bytes outside of scripts, ours has ${expected}`);
    }
    sizes.push(`${name} ${inKilobytes(page)}`);
  }
  say(`all pages show the same; kB in total, without scripts, compressed: ${sizes.join("; ")}`);
}

type Page = { html: string; visible: string; compressedBytes: number; picture: string };

async function pageOf(address: string): Promise<Page> {
  const plain = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const html = await plain.text();
  if (plain.status !== 200) throw new Unlike(`${address} answers ${plain.status}: ${html.slice(0, 300)}`);
  const compressed = await fetch(address, { headers: { "accept-encoding": "br, gzip" }, decompress: false });
  if (!compressed.headers.has("content-encoding")) throw new Unlike(`${address} is not compressed`);
  const compressedBytes = (await compressed.arrayBuffer()).byteLength;
  const picture = /<svg[^>]* class="tree-picture".*?<\/svg>/s.exec(html)?.[0] ?? "";
  return { html, visible: html.replace(/<script\b.*?<\/script>/gs, ""), compressedBytes, picture };
}

function demandWhole(name: string, { visible }: Page, picture: string) {
  const demand = (isSo: boolean, what: string) => {
    if (!isSo) throw new Unlike(`${name}'s tree page ${what}`);
  };
  demand(/<h1[^>]*><bdi[^>]*>우리 나무 \d+<\/bdi>/.test(visible), "does not show its name");
  demand(picture !== "" && visible.includes(picture), "shows another picture");
  demand(countOf(visible, /<li\b/g) === GIFTS_LISTED, `does not list ${GIFTS_LISTED} gifts`);
  demand(countOf(visible, /type="radio"/g) === GIFTS_TO_CHOOSE, `does not offer ${GIFTS_TO_CHOOSE} gifts`);
  demand(
    ["message", "senderName", "showSenderName", "once"].every((field) => visible.includes(`name="${field}"`)),
    "lacks a form field",
  );
}

const bytesOf = (text: string) => Buffer.byteLength(text);
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const inKilobytes = ({ html, visible, compressedBytes }: Page) =>
  [bytesOf(html), bytesOf(visible), compressedBytes].map((bytes) => (bytes / 1000).toFixed(1)).join(", ");
