import { ask, type Load } from "../load/wrk.ts";
import { firstFull, LARGEST, type Shape, WARM_TREES } from "../seed/shape.ts";
import { startOurs } from "../servers/pages.ts";
import { interleave, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";
import { CONNECTIONS } from "./page-loads.ts";

const GIFTS_SHOWN = 60;

/**
 * What a page of 60 gifts costs on a tree with a million gifts, against trees with a hundred. Each page begins at a
 * random gift, so hardly any is cached. The trees themselves are few and cached by the API, as the largest one is.
 */
export const LARGE_TREE_PAGE: Row = {
  name: "Tree page of a large tree",
  about: "pages of 60 gifts from anywhere in the largest tree, against those of trees with 100 gifts",
  async measure(benchRun) {
    const { shape } = benchRun.flags;
    const { site, stop } = await startOurs(benchRun);
    const figures = await interleave(
      benchRun,
      {
        "60 gifts": (seconds) =>
          ask(site.url, pages(firstFull, firstFull + WARM_TREES - 1, shape.giftsOnFull), seconds),
        "1,000,000 gifts": (seconds) => ask(site.url, pages(LARGEST, LARGEST, shape.giftsOnLargest), seconds),
      },
      { warmUpSeconds: UNTIL_IT_LASTS },
    );
    await stop();
    return { figures, memoryMiB: { "1,000,000 gifts": site.peakMiB() } };
  },
};

/** Pages of these trees, each of them full. */
const pages = (FIRST: number, LAST: number, gifts: Shape["giftsOnFull"]): Load => ({
  script: "cursor.lua",
  variables: {
    PREFIX: "/en/send-message?tree=",
    FIRST,
    LAST,
    CURSOR: "&before=",
    LOWEST: GIFTS_SHOWN + 1,
    HIGHEST: gifts + 1,
    ACCEPT_ENCODING: "br",
  },
  connections: CONNECTIONS,
});
