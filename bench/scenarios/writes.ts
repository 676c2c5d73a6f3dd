import { statements } from "../load/statements.ts";
import { hotTree, lastFull } from "../seed/shape.ts";
import type { Row } from "./bench-run.ts";
import { contest } from "./contest.ts";

const PEERS = ["fastify", "hono", "express"] as const;

/** Limits, word filter, encryption and idempotency are on for every target. */
export const WRITES: Row[] = [
  contest({
    name: "POST, random trees",
    about: "a gift on a random tree that is not full, from one of many addresses, with a new key",
    load: (shape) => ({ script: "post.lua", variables: { FIRST: lastFull(shape) + 1, LAST: shape.trees - 1 } }),
    script: statements.post,
    against: ["constant", "raw", ...PEERS],
    limits: true,
  }),
  contest({
    name: "POST, one hot tree",
    about: "as above, but all on the same tree",
    load: (shape) => ({ script: "post.lua", variables: { FIRST: hotTree(shape), LAST: hotTree(shape) } }),
    script: statements.postHot,
    against: ["raw", "fastify"],
    limits: true,
  }),
];
