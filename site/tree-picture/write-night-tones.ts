import { withNightTones } from "./night-tones.ts";

const stylesheet = Bun.file(new URL("../styles/tree-picture.css", import.meta.url));
await Bun.write(stylesheet, withNightTones(await stylesheet.text()));
