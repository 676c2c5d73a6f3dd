import { FRAMES, type Scene, type Setting } from "./scene.ts";

const WHITE = "#ffffff";

/** A tree alone on white, with a hint of ground: its soft shadow in the tone of what it stands on. */
export function onWhite(tree: string, shadow: string, { frame }: Setting): Pick<Scene, "markup" | "beyond"> {
  const { left, width, height } = FRAMES[frame];
  const background = `<path d="M${left} 0h${width}v${height}h-${width}z" fill="${WHITE}"/>`;
  const ground =
    `<ellipse cx="246" cy="526" rx="150" ry="14" fill="${shadow}" opacity=".35"/>` +
    `<ellipse cx="246" cy="526" rx="96" ry="9" fill="${shadow}" opacity=".6"/>`;
  return { markup: background + ground + tree, beyond: { above: WHITE, beside: WHITE, below: WHITE } };
}
