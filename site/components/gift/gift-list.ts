import type { ListedGift } from "#contract/messages";
import { addressOf } from "../../forms/report-tree.ts";
import type { Strings } from "../../i18n/strings.ts";
import { giftInSprite } from "../../tree-picture/gift-sprite.ts";
import { escapeXml } from "../../tree-picture/xml.ts";

type Listing = {
  code: string;
  gifts: readonly NamedGift[];
  before: string | null;
};

/** A gift that shows its sender's name. */
export type NamedGift = ListedGift & { senderName: string };

/**
 * The items of GiftList.astro, as HTML. As components they took half of a tree page's render time: sixty times a dozen
 * elements are fast to concatenate and slow to render one by one.
 */
export function giftListItems(
  { code, gifts, before }: Listing,
  { gifts: names, tree, desk }: Strings,
  at: App.Locals["at"],
): string {
  return gifts
    .map(({ id, giftAssetId, senderName }) => {
      const label = names[giftAssetId]?.label ?? giftAssetId;
      const menu = `m-${id.slice(-12)}`;
      const report = `<button popovertarget="${menu}" aria-label="${escapeXml(desk.giftMenu(senderName))}"></button><div id="${menu}" popover><a href="${escapeXml(at(addressOf({ code, messageId: id, before })))}" aria-label="${escapeXml(tree.reportGift(label, senderName))}">${escapeXml(tree.reportThis)}</a></div>`;
      const picture = `<svg class="gift-picture" width="40" height="40" aria-hidden="true"><use href="${giftInSprite(giftAssetId)}"/></svg>`;
      const words = `<span>${escapeXml(label)}<span class="soft">${escapeXml(tree.from(senderName))}</span></span>`;
      return `<li id="gift-${id}">${picture}${words}${report}</li>`;
    })
    .join("");
}
