import { Elysia } from "elysia";
import { ApiError } from "#contract/errors";
import { success, successPage } from "../../http/answers.ts";
import { jsonBody, shareCodeIn } from "../../http/input.ts";
import { pageQuery, pageRequest } from "../../http/paging.ts";
import { download, inEnvelope, withGifts } from "../accounts/export.ts";
import { requireOwner, signedIn } from "../accounts/sign-in/require-owner.ts";
import type { OwnerService } from "../accounts/sign-in/sign-in.service.ts";
import type { TreeService } from "../trees/trees.service.ts";
import { giftIdsBody, hiddenEntryBody, hideBody, namesBody, replyBody } from "./gifts.schemas.ts";
import type { GiftService } from "./gifts.service.ts";
import type { HidingService } from "./hiding.service.ts";

type Dependencies = { owners: OwnerService; trees: TreeService; gifts: GiftService; hiding: HidingService };

/** The gifts on an owner's tree, from the opening day on their texts, and the list of words and senders to hide. */
export const ownGiftRoutes = ({ owners, trees, gifts, hiding }: Dependencies) =>
  new Elysia({ name: "own gifts", prefix: "/owner" })
    .use(requireOwner(owners))
    .get(
      "/trees/:code/messages",
      async ({ owner, params, query }) => {
        const listed = await gifts.ownersPage(shareCodeIn(params), owner.id, pageRequest(query));
        return successPage(listed.gifts, listed.page);
      },
      { query: pageQuery },
    )
    .get("/trees/:code/export", async ({ owner, params, request }) => {
      const tree = await trees.findOfOwner(shareCodeIn(params), owner.id);
      const source = { gifts, stillMay: () => signedIn(owners, request) };
      return download(`tree-${tree.shareCode}`, inEnvelope(withGifts(tree, owner.id, source)));
    })
    .patch(
      "/trees/:code/messages/:id",
      async ({ by, params, body }) => success(await gifts.hide(shareCodeIn(params), by, params.id, body.isHidden)),
      { body: hideBody, parse: jsonBody },
    )
    .put(
      "/trees/:code/messages/:id/reply",
      async ({ by, params, body }) => success(await gifts.reply(shareCodeIn(params), by, params.id, body.line)),
      { body: replyBody, parse: jsonBody },
    )
    .delete("/trees/:code/messages/:id/reply", async ({ by, params }) =>
      success(await gifts.takeReplyBack(shareCodeIn(params), by, params.id)),
    )
    .delete("/trees/:code/messages/:id", async ({ by, params }) => {
      const { deleted, giftCount } = await gifts.delete(shareCodeIn(params), by, [params.id]);
      if (deleted === 0) throw new ApiError("message_not_found");
      return success({ id: params.id.toLowerCase(), giftCount });
    })
    .post(
      "/trees/:code/messages/delete",
      async ({ by, params, body }) => success(await gifts.delete(shareCodeIn(params), by, body.ids)),
      { body: giftIdsBody, parse: jsonBody },
    )
    .post(
      "/trees/:code/messages/names",
      async ({ by, params, body }) => success(await gifts.changeNames(shareCodeIn(params), by, body)),
      { body: namesBody, parse: jsonBody },
    )
    .get(
      "/trees/:code/opening",
      async ({ owner, params, query: { limit, cursor } }) => {
        const from = cursor === undefined ? "unopened" : pageRequest({ limit, cursor });
        const listed = await gifts.openingPage(shareCodeIn(params), owner.id, { limit, from });
        return successPage(listed.gifts, listed.page);
      },
      { query: pageQuery },
    )
    .post(
      "/trees/:code/opening",
      async ({ by, params, body }) => success(await gifts.markOpened(shareCodeIn(params), by, body.ids)),
      { body: giftIdsBody, parse: jsonBody },
    )
    // Entries are private, so they are in bodies and never in paths.
    .get("/hiding", async ({ owner }) => success(await hiding.list(owner.id)))
    .post("/hiding", async ({ by, body }) => success(await hiding.add(by, body)), {
      body: hiddenEntryBody,
      parse: jsonBody,
    })
    .post("/hiding/remove", async ({ by, body }) => success(await hiding.remove(by, body)), {
      body: hiddenEntryBody,
      parse: jsonBody,
    });
