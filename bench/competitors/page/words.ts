/**
 * The texts and drawings of a tree's page. The peers import them from the product, so that they differ from ours only
 * in how they call the API, render markup and compress. Runs in browsers too.
 */

import { daysBetween } from "../../../contract/days.ts";
import { giftInTurn, giftsFor } from "../../../contract/gifts.ts";
import type { ListedGift } from "../../../contract/messages.ts";
import type { Tree, TreeType } from "../../../contract/trees.ts";
import { dayInWords, lastDayInWords } from "../../../languages/dates-in-words.ts";
import { en } from "../../../languages/en/strings.ts";
import { dayIn } from "../../../shared/time-zones.ts";
import { litBefore } from "../../../site/tree-picture/countdown.ts";
import { treePicture } from "../../../site/tree-picture/tree-picture.ts";
import { treeOpened } from "../../../site/webmcp/outcomes.ts";

export { MESSAGE_MAX, SENDER_NAME_MAX } from "../../../contract/limits.ts";
export { FILL_MESSAGE } from "../../../site/webmcp/form-tools.ts";
export { en as strings };

/** The gift that the empty form proposes. */
export const proposedFor = ({ type, giftCount }: Tree): string => giftInTurn(type, giftCount)?.id ?? "card";

/** The gifts to choose from, those of the tree's occasion first. */
export const choicesFor = (type: TreeType) => giftsFor(type).map(({ id, label }) => ({ id, label }));

/** The invitation of a closed tree, which is not paused. */
export const asks = (tree: Tree): string | undefined => {
  const day = lastDayInWords(tree, en.locale);
  return day && en.story.invitationBy(day);
};

export function countLine({ giftCount, isOpen, openingDay, timeZone, ownerName }: Tree): string {
  const today = dayIn(timeZone, new Date());
  const day = dayInWords(openingDay, en.locale, { today });
  const closed = en.tree.opensIn(ownerName, daysBetween(today, openingDay));
  return `${en.giftCount(giftCount)} · ${isOpen ? en.tree.opened(day) : closed}`;
}

export const pictureLabel = ({ name, giftCount }: Tree) => en.tree.pictureLabel(name, en.giftCount(giftCount));

/** The tree with its gifts as SVG; the gift chosen in the form comes first. A gift with a name links to its row. */
export function pictureOf(tree: Tree, gifts: readonly ListedGift[]): string {
  const preview = { id: "preview", giftAssetId: proposedFor(tree), label: en.giftForm.preview };
  const drawn = gifts.map(({ id, giftAssetId, senderName }) => ({
    id,
    giftAssetId,
    label: altOf(giftAssetId, senderName),
  }));
  const rows = new Map(gifts.flatMap(({ id, senderName }) => (senderName ? [[id, `#gift-${id}`]] : [])));
  const linkTo = ({ id }: { id: string }) => rows.get(id);
  const shown = { lit: litBefore(tree), fliesIn: true, isOneTabStop: true, isBoundless: true, usesSprite: true };
  return treePicture(tree, [preview, ...drawn], { label: pictureLabel(tree), preview: preview.id, linkTo, ...shown });
}

function altOf(id: string, senderName: string | undefined) {
  const alt = en.gifts[id]?.alt ?? "";
  return senderName ? en.tree.giftFrom(alt, senderName) : alt;
}

/** One gift of the list: its texts, and a report link, which only a gift with a visible name has. */
export function listed(code: string, { id, giftAssetId, senderName }: ListedGift) {
  const label = en.gifts[giftAssetId]?.label ?? giftAssetId;
  const report = senderName && {
    href: `/report?${new URLSearchParams({ tree: code, message: id })}`,
    label: en.tree.reportGift(label, senderName),
  };
  return { id, giftAssetId, label, from: senderName ? en.tree.from(senderName) : en.tree.hidden, report };
}

export const olderHref = (code: string, cursor: string) =>
  `/send-message?${new URLSearchParams({ tree: code, before: cursor })}`;

export const tooLong = (max: number) => `Use at most ${max.toLocaleString(en.locale)} characters. Yours has {length}.`;

export const pageTitle = ({ name }: Tree) => `${en.tree.pageTitle(name)} · ${en.site.name}`;
export const pageDescription = ({ giftCount, ownerName }: Tree) => en.tree.description(giftCount, en.owner(ownerName));

/** The page's structured data (JSON-LD). */
export function jsonLdOf(tree: Tree, address: string): string {
  const result = treeOpened(tree, address);
  const about = { "@type": "Action", actionStatus: "CompletedActionStatus", result };
  return JSON.stringify({ "@context": "https://schema.org", ...about }).replaceAll("<", "\\u003c");
}
