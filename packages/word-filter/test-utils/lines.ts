/** A line of a test set, and the language of its section. */
export type TestLine = { language: string; text: string };

/** Parses a test set: `# de` opens the section of a language. */
export function readLines(file: string): TestLine[] {
  let language = "";
  const lines: TestLine[] = [];
  for (const line of file.split("\n")) {
    if (line.startsWith("# ")) language = line.slice(2);
    else if (line !== "") lines.push({ language, text: line });
  }
  return lines;
}
