/**
 * A day's parts as a language writes them. `weekday` is long or short as the form asks, or empty; `year` is null where it
 * goes without saying.
 */
export type DateParts = { weekday: string; day: number; month: string; year: number | null };
/** How a language writes a day: in full, and where there is little room. */
export type DateOrder = {
  /** Whether a weekday is written short even in full. */
  hasShortWeekday?: true;
  full: (parts: DateParts) => string;
  /** A line of a phone holds it. The weekday is short. */
  short: (parts: DateParts) => string;
};
