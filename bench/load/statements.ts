import { codeExpression, firstFull, hotTree, lastFull, type Shape } from "../seed/shape.ts";

/** The statements that the API sends to Postgres, one by one, as pgbench scripts: the limit of the database alone. */
export const statements = {
  tree: (shape: Shape) => `${code("random(1", shape.trees)}${TREE}`,
  popularTree: (shape: Shape) => `\\set n random_zipfian(1, ${shape.trees}, 1.001)\n${codeOfN}${TREE}`,
  page: (first: number, last: number, below: number | string = 2_147_483_647) =>
    `${code(`random(${first}`, last)}${TREE}${page(below)}`,
  post: (shape: Shape) => `${code(`random(${lastFull(shape) + 1}`, shape.trees - 1)}${POST}`,
  postHot: (shape: Shape) => `\\set n ${hotTree(shape)}\n${codeOfN}${POST}`,
};

/** The same statements for one tree, for `explain`. */
export function explained(shareCode: string, below: number): Record<string, string> {
  const values: Record<string, string> = {
    code: `'${shareCode}'`,
    a: "'1'",
    b: "'2'",
    wrapped: `(select wrapped from tree_keys where share_code = '${shareCode}')`,
  };
  const filled = (statement: string) =>
    statement.replaceAll(/(?<!:):(code|a|b|wrapped)\b/g, (_, name) => values[name] ?? "").replace(";", "");
  return {
    "A tree": filled(TREE),
    "Its newest gifts": filled(page(2_147_483_647)),
    "Gifts far down": filled(page(below)),
    "Rate limits of a gift": filled(HITS),
    "Stored answer to a repeat": filled(KEPT),
    "Adding a gift": filled(HANG),
    "Storing its answer": filled(KEEP),
  };
}

export const allFull = (shape: Shape): [number, number] => [firstFull, lastFull(shape)];

const codeOfN = `\\set code ${codeExpression(":n")}\n`;
const code = (from: string, last: number) => `\\set n ${from}, ${last})\n${codeOfN}`;

const TREE = `select share_code, name, type, opening_day, time_zone, opens_at, is_paused, gift_count, version
  from trees where share_code = :code;
`;

const page = (below: number | string) => `select position, id, gift_asset_id, sender_name, hung_on from gifts
  where share_code = :code and position < ${below} order by position desc limit 101;
`;

// Encrypted bytes of the same length as those of the greeting in load/common.lua; the content makes no difference to
// Postgres.
const sealed = (steps: number) => `'\\x01${"5e".repeat(28 + 64 * steps)}'::bytea`;

const HITS = `select take_hits(
  array['posts-per-address:' || :a, 'posts-per-tree:' || :code, 'cool-down-after-rejections:' || :a],
  array[1000000000, 1000000000, 1], array[60000, 60000, 600000]::bigint[], array[1, 1, 0],
  array[3], array[1, 2, 3], array[1, 1, 0],
  (extract(epoch from now()) * 1000)::bigint);
`;

const KEPT = `select id, body_hash, answer, created_at from gift_idempotency_keys
  where share_code = :code and id = :a || '-' || :b and created_at > now() - interval '1 day';
`;

const HANG = `with tree as (
  update trees set gift_count = gift_count + 1, hung_count = hung_count + 1, version = version + 1
  where share_code = :code and not is_paused and exists (
    select from tree_keys where share_code = :code and wrapped = :wrapped::bytea
  )
  returning share_code, gift_count, hung_count, (now() at time zone time_zone)::date as hung_on
), one as (
  select gen_random_uuid() as id
), gift as (
  insert into gifts (share_code, position, id, gift_asset_id, sender_name, hung_on)
  select share_code, hung_count, id, 'snow-globe', 'Grandmother', hung_on from tree, one
), message as (
  insert into messages (share_code, gift_id, sealed_sender_name, sealed_text)
  select share_code, id, ${sealed(1)}, ${sealed(2)} from tree, one
)
select gift_count, hung_on from tree;
`;

const KEEP = `insert into gift_idempotency_keys (share_code, id, body_hash, answer, created_at)
  values (:code, :a || '-' || :b, repeat('h', 50), to_json(repeat('a', 90)), now())
  on conflict (share_code, id) do update set answer = excluded.answer;
`;

const POST = `\\set a random(1, 2000000000)
\\set b random(1, 2000000000)
${HITS}begin;
select from trees where share_code = :code for no key update;
${KEPT}select wrapped from tree_keys where share_code = :code
\\gset
${HANG}${KEEP}commit;
`;
