/** The result of a step of `npm test`: the number of tests that passed, and the failed ones in a few lines each. */
export type Outcome = { passed: number; failed: string[] };

type Spec = { file: string; line: number; title: string; tests: { status: string; results: { error?: Failure }[] }[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };
type Failure = { message?: string };

const TESTCASE = /<testcase (?<attributes>[^>]*?)(?:\/>|>(?<inside>.*?)<\/testcase>)/gs;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const LINES_AT_MOST = 12;

/** Parses the JUnit file that `bun test` writes. A skipped test counts as failed. */
export function readUnitReport(written: string): Outcome {
  const cases = [...written.matchAll(TESTCASE)].map(({ groups }) => ({
    of: (name: string) => attribute(groups?.attributes, name),
    inside: groups?.inside ?? "",
  }));
  const failed = cases.filter(({ inside }) => /<(failure|error|skipped)\b/.test(inside));
  return {
    passed: cases.length - failed.length,
    failed: failed.map(({ of, inside }) =>
      describeFailure(of("file"), of("line"), of("name"), attribute(inside, "message")),
    ),
  };
}

/**
 * Parses the output of Playwright's `json` reporter. A test that was skipped or passed only on a retry counts as
 * failed.
 */
export function readBrowserReport(written: string): Outcome {
  const tests = specsOf(JSON.parse(written).suites).flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })));
  const failed = tests.filter(({ status }) => status !== "expected");
  return {
    passed: tests.length - failed.length,
    failed: failed.map(({ spec, status, results }) => {
      const message = results.find(({ error }) => error)?.error?.message ?? status;
      return describeFailure(`e2e/${spec.file}`, String(spec.line), spec.title, message);
    }),
  };
}

function specsOf(suites: Suite[]): Spec[] {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
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
