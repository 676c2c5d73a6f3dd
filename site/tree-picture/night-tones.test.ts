import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { TREE_LOOKS, TREE_TYPES } from "#contract/trees";
import { withNightTones } from "./night-tones.ts";
import { treePicture } from "./tree-picture.ts";

const stylesheet = await Bun.file(new URL("../styles/tree-picture.css", import.meta.url)).text();
const declared = (text: string) =>
  [...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => ({ name, value }));
const [forDarkPages = ""] = stylesheet.split("/* End of the night tones. */");

test("the stylesheet has the night tones of the hour tables (`bun site/tree-picture/night-tones.ts` writes it)", () => {
  expect(withNightTones(stylesheet)).toBe(stylesheet);
});

test("rejects a stylesheet without markers for the night tones", () => {
  expect(() => withNightTones(".tree-picture {}")).toThrow("no markers");
});

test.each([...TREE_TYPES])("the %s tree on a dark page has its night tones", (type) => {
  const night = new Map(declared(forDarkPages).map(({ name, value }) => [name, value]));
  const onDarkPage = treePicture({ type }, [])
    .replace(/ class="[^"]*"/g, "")
    .replace(/<g display="var\(--by-night,none\)">(.*?)<\/g>/, "$1")
    .replace(/ display="var\(--by-night,none\)"/, "")
    .replace(/var\((--[\w-]+),[^)]+\)/g, (_, name: string) => night.get(name) ?? "missing");
  expect(onDarkPage).toBe(treePicture({ type }, [], { hour: "night" }));
});

/** How the names of a tree's tones begin. */
const PREFIXES = { christmas: "fir", birthday: "birthday", valentine: "valentine" };

test.each([...TREE_TYPES])("the stylesheet sets no tone for the %s tree that its picture does not use", (type) => {
  const picture = treePicture({ type }, []);
  const own = declared(forDarkPages).filter(({ name }) => name.startsWith(`--${PREFIXES[type]}-`));
  expect(own.length).toBeGreaterThan(9);
  for (const { name } of own) expect(picture).toContain(`var(${name},`);
});

test("every animation class of a picture is in the stylesheet", () => {
  const trees = TREE_TYPES.flatMap((type) => TREE_LOOKS.map((look) => ({ type, look })));
  const pictures = trees.map((tree) => treePicture(tree, [{ id: "a", giftAssetId: "bell" }], { justHung: "a" }));
  const classes = pictures.flatMap((picture) =>
    [...picture.matchAll(/class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  for (const name of new Set(classes)) expect(stylesheet).toContain(`.${name}`);
});

test("nothing moves with reduced motion", () => {
  const rules = stylesheet.replace(/@media \(prefers-reduced-motion: no-preference\)[^{]*\{\n[\s\S]*?\n\}\n/g, "");
  expect(stylesheet).toContain("animation:");
  expect(rules).not.toMatch(/animation|transition/);
});

test("the stylesheet is smaller than 3 kB compressed", () => {
  expect(gzipSync(stylesheet).length).toBeLessThan(3_000);
});
