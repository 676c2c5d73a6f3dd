import { allFull, statements } from "../load/statements.ts";
import type { Load } from "../load/wrk.ts";
import { firstFull, lastFull, type Shape, WARM_TREES } from "../seed/shape.ts";
import type { Row } from "./bench-run.ts";
import { contest } from "./contest.ts";

const PEERS = ["fastify", "hono", "express"] as const;
const treeLoad = (shape: Shape, ORDER: string): Load => ({
  script: "get.lua",
  variables: { PREFIX: "/v1/trees/", FIRST: 1, LAST: shape.trees, ORDER },
});
const pageLoad = (first: number, last: number, more: Record<string, string | number>): Load => ({
  script: "get.lua",
  variables: { PREFIX: "/v1/messages/", FIRST: first, LAST: last, ...more },
});
/** Pages of all full trees in turn: none is requested again soon, so each is read from the database. */
export const missedPages = (shape: Shape) => pageLoad(firstFull, lastFull(shape), { ORDER: "inTurn" });
const lastWarm = firstFull + WARM_TREES - 1;

export const READS: Row[] = [
  contest({
    name: "GET tree, random",
    about: "a random tree, all equally likely",
    load: (shape) => treeLoad(shape, "random"),
    script: statements.tree,
    against: ["constant", "raw", "steady", ...PEERS],
  }),
  contest({
    name: "GET tree, popular",
    about: "a tree by Zipf's law: the first is requested most",
    load: (shape) => treeLoad(shape, "popular"),
    script: statements.popularTree,
    against: ["constant", "raw", "fastify"],
  }),
  contest({
    name: "GET page, warm",
    about: `the newest 100 gifts of one of ${WARM_TREES} trees`,
    load: () => pageLoad(firstFull, lastWarm, {}),
    script: () => statements.page(firstFull, lastWarm),
    against: ["constant", "raw", "steady", ...PEERS],
  }),
  contest({
    name: "GET page, every one a miss",
    about: "the newest 100 gifts of all full trees in turn, so that none is requested again soon",
    load: missedPages,
    script: (shape) => statements.page(...allFull(shape)),
    against: ["raw", "steady"],
  }),
  contest({
    name: "GET page, one request in ten a POST",
    about: `as "warm", while every tenth request adds a gift to one of the same trees`,
    load: () => pageLoad(firstFull, lastWarm, { POST_EACH: 10 }),
    against: ["raw", "steady"],
    limits: true,
  }),
];
