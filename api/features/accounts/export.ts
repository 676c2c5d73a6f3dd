import { ApiError } from "#contract/errors";
import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { OwnersGift } from "#contract/messages";
import type { Account, HiddenEntry } from "#contract/owners";
import type { OwnersTree } from "#contract/trees";
import { JSON_TYPE } from "../../http/answers.ts";
import { pageRequest } from "../../http/paging.ts";
import { type PageRequest, treePlaceIn } from "../../platform/paging.ts";
import type { GiftService } from "../gifts/gifts.service.ts";
import type { TreeService } from "../trees/trees.service.ts";

const CHECKED_EACH_MS = 1000;

/**
 * Where a file comes from. A slow reader may take minutes, in which trees open and sessions end: `stillMay` throws once
 * the session has ended, and the file breaks off.
 */
type Source = { trees: TreeService; gifts: GiftService; stillMay: () => Promise<unknown> };

/**
 * Streams everything that belongs to an owner as JSON in the API's envelope, chunk by chunk: a tree with a million
 * gifts is never held in memory. As everywhere, message texts are included from their tree's opening day on.
 */
export async function* exportOf(
  account: Account,
  { records, hiding }: { records: Record<string, unknown>; hiding: readonly HiddenEntry[] },
  source: Source,
): AsyncGenerator<string> {
  const { id, ...shown } = account;
  const lists = { account: shown, records, hiding };
  yield `${JSON.stringify(lists).slice(0, -1)},"trees":[`;
  let isFirst = true;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    await source.stillMay();
    const { trees: own, page } = await source.trees.listOfOwner(id, {
      limit: PAGE_LIMIT_MAX,
      after: treePlaceIn(cursor),
    });
    for (const tree of own) {
      if (!isFirst) yield ",";
      isFirst = false;
      yield* withGifts(tree, id, source);
    }
    cursor = page.next;
  }
  yield "]}";
}

export async function* withGifts(
  tree: OwnersTree,
  ownerId: string,
  source: Omit<Source, "trees">,
): AsyncGenerator<string> {
  await source.stillMay();
  yield `${JSON.stringify(tree).slice(0, -1)},"gifts":[`;
  let isFirst = true;
  for await (const gift of giftsOf(tree.shareCode, ownerId, source)) {
    yield `${isFirst ? "" : ","}${JSON.stringify(gift)}`;
    isFirst = false;
  }
  yield "]}";
}

export async function* inEnvelope(data: AsyncGenerator<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":';
  yield* data;
  yield "}";
}

/** A JSON file to save. Pulls the next chunk only when the previous one was sent, so that a slow reader fills no memory. */
export function download(name: string, chunks: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => chunks.return(undefined).then(() => {}),
  });
  const headers = { "content-type": JSON_TYPE, "content-disposition": `attachment; filename="${name}.json"` };
  return new Response(body, { headers });
}

type GiftsPage = Awaited<ReturnType<GiftService["ownersPage"]>>;

async function* giftsOf(
  shareCode: string,
  ownerId: string,
  { gifts, stillMay }: Omit<Source, "trees">,
): AsyncGenerator<OwnersGift> {
  let request: PageRequest | null = pageRequest({ limit: PAGE_LIMIT_MAX });
  while (request) {
    await stillMay();
    const found: GiftsPage | undefined = await gifts.ownersPage(shareCode, ownerId, request).catch(nothingIfGone);
    if (!found) return;
    const { page }: GiftsPage = found;
    let checkedAt = performance.now();
    for (const gift of found.gifts) {
      // A slow reader may take minutes for a page, too.
      if (performance.now() - checkedAt > CHECKED_EACH_MS) {
        await stillMay();
        checkedAt = performance.now();
      }
      yield gift;
    }
    request = page.next === null ? null : pageRequest({ limit: PAGE_LIMIT_MAX, cursor: page.next });
  }
}

/** Ends the list of a tree that is deleted while it is read: what was already sent cannot be taken back. */
function nothingIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.reason === "tree_not_found")) throw error;
}
