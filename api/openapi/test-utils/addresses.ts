import fc from "fast-check";
import type { Pools } from "./bodies.ts";
import type { Operation } from "./served.ts";

const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Path segments in place of a share code. */
export function codeSegments(marker: string, known: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const around = ["", "/", "//", "/..", "/../..", "/x", "%20", "%00", "%2F", ";a=1", "é", "%", "?", "\\", "."];
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: known.map(percent) },
    { weight: 1, arbitrary: known.map((code) => code.toLowerCase()) },
    { weight: 2, arbitrary: fc.tuple(known, fc.constantFrom(...around)).map(([code, more]) => code + more) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(marker, `${marker.slice(0, 8)}`), fc.constantFrom(...around))
        .map(([code, more]) => (code === marker ? code + more : marker + more + code)),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        ...["", "/", "%", "%%", "%0", "%zz", "%00000000", "%ff%fe%fd", "%E0%A4%A", "%F0%9F%8E%84", "..", "%2e%2e", "."],
        ...[
          "a%2Fb%2Fc%2Fd",
          "undefined",
          "null",
          "__proto__",
          ":code",
          "{code}",
          "*",
          "🎄🎄🎄🎄",
          "%C0%80aaaaaa",
          "a".repeat(9000),
        ],
      ),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary", maxLength: 12 }).map((odd) => marker + encodeURIComponent(odd)),
    },
  );
}

/** Query strings: described parameters, valid and invalid, once or repeated, and unknown ones. */
export function queries(operation: Operation, marker: string, pools: Pools): fc.Arbitrary<string> {
  const described = operation.parameters.filter((each) => each.in === "query").map(({ name }) => name);
  const integers = [
    "1",
    "2",
    "7",
    "100",
    "199",
    "200",
    "201",
    "0",
    "-1",
    "007",
    "999999999",
    "2147483648",
    "9".repeat(30),
  ];
  const oddNumbers = [
    "1e2",
    "0x10",
    "0b1",
    "+5",
    "%205",
    "5%20",
    "5.0",
    "1.5",
    "Infinity",
    "NaN",
    "1_0",
    "٣",
    "",
    "null",
    "[]",
  ];
  const values = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...integers) },
    { weight: 2, arbitrary: fc.constantFrom(...oddNumbers) },
    { weight: 4, arbitrary: pools.cursor ?? fc.constant("") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(marker, `${marker}%00`, `%ff${marker}`, "%", "x".repeat(5000), `5&${marker}[]=1`),
    },
  );
  const kind = described.map((name) =>
    name === "limit"
      ? fc.tuple(fc.constant(name), fc.constantFrom(...integers.slice(0, 6)))
      : fc.tuple(fc.constant(name), values),
  );
  const pair = fc.oneof(
    ...kind.map((arbitrary) => ({ weight: 6, arbitrary })),
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...described, "page"), values) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom("", "__proto__", `<${marker}>`, `${marker}[]`, "limit[]", "Limit", "%00"),
        values,
      ),
    },
  );
  return fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length ? `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}` : ""));
}
