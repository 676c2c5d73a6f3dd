import type { ListedGift } from "#contract/messages";
import type { TreeType } from "#contract/trees";
import { FRAMES } from "../tree-picture/scenes/scene.ts";
import { type PictureTree, treePicture } from "../tree-picture/tree-picture.ts";
import { nameSign } from "./name-sign.ts";
import { type StoryWords, storyLettering } from "./story-lettering.ts";

/** The content of a share picture; gifts newest first, as in the public listing. */
export type SharePicture = PictureTree & {
  gifts: readonly DrawnGift[];
  /** How many lights of the last week are lit. */
  lit?: number;
  /** The tree's name; without it nothing is written into the picture. */
  name?: string;
  /** What a link preview asks for, below the name. */
  invitation?: string;
  /** Makes it a story card: upright, with these words. */
  story?: StoryWords;
};
export type DrawnGift = Pick<ListedGift, "id" | "giftAssetId">;

/** The hour at which each picture stands out best, small and in a chat. */
const HOURS = { christmas: "dusk", birthday: "day", valentine: "dusk" } as const satisfies Record<TreeType, string>;

/** The picture of a tree for link previews or stories, as an SVG. Senders and their texts are never in it. */
export function sharePictureSvg(picture: SharePicture): string {
  const { type, look, gifts, lit, name = "", invitation, story } = picture;
  const frame = story ? "story" : "link";
  const scene = treePicture({ type, look }, gifts.map(withoutName), { hour: HOURS[type], frame, lit });
  const { left, top = 0, width: units, height, pixels } = FRAMES[frame];
  const scale = units / pixels;
  const written = story
    ? storyLettering(story, name)
    : name && nameSign({ name, invitation }, { width: pixels, height: height / scale });
  if (!written) return scene;
  // Inside the scene's own element: nested ones make the rasterizer panic.
  const inPixels = `<g transform="translate(${left} ${top})scale(${scale})">${written}</g>`;
  return scene.replace(/<\/svg>$/, () => `${inPixels}</svg>`);
}

function withoutName({ id, giftAssetId }: DrawnGift): DrawnGift {
  return { id, giftAssetId };
}
