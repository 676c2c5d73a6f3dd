import { AGING } from "./aging.ts";
import type { Row } from "./bench-run.ts";
import { DEPTHS } from "./depths.ts";
import { GUIDE } from "./guide.ts";
import { HALF_LOADS } from "./half-load.ts";
import { PAGES } from "./pages.ts";
import { PROCESSES } from "./processes.ts";
import { READS } from "./reads.ts";
import { SIZES } from "./sizes.ts";
import { START } from "./start.ts";
import { WRITES } from "./writes.ts";

/** All rows, in the order of measurement. */
export const ROWS: readonly Row[] = [
  ...READS,
  ...WRITES,
  ...HALF_LOADS,
  DEPTHS,
  SIZES,
  GUIDE,
  ...PAGES,
  AGING,
  START,
  ...PROCESSES,
];
