let failures = 0;

/** Prints what was checked; a failure makes the program exit with 1. */
export function check(what: string, isSo: boolean): void {
  console.log(`  ${isSo ? "ok  " : "FAIL"} ${what}`);
  if (!isSo) failures += 1;
}

export const exitCode = (): 0 | 1 => (failures > 0 ? 1 : 0);
