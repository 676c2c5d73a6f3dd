/**
 * The result of a step of `npm test`: the number of tests that passed, the failed ones in a few lines each, and the ones
 * that could not run here, each in a line that says what they need.
 */
export type Outcome = { passed: number; failed: string[]; skipped: string[]; took?: Took };

/** The seconds of a step, and of each of its files. */
export type Took = { title: string; seconds: number; files: Record<string, number> };

/** A step's result as its runner reports it, with the seconds of each file. */
export type Report = Outcome & { secondsOf: Record<string, number> };

type Spec = { file: string; line: number; title: string; tests: { status: string; results: Result[] }[] };
/** `duration` is in milliseconds. Tests with the same `parallelIndex` ran one after the other. */
type Result = { error?: Failure; parallelIndex: number; startTime: string; duration: number };
type Suite = { specs?: Spec[]; suites?: Suite[] };
type Failure = { message?: string };

const SUITE_OF_FILE = /^ {2}<testsuite (?<attributes>[^>]*)>/gm;
const TESTCASE = /<testcase (?<attributes>[^>]*?)(?:\/>|>(?<inside>.*?)<\/testcase>)/gs;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const LINES_AT_MOST = 12;
/** How the title of a test ends that skips itself where the machine lacks something. */
const NEED = /^(?<title>.+) \(needs (?<need>[^)]+)\)$/;

/** Parses the JUnit file that `bun test` writes. A skipped test counts as failed, unless its title says what it needs. */
export function readUnitReport(written: string): Report {
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
  const suites = [...written.matchAll(SUITE_OF_FILE)].map(({ groups }) => groups?.attributes);
  return {
    secondsOf: Object.fromEntries(suites.map((of) => [attribute(of, "file"), Number(attribute(of, "time"))])),
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
export function readBrowserReport(written: string): Report {
  const { suites, stats } = JSON.parse(written);
  const tests = specsOf(suites).flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })));
  const skipped = tests.flatMap(({ status, spec }) =>
    status === "skipped" ? describeSkip(`e2e/${spec.file}`, spec.title) : [],
  );
  const failed = tests.filter(
    ({ status, spec }) => status !== "expected" && !(status === "skipped" && NEED.test(spec.title)),
  );
  return {
    secondsOf: secondsOf(tests, Date.parse(stats.startTime)),
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

/** A test's duration is without the hooks before it: they count from the end of the test that ran before it. */
function secondsOf(tests: { spec: Spec; results: Result[] }[], began: number): Record<string, number> {
  const runs = tests.flatMap(({ spec, results }) =>
    results.map(({ parallelIndex, startTime, duration }) => {
      return { file: `e2e/${spec.file}`, parallelIndex, ended: Date.parse(startTime) + duration };
    }),
  );
  const lastEnd: Record<number, number> = {};
  const seconds: Record<string, number> = {};
  for (const { file, parallelIndex, ended } of runs.sort((one, other) => one.ended - other.ended)) {
    seconds[file] = (seconds[file] ?? 0) + (ended - (lastEnd[parallelIndex] ?? began)) / 1000;
    lastEnd[parallelIndex] = ended;
  }
  return seconds;
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
