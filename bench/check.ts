import { connect } from "../api/platform/db/connect.ts";
import { openText, unwrapTreeKey } from "../api/platform/encryption/cipher.ts";
import { readMessageKeys } from "../api/platform/encryption/message-keys.ts";
import { MESSAGE_KEY } from "./seed/sealed.ts";
import { codeOf, firstFull, LARGEST, lastFull, type Shape } from "./seed/shape.ts";
import { type Answers, PEER_NAMES, type ServerName, startTarget } from "./servers/targets.ts";

/** A target does different work from the others, so its measurements would not be comparable. */
export class Unlike extends Error {}

const SAID = "Merry Christmas, and warm feet!";
const OFFENSIVE = "you are a fucking idiot";

/**
 * Checks before any measurement that every target behaves like our API: the same bytes for the same request, the same
 * rows for the same gift, the same answer to a repeat, and offensive words refused. Throws Unlike otherwise. Returns
 * our answers, for the constant server.
 */
export async function checkAlike(databaseUrl: string, shape: Shape, withPeers: boolean): Promise<Answers> {
  const targets: ServerName[] = ["ours", "raw", "steady", ...(withPeers ? PEER_NAMES : [])];
  const questions = [LARGEST, firstFull, lastFull(shape) + 1, shape.trees - 1].flatMap((number) =>
    ["trees", "messages"].map((of) => `/v1/${of}/${codeOf(number)}`),
  );
  const expected = new Map<string, string>();
  const shapes = new Map<ServerName, string>();
  const [tree, page] = questions.slice(2);
  let receipt = "";
  for (const name of targets) {
    const server = await startTarget(name, { databaseUrl, limits: true });
    for (const question of questions) {
      // Like the load generator: no peer compresses.
      const answer = await fetch(server.url + question, { headers: { "accept-encoding": "identity" } });
      const { headers } = answer;
      // We may have cached a tree for some seconds, and then lower max-age accordingly.
      const caching = headers.get("cache-control")?.replace(/max-age=[0-5]/, "max-age=5");
      const said = `${answer.status} ${headers.get("etag")} ${caching}\n${await answer.text()}`;
      const ours = expected.get(question) ?? said;
      if (said !== ours) throw new Unlike(`${name} answers ${question} with\n${said}\nours with\n${ours}`);
      expected.set(question, ours);
    }
    const given = await checkPost(name, server.url, databaseUrl, shape);
    shapes.set(name, given.replaceAll(/"[0-9a-f-]{36}"/g, '"an id"').replaceAll(/"giftCount":\d+/g, '"giftCount":1'));
    if (shapes.get(name) !== shapes.get("ours")) {
      throw new Unlike(`${name} answers a gift with ${given}, ours with ${shapes.get("ours")}`);
    }
    receipt ||= given;
    await server.stop();
  }
  const bodyOf = (question = "") => (expected.get(question) ?? "").split("\n").slice(1).join("\n");
  return { tree: bodyOf(tree), page: bodyOf(page), receipt };
}

async function checkPost(name: string, url: string, databaseUrl: string, shape: Shape): Promise<string> {
  const shareCode = codeOf(shape.trees - 2);
  const key = crypto.randomUUID();
  const send = async (change: object = {}, idempotencyKey: string = key) => {
    const gift = { shareCode, senderName: "Bob", message: SAID, giftAssetId: "snow-globe", showSenderName: true };
    const headers = {
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
      "x-forwarded-for": "10.1.2.3",
    };
    const body = JSON.stringify({ ...gift, ...change });
    const answer = await fetch(`${url}/v1/messages`, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const demand = (isSo: boolean, what: string) => {
    if (!isSo) throw new Unlike(`${name} ${what}`);
  };
  const before = await countsIn(databaseUrl, shareCode);
  const first = await send();
  demand(first.status === 201, `answers a gift with ${first.status}: ${first.text}`);
  demand((await send()).text === first.text, "answers a repeat differently from the first request");
  demand((await send({ message: "Another" })).status === 422, "accepts another body under the same key");
  demand((await send({ message: OFFENSIVE }, crypto.randomUUID())).status === 422, "accepts an offensive message");
  demand(
    (await send({ shareCode: "zzzzzzzz" }, crypto.randomUUID())).status === 404,
    "accepts a gift for an unknown tree",
  );
  const after = await countsIn(databaseUrl, shareCode);
  const grown = Object.entries(before).filter(([of, count]) => after[of] !== count + 1);
  demand(grown.length === 0, `writes other rows than ours: ${JSON.stringify({ before, after })}`);
  await demandSealed(databaseUrl, shareCode, JSON.parse(first.text).data.id, demand);
  return first.text;
}

async function countsIn(databaseUrl: string, shareCode: string): Promise<Record<string, number>> {
  const sql = connect(databaseUrl, { max: 1 });
  const [counts] = await sql`select gift_count, hung_count, version::int,
    (select count(*)::int from gifts where share_code = ${shareCode}) as gifts,
    (select count(*)::int from messages where share_code = ${shareCode}) as messages,
    (select count(*)::int from gift_idempotency_keys) as answers
    from trees where share_code = ${shareCode}`;
  await sql.end();
  return counts ?? {};
}

async function demandSealed(
  databaseUrl: string,
  shareCode: string,
  id: string,
  demand: (isSo: boolean, what: string) => void,
) {
  const sql = connect(databaseUrl, { max: 1 });
  const [stored] = await sql`select sealed_text, wrapped from messages join tree_keys using (share_code)
    where share_code = ${shareCode} and gift_id = ${id}`;
  await sql.end();
  const [messageKey] = readMessageKeys(MESSAGE_KEY) ?? [];
  if (!stored || !messageKey) return demand(false, "stored no message");
  const treeKey = unwrapTreeKey(messageKey, stored.wrapped, shareCode);
  demand(
    treeKey !== null && openText(treeKey, stored.sealed_text, ["text", shareCode, id]) === SAID,
    "encrypted a message that its owner cannot decrypt",
  );
}
