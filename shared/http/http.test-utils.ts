/** Largest size tested for a part of a request, beside an eighth of it. Bun refuses a head of over 16 KiB with 431. */
export const HEAD_MAX = 15_000;
const TIMES_SMALLER = 8;
/** Maximum cost ratio for eight times the size. Linear work costs up to 8 times as much, quadratic work up to 64. */
const TIMES_DEARER = 12;
const ROUNDS = 30;
const ROUNDS_OF_MANY = 5;
const MANY = 20;

/** Units repeated to fill a part of a request: everything that parsers stop at, backtrack to or look far ahead for. */
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
  "../",
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
/** Openings that the rest never closes. */
const OPENINGS = ['text/html;a="', "bytes=", "a=", "http://", "["];
const BEHIND_OPENINGS = ["/", "\\", '\\"', ",", "a"];

/** A text of about that size that is hard to parse. Its last character matches nothing before it. */
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

/** Returns the shapes whose cost grows faster than their size: compares the least cost of several runs per size. */
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
  // Warm-up and garbage collection add cost to some runs only, so take the minimum.
  let least = await cpuOf(small);
  let most = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && most > TIMES_DEARER * least; round += 1) {
    least = Math.min(least, await cpuOf(small));
    most = Math.min(most, await cpuOf(large));
  }
  return most / least;
}

/** The CPU clock is too coarse for work of a few microseconds: suspects are measured again in batches of many runs. */
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

/** CPU time in microseconds that this process spends on the work, regardless of other load on the machine. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(user + system, 1);
}

/** Headers that the programs, their libraries or a proxy read. */
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

/** Finds superlinear work for any header: tries a text in all headers at once and, if that is slow, in each alone. */
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

/** Encodes a text for a request line: escapes what a URL cannot contain. */
export const inUrl = (text: string): string => text.replace(/[\s#\u00a7é"<>\\^`{|}]/g, encodeURIComponent);
