import { join } from "node:path";
import { RegExpParser } from "@eslint-community/regexpp";
import { Glob } from "bun";
import { analyse } from "scslre";
import ts from "typescript";

/**
 * Finds regular expressions that take more than linear time, in all code that runs in the programs or in browsers. Uses
 * scslre, the engine of eslint-plugin-regexp. Of the tools compared (eslint-plugin-regexp, recheck, safe-regex2,
 * redos-detector) it is the only one that needs neither ESLint nor Java, finds a quadratic search (`/\/+$/`) and not
 * only nested stars, reports hardly any false positives, and takes a tenth of a second for all patterns.
 * No tool finds a pattern that is linear each time but starts at every position (`/"[^"]*"|./g`): the linear-time tests
 * do.
 */

/** A pattern and its location. */
export type Pattern = { file: string; line?: number; source: string; flags: string };

const ROOT = join(import.meta.dir, "..");
const PRODUCT = new Glob("{api,contract,packages,public,shared,site}/**/*.{ts,js,mjs,astro}");
const NO_PRODUCT = /\.test(-utils)?\.ts$|(^|\/)test-utils\//;
const SAYS = {
  Self: "nested repetitions match the same text in several ways",
  Trade: "adjacent repetitions match the same text in several ways",
  Move: "the search restarts at each character of a text that it then reads to the end",
} as const;
const parser = new RegExpParser();

/** Returns the problems of the patterns, one line each. */
export function unsafeAmong(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap(({ file, line, source, flags }) => {
    const { reports } = analyse(parser.parseLiteral(`/${source}/${flags}`), { maxReports: 1 });
    const at = line === undefined ? file : `${file}:${line}`;
    return reports.map(({ type }) => `${at} /${source.slice(0, 100)}/${flags}: ${SAYS[type]}`);
  });
}

/**
 * Returns the pattern literals in a source, and whether it builds others from strings, which are known only at run
 * time.
 */
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

/** Returns a page's code: its frontmatter and its scripts. Patterns belong there. */
function codeOfPage(file: string, text: string): string {
  const [, front = "", markup = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [null, "", text];
  const scripts = [...markup.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const rest = markup.replace(/<script>.*?<\/script>/gs, "");
  if (/\.(test|exec|match|matchAll|replace|replaceAll|search|split)\(\s*\//.test(rest)) {
    throw new Error(`${file} has a pattern in its markup, where it is not checked. Move it to the frontmatter.`);
  }
  // The first line is the frontmatter's fence.
  return ["", front, ...scripts].join("\n");
}

/**
 * Returns the patterns that modules build while they load. Throws for a module that builds them later, since they
 * cannot be checked.
 */
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
  if (silent.length > 0) throw new Error(`${silent} build patterns after loading: they cannot be checked.`);
  return made;
}

/** Returns all patterns of the product. */
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
