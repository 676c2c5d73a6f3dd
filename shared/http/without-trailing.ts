/** The text without those characters at its end. Counted from the end: `/\/+$/` takes the square of a run that ends elsewhere. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
