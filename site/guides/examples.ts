// The files that e2e/guides/examples.test.ts runs, so the examples in the guide are tested.
const files = import.meta.glob<string>("../../e2e/examples/*", { query: "?raw", import: "default", eager: true });

const LANGUAGES = [
  { ending: "sh", name: "curl", language: "bash" },
  { ending: "ts", name: "TypeScript", language: "typescript" },
  { ending: "py", name: "Python", language: "python" },
];

/** One API example in one language. */
export type Example = { name: string; language: string; code: string };

/**
 * Returns the examples of that name (such as `look-up-tree`) in curl, TypeScript and Python. Throws if one is missing.
 */
export function examplesOf(name: string): Example[] {
  return LANGUAGES.map(({ ending, ...rest }) => {
    const code = files[`../../e2e/examples/${name}.${ending}`];
    if (code === undefined) throw new Error(`There is no example ${name}.${ending}.`);
    return { ...rest, code: code.trimEnd() };
  });
}
