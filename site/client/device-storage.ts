/** Browsers without storage (private windows, some in-app browsers) throw; the page works without it. */
export function deviceStorage<Result>(use: (store: Storage) => Result): Result | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** Storage of this tab, until it is closed. */
export function tabStorage<Result>(use: (store: Storage) => Result): Result | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
