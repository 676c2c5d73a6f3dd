import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A text as it stands, and as its bytes are written in markup, dumps, cookies and addresses. */
export const formsOf = (text: string): string[] => {
  const bytes = Buffer.from(text);
  const inMarkup = text.replaceAll("'", "&#39;");
  return [text, inMarkup, bytes.toString("hex"), bytes.toString("base64").slice(0, -4), encodeURIComponent(text)];
};

/** The files of a folder, and of those below it, that hold one of the texts. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return texts.some((text) => content.includes(text));
    });
}
