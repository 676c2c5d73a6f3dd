const LONG_MS = 3000;

/**
 * Calls `tell` once if the work takes long: waiting for a lock that was left behind looks like a program that is stuck.
 */
export async function tellingOfLongWait<Result>(work: PromiseLike<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
