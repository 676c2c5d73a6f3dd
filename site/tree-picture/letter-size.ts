/** Up to so many characters for each size of a letter's type, from the largest: a few words fill it as a poem does. */
const UP_TO = { greeting: 24, line: 80, note: 200 } as const;

/** The size of a message's type by its length: a greeting stands large, a long letter still reads well. */
export function letterSize(message: string): "greeting" | "line" | "note" | "letter" {
  const length = [...message].length;
  // Each line of a poem takes a line of the page.
  const lines = message.split("\n").length;
  const weight = length + 24 * (lines - 1);
  if (weight <= UP_TO.greeting) return "greeting";
  if (weight <= UP_TO.line) return "line";
  return weight <= UP_TO.note ? "note" : "letter";
}
