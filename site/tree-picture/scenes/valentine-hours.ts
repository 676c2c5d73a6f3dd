import type { Hour } from "./scene.ts";
import type { SkyTones } from "./sky.ts";

export type ValentineTones = {
  readonly sky: SkyTones;
  readonly cloud: string;
  readonly farHill: string;
  readonly ground: string;
  readonly groundShade: string;
  /** The crown behind its blossoms. */
  readonly crown: string;
  /** The blossoms, from those in the shade to those in the light. */
  readonly blossoms: readonly string[];
  readonly lamp: string;
};

/** The park's tones by the hour. */
export const valentineHours: Record<Hour, ValentineTones> = {
  day: {
    sky: { top: "#ffd9d6", bottom: "#fff6ea" },
    cloud: "#ffffff",
    farHill: "#f6cfd2",
    ground: "#d9dcae",
    groundShade: "#b9c088",
    crown: "#c2456f",
    blossoms: ["#cf5580", "#dd6f93", "#ea8ba9", "#f6abc0"],
    lamp: "#fff3d0",
  },
  dusk: {
    sky: { top: "#9a6fb5", bottom: "#ffc6a6" },
    cloud: "#f3b5bd",
    farHill: "#c88fae",
    ground: "#a98ba6",
    groundShade: "#86698c",
    crown: "#9c3466",
    blossoms: ["#ab4374", "#c05a87", "#d4769b", "#e897b3"],
    lamp: "#ffe6a0",
  },
  night: {
    sky: { top: "#2a1743", bottom: "#7c4a80" },
    cloud: "#57336b",
    farHill: "#56356f",
    ground: "#4a3a66",
    groundShade: "#362a50",
    crown: "#7c2757",
    blossoms: ["#8d3564", "#a34977", "#b9628b", "#d080a2"],
    lamp: "#ffe9ad",
  },
};
