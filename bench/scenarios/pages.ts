import { popularTrees } from "../load/popular-trees.ts";
import { ask } from "../load/wrk.ts";
import { firstFull, lastFull } from "../seed/shape.ts";
import { type Pages, startOurs, startPages } from "../servers/pages.ts";
import { GUIDE_PATH } from "../servers/site.ts";
import { type BenchRun, interleave, type Measured, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";
import { LARGE_TREE_PAGE } from "./page-depths.ts";
import { FORM } from "./page-form.ts";
import { CONNECTIONS, type Measure, over, treePages, Walk } from "./page-loads.ts";

const WARM_UP = { warmUpSeconds: UNTIL_IT_LASTS };

const POPULAR: Row = {
  name: "Tree page, popular",
  about: "the page of one of 10,000 trees by Zipf's law, half of them with 60 gifts on it and half with 5",
  measure: (benchRun) =>
    besidePeers(benchRun, (pages) => ({
      ...treePages(pages, () => popularTrees(benchRun.flags.shape)),
      guide: over(pages.site, GUIDE_PATH),
    })),
};

const MISS: Row = {
  name: "Tree page, every one a miss",
  about: "pages with 60 gifts of all full trees in turn, so that none is requested again soon",
  measure: (benchRun) =>
    besidePeers(benchRun, (pages) => {
      const walk = new Walk(firstFull, lastFull(benchRun.flags.shape));
      const measures = treePages(pages, () => walk.variables());
      const walking = Object.entries(measures).map(([name, measure]) => [name, walk.along(measure)]);
      return { ...Object.fromEntries(walking), "sign-in": over(pages.site, "/en/sign-in?next=%2Fmy-trees") };
    }),
};

const HOME_AND_CREATE: Row = {
  name: "Home and create",
  about:
    "the home page and the one to create a tree, which hardly change, against a guide, which is rendered at build time",
  measure: (benchRun) =>
    ofOurs(benchRun, ({ site }) => ({
      home: over(site, "/en"),
      create: over(site, "/en/create"),
      guide: over(site, GUIDE_PATH),
    })),
};

const THROUGH_THE_SITE: Row = {
  name: "/v1/trees through the site",
  about: "a random tree, all equally likely, from the API itself and through the site's port",
  measure: (benchRun) =>
    ofOurs(benchRun, ({ api, site }) => {
      const variables = { PREFIX: "/v1/trees/", FIRST: 1, LAST: benchRun.flags.shape.trees };
      const load = { script: "get.lua", variables, connections: CONNECTIONS };
      return {
        ours: (seconds) => ask(api.url, load, seconds),
        "through the site": (seconds) => ask(site.url, load, seconds),
      };
    }),
};

/** What people see, and what it costs to serve. */
export const PAGES: Row[] = [POPULAR, MISS, HOME_AND_CREATE, THROUGH_THE_SITE, LARGE_TREE_PAGE, FORM];

async function besidePeers(
  benchRun: BenchRun,
  measuresOf: (pages: Pages) => Record<string, Measure>,
): Promise<Measured> {
  const pages = await startPages(benchRun);
  const figures = await interleave(benchRun, measuresOf(pages), WARM_UP);
  const memoryMiB = Object.fromEntries(
    [["ours", pages.site] as const, ...pages.peers].map(([name, { peakMiB }]) => [name, peakMiB()]),
  );
  await pages.stop();
  return { figures, memoryMiB };
}

async function ofOurs(
  benchRun: BenchRun,
  measuresOf: (pages: Omit<Pages, "peers">) => Record<string, Measure>,
): Promise<Measured> {
  const pages = await startOurs(benchRun);
  const figures = await interleave(benchRun, measuresOf(pages), WARM_UP);
  await pages.stop();
  return { figures };
}
