const LINE_OCTETS_AT_MOST = 75;

/** Text as a value: what would end it or the line is escaped, and control characters fall away (RFC 5545, 3.3.11). */
export function textValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");
}

/** One line with its end, folded where it is longer than 75 octets; no character is cut in two (RFC 5545, 3.1). */
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
