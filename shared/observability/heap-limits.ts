import { usableMemory } from "./memory.ts";

const MIB = 1024 * 1024;

/** What each program shall assume as its memory, in bytes: the starter's Postgres, API and site share the machine. */
export const assumedMemory = (usable: number): number =>
  Math.min(320 * MIB, Math.max(64 * MIB, Math.floor(usable / 4)));

/**
 * Memory limits for our programs. By default Bun assumes all of the machine's memory and collects garbage late: under
 * load it then uses more than twice what it needs. The engine reads these when the process starts, so they must be
 * environment variables. Operators can override each of them.
 */
export const HEAP_LIMITS = {
  BUN_JSC_forceRAMSize: String(assumedMemory(usableMemory())),
  /** How far the heap may grow after a full collection, as a factor, before new objects are collected. */
  BUN_JSC_smallHeapGrowthFactor: "1.35",
  /** If less than this share is free after collecting new objects, the next collection is a full one. */
  BUN_JSC_minEdenToOldGenerationRatio: "0.2",
};

// Prints them as NAME=value, without those that the operator has set.
if (import.meta.main) {
  for (const [name, value] of Object.entries(HEAP_LIMITS)) if (!process.env[name]) console.log(`${name}=${value}`);
}
