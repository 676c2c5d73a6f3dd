import { createHash } from "node:crypto";
import { GIFT_IDS } from "#contract/gifts";
import { TREE_LOOKS, TREE_TYPES, type Tree } from "#contract/trees";
import { lastDayInWords } from "../../languages/dates-in-words.ts";
import { siteUrl } from "../addresses.ts";
import type { Language } from "../i18n/languages.ts";
import type { Strings } from "../i18n/strings.ts";
import { litBefore } from "../tree-picture/countdown.ts";
import { COUNTED_DAYS } from "../tree-picture/scenes/lanterns.ts";
import { GIFTS_DRAWN_AT_MOST, type PictureTree, treePicture } from "../tree-picture/tree-picture.ts";
import type { DrawnGift, SharePicture } from "./share-picture-svg.ts";

type SharedTree = PictureTree &
  Pick<Tree, "shareCode" | "name" | "openingDay" | "timeZone" | "isOpen" | "takesGiftsUntil" | "isPaused">;
type StoryTree = SharedTree & Pick<Tree, "giftCount" | "organizerName">;

/** A picture of a tree: its content, its path, and the version in that path, which changes whenever the content does. */
export type AddressedPicture = { what: SharePicture; version: string; path: string };

/** The picture of a tree for link previews: while it takes gifts, with the day by which one is in time. */
export function previewOf(
  tree: SharedTree,
  gifts: readonly DrawnGift[],
  strings: Strings,
  language: Language,
): AddressedPicture {
  const { shareCode, type, look, name } = tree;
  const day = tree.isPaused ? undefined : lastDayInWords(tree, strings.locale);
  const invitation = day && strings.story.ofSomeoneElseBy(day);
  const what = { type, look, gifts, name, invitation, lit: litBefore(tree) };
  const version = pictureVersion(what);
  return { what, version, path: `/share-picture/${shareCode}-${language}-${version}.png` };
}

/** The card of a tree for stories: before the opening an invitation with its last day, then the number of its gifts. */
export function storyCardOf(
  tree: StoryTree,
  gifts: readonly DrawnGift[],
  strings: Strings,
  language: Language,
): AddressedPicture {
  const { shareCode, type, look, name, isOpen, organizerName } = tree;
  const isFull = isOpen && tree.giftCount > 0;
  const { invitation, ofSomeoneElse, invitationBy, ofSomeoneElseBy, opened, hint } = strings.story;
  const [always, by] = organizerName === null ? [invitation, invitationBy] : [ofSomeoneElse, ofSomeoneElseBy];
  const day = lastDayInWords(tree, strings.locale);
  const whileClosed = day ? by(day) : always;
  const headline = isFull ? opened(tree.giftCount) : whileClosed;
  const site = siteUrl().replace(/^https?:\/\//, "");
  const story = { headline, hint: hint(site), code: shareCode };
  const what = { type, look, gifts, name, lit: litBefore(tree), story };
  const version = pictureVersion(what);
  return { what, version, path: `/story-card/${shareCode}-${language}-${version}.png` };
}

/** What a page adds to the address of a tree's gifts, so that it shows those that it counts. */
export const giftsVersion = ({ look = "classic", giftCount }: PictureTree & Pick<Tree, "giftCount">): string =>
  `${look}-${giftCount}`;

/** A hash of 10 characters that identifies the picture. */
export function pictureVersion({ type, look = "classic", gifts, lit, name, invitation, story }: SharePicture): string {
  const shown = gifts.slice(0, GIFTS_DRAWN_AT_MOST).map(({ id, giftAssetId }) => [id, giftAssetId]);
  return hashOf(
    JSON.stringify([COMPOSITION, drawings(), type, look, shown, name, invitation, story, lit || undefined]),
  );
}

/**
 * Raise it when the hours, frames or lettering of pictures change. It is no hash of them: their fonts take 70 MiB, and only
 * the painter's thread loads them.
 */
const COMPOSITION = 5;

let knownDrawings: string | undefined;

/** A hash of all drawings: when one changes, every picture gets a new address and cached copies become unused. */
function drawings(): string {
  knownDrawings ??= hashOf(everyDrawing().join());
  return knownDrawings;
}

function everyDrawing(): string[] {
  const gifts = GIFT_IDS.map((id) => ({ id, giftAssetId: id }));
  const trees = TREE_TYPES.flatMap((type) => TREE_LOOKS.map((look) => ({ type, look })));
  return trees.map((tree) => treePicture(tree, gifts, { frame: "wide", lit: COUNTED_DAYS }));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 10);

const GIFT_COUNT = 14;

/** The tree that represents the whole site in link previews. */
export const homePicture: SharePicture = {
  type: "christmas",
  gifts: GIFT_IDS.slice(0, GIFT_COUNT).map((giftAssetId) => ({ id: giftAssetId, giftAssetId })),
};

export const homePictureVersion = () => pictureVersion(homePicture);
