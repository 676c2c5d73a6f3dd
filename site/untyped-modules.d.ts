declare module "subset-font" {
  type Options = { targetFormat: "woff2"; noHinting?: boolean; keepFeatures?: string[] };
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}

declare module "bidi-js" {
  /** What this site uses of the library, which has no types of its own. */
  export default function bidiFactory(): {
    /** One level for each UTF-16 unit; the direction of the whole is that of its first strong character. */
    getEmbeddingLevels(text: string): { levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  };
}
