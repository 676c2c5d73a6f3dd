/**
 * How much memory a program of ours reckons with. By itself Bun reckons with all that the machine has and clears up late:
 * under load it then holds more than twice what it needs. Its engine reads this as the process starts, so it stands in the
 * environment; whoever sets it otherwise is heard.
 */
export const RECKONED_MEMORY = { BUN_JSC_forceRAMSize: String(320 * 1024 * 1024) };
