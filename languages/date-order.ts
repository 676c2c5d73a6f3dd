/** The parts of a day, of which `weekday` may be empty, in the order of a language. */
export type DateOrder = (parts: { weekday: string; day: number; month: string; year: number }) => string;
