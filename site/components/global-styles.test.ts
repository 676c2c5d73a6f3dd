import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Glob } from "bun";

const components = [...new Glob("site/**/*.astro").scanSync(".")].map((path) => {
  const styles = [...readFileSync(path, "utf8").matchAll(/<style([^>]*)>([\s\S]*?)<\/style>/g)];
  const of = (isGlobal: boolean) =>
    styles
      .filter(([, how = ""]) => how.includes("is:global") === isGlobal)
      .flatMap(([, , css = ""]) => beginnings(css));
  return { path, everywhere: of(true), inItself: of(false) };
});

/** The classes with which the selectors of a style begin. */
function beginnings(css: string): string[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\/|\([^()]*\)/g, "");
  return [...bare.matchAll(/(?:^|[{};,])\s*[\w-]*\.([A-Za-z_-][\w-]*)/g)].map(([, name = ""]) => name);
}

test("a class that a global style lays out is laid out by no other component", () => {
  const shared = components.flatMap(({ path, everywhere }) =>
    components
      .filter((other) => other.path !== path)
      .flatMap(({ path: other, ...its }) =>
        [...its.everywhere, ...its.inItself]
          .filter((name) => everywhere.includes(name))
          .map((name) => `.${name} in ${path} and ${other}`),
      ),
  );
  expect(components.flatMap(({ everywhere }) => everywhere).length).toBeGreaterThan(10);
  expect(shared).toEqual([]);
});
