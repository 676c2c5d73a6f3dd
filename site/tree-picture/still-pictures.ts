import { TREE_LOOKS, TREE_TYPES, type TreeLook, type TreeType } from "#contract/trees";
import { FRAMES } from "./scenes/scene.ts";
import { treePicture } from "./tree-picture.ts";

type Hour = "day" | "night";

const { width, height } = FRAMES.tall;

/** Between pictures side by side: at a fraction of a pixel, the edge of one would show beside the next. */
const GAP = 20;
const SIDE_BY_SIDE = { width: TREE_LOOKS.length * (width + GAP) - GAP, height };

/** Pictures of trees without gifts by their name, as files of their own: a page loads them when it shows them. */
export const stillPictures = new Map<string, () => string>(
  TREE_TYPES.flatMap((type) => [
    [looksName(type), () => looksSideBySide(type)] as const,
    ...TREE_LOOKS.flatMap((look) =>
      (["day", "night"] as const).map((hour) => [stillName(type, look, hour), () => still(type, look, hour)] as const),
    ),
  ]),
);

/** The address of a tree's picture. */
export const stillAddress = (type: TreeType, look: TreeLook, hour: Hour = "day") =>
  addressOf(stillName(type, look, hour));

/** One picture of all looks in their order, as large as each other. Separate files would have three times its bytes. */
export const looksImage = (type: TreeType) => ({ src: addressOf(looksName(type)), ...SIDE_BY_SIDE });

const addressOf = (name: string) => `/tree-picture/${name}.svg`;

/** Only the classic look differs by the hour. */
function stillName(type: TreeType, look: TreeLook, hour: Hour): string {
  return look === "classic" ? `${type}-${look}-${hour}` : `${type}-${look}`;
}

function looksName(type: TreeType): string {
  return `${type}-looks`;
}

const still = (type: TreeType, look: TreeLook, hour: Hour, idPrefix?: string) =>
  treePicture({ type, look }, [], { hour, width, idPrefix });

function looksSideBySide(type: TreeType): string {
  const halfNight = `<g clip-path="url(#half)">${still(type, "classic", "night", "night-half")}</g>`;
  const pictures = TREE_LOOKS.map((look, place) => {
    const drawn = still(type, look, "day", look) + (look === "classic" ? halfNight : "");
    return `<g transform="translate(${place * (width + GAP)} 0)">${drawn}</g>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE_BY_SIDE.width} ${height}">` +
    `<clipPath id="half"><path d="M${width} 0v${height}H0z"/></clipPath>${pictures.join("")}</svg>`
  );
}
