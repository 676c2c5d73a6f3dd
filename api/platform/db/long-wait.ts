const LONG_MS = 3000;

/** Tells of a wait that takes long, once: a lock that somebody left behind looks like a program that does nothing. */
export async function tellingOfLongWait<Result>(work: PromiseLike<Result>, tell: () => void): Promise<Result> {
  const timer = setTimeout(tell, LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
