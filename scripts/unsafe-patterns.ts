import { join } from "node:path";
import { RegExpParser } from "@eslint-community/regexpp";
import { Glob } from "bun";
import { analyse } from "scslre";
import ts from "typescript";

/**
 * Finds regular expressions that take more than linear time for what they read, in everything that runs in the programs or in
 * browsers. scslre judges them, the engine of eslint-plugin-regexp. Of the tools compared (eslint-plugin-regexp, recheck, safe-regex2,
 * redos-detector) it alone needs neither ESLint nor Java, finds a quadratic search (`/\/+$/`) and not only nested stars, reports hardly
 * anything else, and takes a tenth of a second for all of them.
 * What no tool sees is a pattern that is linear each time and is begun at every place (`/"[^"]*"|./g`): the tests of linear time do.
 */

/** A pattern, and where it stands. */
export type Pattern = { file: string; line?: number; source: string; flags: string };

const ROOT = join(import.meta.dir, "..");
const PRODUCT = new Glob("{api,contract,public,shared,site}/**/*.{ts,js,mjs,astro}");
const NO_PRODUCT = /\.test(-utils)?\.ts$|(^|\/)(testing\.ts$|test-utils\/)/;
const SAYS = {
  Self: "a repetition within a repetition reads one text in several ways",
  Trade: "two repetitions beside each other share one text in several ways",
  Move: "the search begins again at each character of what it then reads to the end",
} as const;
const parser = new RegExpParser();

/** What is wrong with the patterns, one line each. */
export function unsafeAmong(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap(({ file, line, source, flags }) => {
    const { reports } = analyse(parser.parseLiteral(`/${source}/${flags}`), { maxReports: 1 });
    const at = line === undefined ? file : `${file}:${line}`;
    return reports.map(({ type }) => `${at} /${source.slice(0, 100)}/${flags}: ${SAYS[type]}`);
  });
}

/** The patterns that a source writes down, and whether it makes others from texts: these are known only when it runs. */
export function patternsIn(file: string, text: string): { written: Pattern[]; makesMore: boolean } {
  const code = file.endsWith(".astro") ? codeOfPage(file, text) : text;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const written: Pattern[] = [];
  let makesMore = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      written.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText() === "RegExp") makesMore = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { written, makesMore };
}

/** A page's code: what stands above its markup, and its scripts. Patterns belong there. */
function codeOfPage(file: string, text: string): string {
  const [, front = "", markup = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [null, "", text];
  const scripts = [...markup.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const rest = markup.replace(/<script>.*?<\/script>/gs, "");
  if (/\.(test|exec|match|matchAll|replace|replaceAll|search|split)\(\s*\//.test(rest)) {
    throw new Error(`${file} has a pattern in its markup, where it is not checked. Give it a name above.`);
  }
  // The first line is the fence.
  return ["", front, ...scripts].join("\n");
}

/** The patterns that modules make while they are loaded; one that makes none then cannot be checked. */
async function madeBy(files: readonly string[]): Promise<Pattern[]> {
  const made: Pattern[] = [];
  const Own = RegExp;
  const note = (pattern: RegExp): RegExp => {
    const file = new Error().stack?.split("\n").flatMap((line) => files.filter((each) => line.includes(each)))[0];
    if (file) made.push({ file, source: pattern.source, flags: pattern.flags });
    return pattern;
  };
  globalThis.RegExp = new Proxy(Own, {
    construct: (target, words: [string, string?]) => note(new target(...words)),
    apply: (target, _, words: [string, string?]) => note(target(...words)),
  });
  for (const file of files) await import(join(ROOT, file));
  globalThis.RegExp = Own;
  const silent = files.filter((file) => !made.some((each) => each.file === file));
  if (silent.length > 0) throw new Error(`${silent} make patterns later than at their start: they cannot be checked.`);
  return made;
}

/** All patterns of the product. */
export async function productPatterns(): Promise<Pattern[]> {
  const files = [...PRODUCT.scanSync(ROOT)].filter((file) => !NO_PRODUCT.test(file)).sort();
  const read = await Promise.all(files.map(async (file) => patternsIn(file, await Bun.file(join(ROOT, file)).text())));
  const made = await madeBy(files.filter((_, index) => read[index]?.makesMore));
  return [...read.flatMap(({ written }) => written), ...made];
}

if (import.meta.main) {
  const patterns = await productPatterns();
  const unsafe = unsafeAmong(patterns);
  for (const each of unsafe) console.error(each);
  console.log(`${patterns.length} patterns checked, ${unsafe.length} unsafe.`);
  process.exit(unsafe.length > 0 ? 1 : 0);
}
