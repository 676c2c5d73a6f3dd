import fc from "fast-check";
import { BODY_MAX_BYTES } from "#contract/limits";
import type { Schema } from "./served.ts";
import { anyText, anyValue, soundText } from "./texts.ts";

/** Values of fields that refer to existing data: real ones, and others. */
export type Pools = Record<string, fc.Arbitrary<string>>;
type Fields = Record<string, unknown>;

const bytes = (text: string) => new TextEncoder().encode(text);

/** A valid value by the field's schema. */
function described(name: string, schema: Schema, marker: string, pools: Pools): fc.Arbitrary<unknown> {
  const pool = pools[name];
  if (pool) return pool;
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type !== "string") throw new Error(`no generator for ${name}: ${JSON.stringify(schema)}`);
  return soundText(marker, Number(schema.maxLength));
}

/** Any value for a field: near its limits, hostile, or of another type. */
function odd(schema: Schema, marker: string): fc.Arbitrary<unknown> {
  const text = anyText(marker, Number(schema.maxLength ?? 10));
  return fc.oneof({ weight: 3, arbitrary: text }, { weight: 2, arbitrary: anyValue(marker) });
}

/** A body that matches the schema: the required fields, and any of the others. */
function sound(schema: Schema, marker: string, pools: Pools): fc.Arbitrary<Fields> {
  const fields = Object.entries(schema.properties ?? {});
  const arbitraries = fields.map(([name, field]) => [name, described(name, field, marker, pools)]);
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys: schema.required as string[] });
}

/** Names of unknown fields. The marker is only in names that are too unusual to be echoed. */
const unknownNames = (marker: string) =>
  fc.constantFrom(
    "colour",
    "sharecode",
    "share_code",
    "__proto__",
    "constructor",
    "toString",
    "0",
    "",
    " message",
    `<b>${marker}</b>`,
    `${marker} ${marker}`,
    `${marker}${"x".repeat(30)}`,
    `é${marker}`,
    `\0${marker}`,
  );

/** Bodies as values: valid, with invalid fields, with missing or extra fields, or no object at all. */
export function anyContent(schema: Schema, marker: string, pools: Pools): fc.Arbitrary<unknown> {
  const base = sound(schema, marker, pools);
  const names = Object.keys(schema.properties ?? {});
  const oddFields = fc.record(
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, odd(field, marker)])),
    { requiredKeys: [] },
  );
  const some = fc.subarray(names, { minLength: 1 });
  return fc.oneof(
    { weight: 8, arbitrary: base },
    {
      weight: 6,
      arbitrary: fc
        .tuple(base, oddFields, fc.constantFrom(...names))
        .map(([fields, others, name]) => (name in others ? { ...fields, [name]: others[name] } : fields)),
    },
    { weight: 2, arbitrary: fc.tuple(base, oddFields).map(([fields, others]) => ({ ...fields, ...others })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(base, some)
        .map(([fields, left]) => Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name)))),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(base, fc.array(fc.tuple(unknownNames(marker), anyValue(marker)), { minLength: 1, maxLength: 4 }))
        // Not by assignment: `__proto__` has to become an ordinary field.
        .map(([fields, more]) => Object.fromEntries([...Object.entries(fields), ...more])),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 90, max: 1200 })
        .map((count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]))),
    },
    { weight: 1, arbitrary: anyValue(marker) },
  );
}

const BROKEN = [
  "",
  " ",
  "{",
  "}",
  "[",
  "nul",
  "NaN",
  "'a'",
  '{"a":1}{"b":2}',
  '{"a":"\n"}',
  "\uFEFF",
  "a=b&c=d",
  "[".repeat(9000),
];
// Invalid UTF-8: a lone continuation byte, an overlong NUL, a surrogate, past the last code point, truncated, 0xFF.
const NO_UTF8 = [[0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x8e], [0xff, 0xfe]];

/** Bodies as bytes: mostly valid JSON, otherwise malformed, truncated, invalid UTF-8, or close to the size limit. */
export function encoded(content: fc.Arbitrary<unknown>, marker: string): fc.Arbitrary<Uint8Array<ArrayBuffer> | null> {
  const text = content.map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 20, arbitrary: text.map(bytes) },
    { weight: 2, arbitrary: content.map((value) => bytes(` \r\n\t${JSON.stringify(value, null, 2)}\n`)) },
    {
      weight: 2,
      arbitrary: text.chain((whole) =>
        fc.integer({ min: 0, max: bytes(whole).length }).map((cut) => bytes(whole).subarray(0, cut)),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(text, fc.constantFrom(...NO_UTF8)).map(([whole, bad]) => {
        const [before = "", ...after] = whole.split(marker);
        return Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from(after.join(marker))]);
      }),
    },
    { weight: 2, arbitrary: fc.constantFrom(...BROKEN).map((broken) => bytes(broken + marker)) },
    // A duplicate field: the last one counts.
    { weight: 1, arbitrary: text.map((whole) => bytes(whole.replace("{", '{"message":1,'))) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.constantFrom(-1, 0, 1, 40_000))
        .map(([whole, over]) => bytes(whole.padEnd(BODY_MAX_BYTES + over - bytes(whole).length + whole.length))),
    },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}
