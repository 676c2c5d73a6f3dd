import { drawnIcons } from "./icons.ts";

for (const [name, bytes] of Object.entries(await drawnIcons()))
  await Bun.write(new URL(`../../public/${name}`, import.meta.url), bytes);
