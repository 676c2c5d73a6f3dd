/** The largest size that a part of a request is tried with, and its eighth: Bun refuses a head of more than 16 KiB with 431. */
export const HEAD_MAX = 15_000;
const TIMES_SMALLER = 8;
/** What eight times the size may cost at most. Linear work takes 8 times as much or less, quadratic work up to 64 times. */
const TIMES_DEARER = 12;
const ROUNDS = 30;
const ROUNDS_OF_MANY = 5;
const MANY = 20;

/** What is repeated to fill a part of a request: all that parsers stop at, come back to, or look far ahead for. */
const UNITS = [
  ..."a0/\\\"';,=&?.:-+%()[]{}<>*~#@|!^$ \t",
  '\\"',
  '\\",',
  '",',
  "a,",
  ', "',
  ";q=1,",
  "a/b;c=d,",
  ";a=",
  "a=b; ",
  "a=b&",
  "a[b]=",
  "%25",
  "%2F",
  "../../",
  "//",
  "1:",
  "1.",
  "1.1.1.1,",
  "[::1],",
  "]:1",
  "a-",
  "0-1,",
  'W/"a",',
  "xn--",
  "a@",
  "<!--",
  "é",
];
/** What opens something that the rest never closes. */
const OPENINGS = ['text/html;a="', "bytes=", "a=", "http://", "["];
const BEHIND_OPENINGS = ["/", "\\", '\\"', ",", "a"];

/** A text of about that size, made to be read with difficulty. Its last character fits nothing that stands before. */
type Shape = { name: string; text: (size: number) => string };
export const SHAPES: Shape[] = [
  ...UNITS.map((unit) => shape("", unit)),
  ...OPENINGS.flatMap((opening) => BEHIND_OPENINGS.map((unit) => shape(opening, unit))),
];

function shape(opening: string, unit: string): Shape {
  const text = (size: number) =>
    `${opening}${unit.repeat(Math.floor((size - opening.length - 1) / unit.length))}\u00a7`;
  return { name: `${opening}${unit}…`, text };
}

/** The shapes that cost a handler more than their size says: tried at the full size and an eighth of it, the least of several tries each. */
export async function superlinear(
  shapes: readonly Shape[],
  full: number,
  handle: (text: string) => unknown,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, text } of shapes) {
    const [small, large] = [text(Math.floor(full / TIMES_SMALLER)), text(full)];
    const works = [() => handle(small), () => handle(large)] as const;
    if ((await leastRatio(...works)) <= TIMES_DEARER) continue;
    const ratio = await ratioOfMany(...works);
    if (ratio > TIMES_DEARER) found.push(`${name} takes ${Math.round(ratio)} times as much`);
  }
  return found;
}

async function leastRatio(small: () => unknown, large: () => unknown): Promise<number> {
  // What the first run of some code adds, or the collector of garbage, is not there every time.
  let least = await cpuOf(small);
  let most = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && most > TIMES_DEARER * least; round += 1) {
    least = Math.min(least, await cpuOf(small));
    most = Math.min(most, await cpuOf(large));
  }
  return most / least;
}

/** The processor's clock is coarse beside work of some microseconds: what seems too dear is measured again, many times in a row. */
async function ratioOfMany(small: () => unknown, large: () => unknown): Promise<number> {
  const many = (work: () => unknown) => async () => {
    for (let i = 0; i < MANY; i += 1) await work();
  };
  let ratio = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS_OF_MANY && ratio > TIMES_DEARER; round += 1) {
    const base = await cpuOf(many(small));
    ratio = Math.min(ratio, (await cpuOf(many(large))) / base);
  }
  return ratio;
}

/** The processor's time in microseconds that this process takes for something, whatever else the machine does. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}

/** Headers that somebody reads: the programs, their libraries, or a proxy. */
const HEADERS = [
  "accept",
  "accept-language",
  "accept-encoding",
  "cookie",
  "range",
  "if-none-match",
  "forwarded",
  "x-forwarded-for",
  "origin",
  "host",
  "user-agent",
  "content-type",
  "idempotency-key",
  "cache-control",
];

/** What is superlinear in any header: the same text in all of them at once, and where that takes too long, in each by itself. */
export async function hostileIn(ask: (headers: Record<string, string>) => unknown): Promise<string[]> {
  const asking = (names: readonly string[]) => (text: string) =>
    ask(Object.fromEntries(names.map((name) => [name, text])));
  const found = await superlinear(SHAPES, HEAD_MAX, asking(HEADERS));
  if (found.length === 0) return [];
  const each: string[] = [];
  for (const name of HEADERS)
    each.push(...(await superlinear(SHAPES, HEAD_MAX, asking([name]))).map((fault) => `${name}: ${fault}`));
  return [...found, ...each];
}

/** A text as it stands in a request's first line: what a URL cannot hold is escaped there. */
export const inUrl = (text: string): string => text.replace(/[\s#\u00a7é"<>\\^`{|}]/g, encodeURIComponent);
