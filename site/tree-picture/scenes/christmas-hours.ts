import type { Hour } from "./scene.ts";
import type { SkyTones } from "./sky.ts";

export type ChristmasTones = {
  readonly sky: SkyTones;
  readonly farHill: string;
  readonly nearHill: string;
  readonly forest: string;
  readonly snow: string;
  readonly snowShade: string;
  readonly needles: string;
  readonly needlesLit: string;
  readonly needlesShade: string;
  readonly window: string;
};

/** The snowy hill's tones by the hour. */
export const christmasHours: Record<Hour, ChristmasTones> = {
  day: {
    sky: { top: "#9fd3f0", bottom: "#f1f9fb" },
    farHill: "#c9e1ec",
    nearHill: "#dfeef6",
    forest: "#8fb9b4",
    snow: "#fff",
    snowShade: "#cfe1ee",
    needles: "#2f8a55",
    needlesLit: "#4aa868",
    needlesShade: "#1e673f",
    window: "#f7c65a",
  },
  dusk: {
    sky: { top: "#5b68b0", bottom: "#ffc7a3" },
    farHill: "#b3a3cc",
    nearHill: "#cdbfe0",
    forest: "#6f6a9a",
    snow: "#fbf3fa",
    snowShade: "#cdbfdf",
    needles: "#237a52",
    needlesLit: "#3d9868",
    needlesShade: "#14563f",
    window: "#ffd773",
  },
  night: {
    sky: { top: "#121a40", bottom: "#46599a" },
    farHill: "#37477f",
    nearHill: "#5767a3",
    forest: "#26366a",
    snow: "#dfe8f8",
    snowShade: "#9fb1da",
    needles: "#1f6f4e",
    needlesLit: "#31875f",
    needlesShade: "#104a38",
    window: "#ffe08a",
  },
};
