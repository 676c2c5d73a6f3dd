import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../i18n/languages.ts";

const FOLDER = join(import.meta.dir, "../../languages");
const COMPARED = /^compared: .*\n/m;

/** A guide's file: its front matter and its text, as written. */
export type GuideFile = { language: Language; name: string; path: string; source: string };

/** The guides' files of every language. For tests and scripts; pages read them as a collection (guides.ts). */
export function guideFiles(): GuideFile[] {
  return LANGUAGES.flatMap((language) => {
    const folder = join(FOLDER, language, "guides");
    return (existsSync(folder) ? readdirSync(folder) : []).map((file) => {
      const path = join(folder, file);
      return { language, name: file.replace(/\.mdx$/, ""), path, source: readFileSync(path, "utf8") };
    });
  });
}

/** The translations, each with its English original. Throws if there is no original. */
export function translations(): { own: GuideFile; original: GuideFile }[] {
  const all = guideFiles();
  return all
    .filter(({ language }) => language !== LANGUAGES[0])
    .map((own) => {
      const original = all.find(({ language, name }) => language === LANGUAGES[0] && name === own.name);
      if (!original) throw new Error(`${own.path} translates a guide that is not there in English.`);
      return { own, original };
    });
}

/** The digest of a translation and its original, which changes if either is edited. */
export function digestOf(own: GuideFile, original: GuideFile): string {
  const texts = [original, own].map(({ source }) => source.replace(COMPARED, "")).join("\0");
  return createHash("sha256").update(texts).digest("hex").slice(0, 12);
}

/** The translation's source with that digest in its front matter. */
export function markedCompared(own: GuideFile, original: GuideFile): string {
  const line = `compared: "${digestOf(own, original)}"\n`;
  return own.source.replace(COMPARED, "").replace(/^updated: .*\n/m, (updated) => updated + line);
}

// npm run guides:compared: notes in each translated guide that it was compared with its English original.
if (import.meta.main) {
  for (const { own, original } of translations()) {
    const marked = markedCompared(own, original);
    if (marked === own.source) continue;
    writeFileSync(own.path, marked);
    console.log(`${own.language}/${own.name} is noted as compared.`);
  }
}
