/**
 * The result of a step of `npm test`: the number of tests that passed, the failed ones in a few lines each, and the ones
 * that could not run here, each in a line that says what they need.
 */
export type Outcome = { passed: number; failed: string[]; skipped: string[] };

type Spec = { file: string; line: number; title: string; tests: { status: string; results: { error?: Failure }[] }[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };
type Failure = { message?: string };

const TESTCASE = /<testcase (?<attributes>[^>]*?)(?:\/>|>(?<inside>.*?)<\/testcase>)/gs;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const LINES_AT_MOST = 12;
/** How the title of a test ends that skips itself where the machine lacks something. */
const NEED = /^(?<title>.+) \(needs (?<need>[^)]+)\)$/;

/** Parses the JUnit file that `bun test` writes. A skipped test counts as failed, unless its title says what it needs. */
export function readUnitReport(written: string): Outcome {
  const cases = [...written.matchAll(TESTCASE)].map(({ groups }) => ({
    of: (name: string) => attribute(groups?.attributes, name),
    inside: groups?.inside ?? "",
  }));
  const skipped = cases.flatMap(({ of, inside }) =>
    /<skipped\b/.test(inside) ? describeSkip(of("file"), of("name")) : [],
  );
  const failed = cases.filter(
    ({ of, inside }) => /<(failure|error)\b/.test(inside) || (/<skipped\b/.test(inside) && !NEED.test(of("name"))),
  );
  return {
    passed: cases.length - failed.length - skipped.length,
    skipped,
    failed: failed.map(({ of, inside }) =>
      describeFailure(of("file"), of("line"), of("name"), attribute(inside, "message")),
    ),
  };
}

/**
 * Parses the output of Playwright's `json` reporter. A test that passed only on a retry counts as failed, and so does a
 * skipped one, unless its title says what it needs.
 */
export function readBrowserReport(written: string): Outcome {
  const tests = specsOf(JSON.parse(written).suites).flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })));
  const skipped = tests.flatMap(({ status, spec }) =>
    status === "skipped" ? describeSkip(`e2e/${spec.file}`, spec.title) : [],
  );
  const failed = tests.filter(
    ({ status, spec }) => status !== "expected" && !(status === "skipped" && NEED.test(spec.title)),
  );
  return {
    passed: tests.length - failed.length - skipped.length,
    skipped,
    failed: failed.map(({ spec, status, results }) => {
      const message = results.find(({ error }) => error)?.error?.message ?? status;
      return describeFailure(`e2e/${spec.file}`, String(spec.line), spec.title, message);
    }),
  };
}

function specsOf(suites: Suite[]): Spec[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

function describeSkip(file: string, name: string): string[] {
  const { title, need } = NEED.exec(name)?.groups ?? {};
  return title ? [`${file} ${title}: not run, because it needs ${need}`] : [];
}

function describeFailure(file: string, line: string, name: string, message: string): string {
  const said = Bun.stripANSI(message).trim().split("\n").slice(0, LINES_AT_MOST);
  return [`${file}:${line} ${name}`, ...said.map((row) => `    ${row}`)].join("\n");
}

function attribute(attributes = "", name: string): string {
  const value = new RegExp(`\\b${name}="(?<value>[^"]*)"`).exec(attributes)?.groups?.value ?? "";
  return value.replaceAll(/&(?:#(?<code>\d+)|(?<name>\w+));/g, (entity, code, named) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[named] ?? entity),
  );
}
