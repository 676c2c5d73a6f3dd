/** Returns a function that writes letters as others that sound like them, in the given order. */
export function sounding(alike: readonly (readonly [letters: RegExp, written: string])[]): (text: string) => string {
  return (text) => alike.reduce((heard, [letters, written]) => heard.replace(letters, written), text);
}
