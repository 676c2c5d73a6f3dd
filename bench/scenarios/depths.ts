import { askDatabase } from "../load/pgbench.ts";
import { statements } from "../load/statements.ts";
import { ask, type Load } from "../load/wrk.ts";
import { firstFull, LARGEST, type Shape } from "../seed/shape.ts";
import { startTarget } from "../servers/targets.ts";
import { interleave, type Row } from "./bench-run.ts";

const PAGE = 100;
const DEEP_PAGE = 1000;
// A single page would be in every cache; that many neighboring ones are not.
const PAGES_ABOUT = 1000;
// Seven measurements in every round, so each is shorter.
const SHARE_OF_ROUND = 0.5;

/** What a page costs on a tree with a million gifts, and deep inside it. */
export const DEPTHS: Row = {
  name: "Page of 1,000,000 gifts",
  about: "the newest gifts of the largest tree against those of a tree with 100, and page 1,000 against page 1",
  async measure(benchRun) {
    const { shape } = benchRun.flags;
    const { url, stop } = await startTarget("ours", benchRun);
    const cursor = cursorOf(shape, DEEP_PAGE);
    const over = (load: Load) => (seconds: number) => ask(url, load, seconds);
    const inDatabase = (page: number) => (seconds: number) =>
      askDatabase(
        benchRun.databaseUrl,
        statements.page(LARGEST, LARGEST, shape.giftsOnLargest + 1 - (page - 1) * PAGE),
        seconds,
      );
    const figures = await interleave(
      benchRun,
      {
        "first page of a tree with 100": over(page(firstFull, "")),
        "first page of the largest tree": over(page(LARGEST, "")),
        "pages about the first of the largest tree": over(pages(shape, 1)),
        "pages about page 1,000 of the largest tree": over(pages(shape, DEEP_PAGE)),
        "page 1,000 of the largest tree": over(page(LARGEST, `?cursor=${cursor}`)),
        "database, first page of the largest tree": inDatabase(1),
        "database, page 1,000 of the largest tree": inDatabase(Math.min(DEEP_PAGE, shape.giftsOnLargest / PAGE)),
      },
      { seconds: benchRun.flags.seconds * SHARE_OF_ROUND },
    );
    await stop();
    return { figures };
  },
};

const page = (tree: number, SUFFIX: string): Load => ({
  script: "get.lua",
  variables: { PREFIX: "/v1/messages/", FIRST: tree, LAST: tree, SUFFIX },
});

/** Pages that begin at a random gift of a range, so that nearly all differ. */
const pages = (shape: Shape, from: number): Load => {
  const top = topOf(shape, from);
  const below = Math.max(PAGE, top - PAGES_ABOUT * PAGE);
  return {
    script: "cursor.lua",
    variables: {
      PREFIX: "/v1/messages/",
      FIRST: LARGEST,
      LAST: LARGEST,
      CURSOR: "?cursor=",
      LOWEST: below,
      HIGHEST: top,
    },
  };
};

const topOf = ({ giftsOnLargest }: Shape, page: number) => Math.max(PAGE + 1, giftsOnLargest - (page - 1) * PAGE);

/** The API's cursor format. */
const cursorOf = (shape: Shape, page: number) => Buffer.from(`below:${topOf(shape, page)}`).toString("base64url");
