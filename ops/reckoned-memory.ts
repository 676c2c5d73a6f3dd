/**
 * How much memory a program of ours reckons with. By itself Bun reckons with all that the machine has and clears up late:
 * under load it then holds more than twice what it needs. With half of this it clears up so often, once much is
 * remembered, that a minute of mixed load halved how many looks it answered. Its engine reads this as the process starts, so it stands in the
 * environment; whoever sets it otherwise is heard.
 */
export const RECKONED_MEMORY = { BUN_JSC_forceRAMSize: String(512 * 1024 * 1024) };
