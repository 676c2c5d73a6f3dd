/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The API client, with this visitor's cookies. */
    api: import("./api-client.ts").ApiClient;
    /** Who is signed in, or null. */
    owner: import("#contract/owners").SessionOwner | null;
    /** The visitor's language. */
    language: import("./i18n/languages.ts").Language;
    /** All UI strings in that language. */
    strings: import("./i18n/strings.ts").Strings;
    /** The language prefix of the URL (`/ko/create`), or null. */
    prefix: import("./i18n/languages.ts").Language | null;
    /** Every API response the page was rendered from, if the caller asks for them. */
    reads: import("./api-client.ts").Reads | undefined;
    /** On a guide's page: the language of its text, which is English where it is not translated. */
    guideLanguage: import("./i18n/languages.ts").Language;
    /** On a guide's page: the words of its lists and tables. */
    guideParts: import("../languages/en/guide-parts.ts").GuideParts;
    /** On a guide's page: its headings, with ids that are the same in every language, by those that its own words would give. */
    headings: Map<string, import("astro").MarkdownHeading>;
    /**
     * On the page `/503`: the response in whose place it is shown, its URL, and the fields of the form, which did not even
     * reach the API if it is unsent.
     */
    instead:
      | { answer: Response; url: URL; fields: [name: string, value: string][] | null; isUnsent: boolean }
      | undefined;
    /** Prefixes an address of this site as this page links it. */
    at: (address: string) => string;
  }
}

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
