import type { Hour } from "./scene.ts";
import type { SkyTones } from "./sky.ts";

export type BirthdayTones = {
  readonly sky: SkyTones;
  readonly cloud: string;
  readonly farHill: string;
  readonly meadow: string;
  readonly meadowShade: string;
  readonly leaves: string;
  readonly leavesLit: string;
  readonly leavesShade: string;
  readonly leavesDeep: string;
};

/** The garden's tones by the hour. */
export const birthdayHours: Record<Hour, BirthdayTones> = {
  day: {
    sky: { top: "#8fd0f2", bottom: "#fdf3dc" },
    cloud: "#ffffff",
    farHill: "#bfe3b0",
    meadow: "#97d07f",
    meadowShade: "#6db565",
    leaves: "#58ab5b",
    leavesLit: "#77c46a",
    leavesShade: "#3f914f",
    leavesDeep: "#2c7343",
  },
  dusk: {
    sky: { top: "#7a6fc0", bottom: "#ffd2a6" },
    cloud: "#f7c7cf",
    farHill: "#a99bb5",
    meadow: "#86ae86",
    meadowShade: "#5f8b73",
    leaves: "#4a9560",
    leavesLit: "#69ad6b",
    leavesShade: "#357b56",
    leavesDeep: "#255f4b",
  },
  night: {
    sky: { top: "#1a1f4f", bottom: "#5a5aa0" },
    cloud: "#3a4180",
    farHill: "#3b4f7c",
    meadow: "#3f7468",
    meadowShade: "#2c5757",
    leaves: "#327a58",
    leavesLit: "#459066",
    leavesShade: "#24614c",
    leavesDeep: "#184740",
  },
};
