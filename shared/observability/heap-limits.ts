/**
 * How much memory a program of ours reckons with. By itself Bun reckons with all that the machine has and clears up late:
 * under load it then holds more than twice what it needs. Its engine reads this as the process starts, so it stands in the
 * environment; whoever sets one of them otherwise is heard.
 */
export const HEAP_LIMITS = {
  BUN_JSC_forceRAMSize: String(320 * 1024 * 1024),
  /** When all was cleared up, there may be so many times what was left before what is new is cleared up. */
  BUN_JSC_smallHeapGrowthFactor: "1.35",
  /** When what is new was cleared up and less than this part of that is free, all is cleared up the next time. */
  BUN_JSC_minEdenToOldGenerationRatio: "0.2",
};
