import { birthdayHours } from "./scenes/birthday-hours.ts";
import { christmasHours } from "./scenes/christmas-hours.ts";
import { nightValues } from "./scenes/tones-at.ts";
import { valentineHours } from "./scenes/valentine-hours.ts";

const BEGIN = "/* Night tones, written by `bun site/tree-picture/night-tones.ts` from the tables of hours. */\n";
const END = "/* End of the night tones. */\n";

/** Returns the stylesheet with the current night tones of the hour tables; the rest is unchanged. */
export function withNightTones(stylesheet: string): string {
  const [before, after] = [stylesheet.indexOf(BEGIN), stylesheet.indexOf(END)];
  if (before < 0 || after < before) throw new Error("The stylesheet has no markers for the night tones.");
  return stylesheet.slice(0, before) + BEGIN + nightTones() + stylesheet.slice(after);
}

/** Night tones apply on a dark page; paper is light. */
function nightTones(): string {
  const values = Object.entries({ fir: christmasHours, birthday: birthdayHours, valentine: valentineHours })
    .flatMap(([scene, { day, night }]) => nightValues(scene, day, night))
    .concat([["--by-night", "inline"]]);
  const lines = values.map(([variable, value]) => `    ${variable}: ${value};\n`);
  return `@media screen and (prefers-color-scheme: dark) {\n  .tree-picture {\n${lines.join("")}  }\n}\n\n`;
}

if (import.meta.main) {
  const stylesheet = Bun.file(new URL("../styles/tree-picture.css", import.meta.url));
  await Bun.write(stylesheet, withNightTones(await stylesheet.text()));
}
