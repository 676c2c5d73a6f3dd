import { HALF_LOADS } from "./half-load.ts";
import { READS } from "./reads.ts";
import type { Row } from "./world.ts";
import { WRITES } from "./writes.ts";

/** Everything that is measured, in this order. */
export const ROWS: readonly Row[] = [...READS, ...WRITES, ...HALF_LOADS];
