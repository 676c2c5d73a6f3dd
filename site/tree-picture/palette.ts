/** The tones of one material, lit from the upper left: `light` for highlights, `deep` for its soft outline. */
export type Tones = { readonly light: string; readonly base: string; readonly dark: string; readonly deep: string };

const tones = (light: string, base: string, dark: string, deep: string): Tones => ({ light, base, dark, deep });

export const red = tones("#f9776b", "#e0434a", "#b72b3d", "#7d1a30");
export const pink = tones("#ffd3dc", "#fba3ba", "#e77698", "#a8446c");
export const gold = tones("#ffe9a1", "#fcc54a", "#e89a27", "#9a5a12");
export const cream = tones("#fffaf0", "#fbeed6", "#ecd3ab", "#a3804f");
export const snow = tones("#ffffff", "#eaf3fb", "#c5d9ec", "#6f8fb0");
export const green = tones("#a6dc79", "#63b458", "#3a8a48", "#1f5a36");
export const brown = tones("#dba36e", "#b87747", "#87502d", "#53301f");
export const blue = tones("#b5e3f7", "#5eb1e0", "#3483bd", "#1f5385");
export const violet = tones("#dcc4f7", "#a983dd", "#7d57b8", "#4c3080");

/** The tones of flags, balloons and confetti. */
export const partyTones: readonly Tones[] = [red, gold, blue, pink, violet];

/** The darkest tone: eyes, smiles, shadows inside. */
export const ink = "#3a2230";
/** What pictures ask for is written in it. */
export const berry = "#a3243b";
