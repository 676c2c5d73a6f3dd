const LINE_OCTETS_AT_MOST = 75;

/** Escapes text as a property value; control characters are removed (RFC 5545, 3.3.11). */
export function textValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");
}

/** One content line with its line break, folded if longer than 75 octets, never within a character (RFC 5545, 3.1). */
export function contentLine(name: string, value: string): string {
  let line = "";
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const more = Buffer.byteLength(character);
    if (octets + more > LINE_OCTETS_AT_MOST) {
      line += "\r\n ";
      octets = 1;
    }
    line += character;
    octets += more;
  }
  return `${line}\r\n`;
}
