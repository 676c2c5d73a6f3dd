import { ApiError } from "#contract/errors";
import type { HiddenEntry } from "#contract/hiding";
import { PAGE_LIMIT_MAX } from "#contract/limits";
import type { OwnersGift } from "#contract/messages";
import type { Account } from "#contract/owners";
import type { Passkey } from "#contract/passkeys";
import { pageRequest } from "../../http/paging.ts";
import type { PageRequest } from "../../paging.ts";
import type { MessageService } from "../messages/service.ts";
import type { TreeService } from "../trees/service.ts";

/**
 * Streams everything that belongs to an owner as JSON in the API's envelope, chunk by chunk: a tree with a million
 * gifts is never held in memory. As everywhere, message texts are included from their tree's opening day on.
 */
export async function* exportOf(
  account: Account,
  { hiding, passkeys }: { hiding: readonly HiddenEntry[]; passkeys: readonly Passkey[] },
  trees: TreeService,
  messages: MessageService,
): AsyncGenerator<string> {
  const { id, ...shown } = account;
  const lists = { account: shown, passkeys: passkeys.map(inDays), hiding };
  yield `{"success":true,"data":${JSON.stringify(lists).slice(0, -1)},"trees":[`;
  let treesBefore = 0;
  for (const tree of await trees.listOfOwner(id)) {
    yield `${treesBefore > 0 ? "," : ""}${JSON.stringify(tree).slice(0, -1)},"gifts":[`;
    treesBefore += 1;
    let giftsBefore = 0;
    for await (const gift of giftsOf(tree.shareCode, id, messages)) {
      yield `${giftsBefore > 0 ? "," : ""}${JSON.stringify(gift)}`;
      giftsBefore += 1;
    }
    yield "]}";
  }
  yield "]}}";
}

const inDays = ({ name, createdAt, lastUsedAt }: Passkey) => ({
  name,
  addedOn: createdAt.slice(0, 10),
  lastUsedOn: lastUsedAt?.slice(0, 10) ?? null,
});

type GiftsPage = Awaited<ReturnType<MessageService["listOfOwner"]>>;

async function* giftsOf(shareCode: string, ownerId: string, messages: MessageService): AsyncGenerator<OwnersGift> {
  let request: PageRequest | null = pageRequest({ limit: PAGE_LIMIT_MAX });
  while (request) {
    const found: GiftsPage | undefined = await messages.listOfOwner(shareCode, ownerId, request).catch(nothingIfGone);
    if (!found) return;
    const { gifts, page }: GiftsPage = found;
    yield* gifts;
    request = page.next === null ? null : pageRequest({ limit: PAGE_LIMIT_MAX, cursor: page.next });
  }
}

/** Ends the list of a tree that is deleted while it is read: what was already sent cannot be taken back. */
function nothingIfGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.reason === "tree_not_found")) throw error;
}
