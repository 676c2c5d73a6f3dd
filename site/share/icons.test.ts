import { expect, test } from "bun:test";
import { drawnIcons } from "./icons.ts";

test("the icons match the site's drawing", async () => {
  const icons = await drawnIcons();
  expect(Object.keys(icons)).toHaveLength(5);
  for (const [name, bytes] of Object.entries(icons)) {
    const written = await Bun.file(new URL(`../../public/${name}`, import.meta.url)).bytes();
    expect({ name, isSame: Buffer.from(bytes).equals(written) }).toEqual({ name, isSame: true });
  }
});
