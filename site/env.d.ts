/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The way to the API, with this visitor's cookies. */
    api: import("./api-client.ts").ApiClient;
    /** Who is signed in, or null. */
    owner: import("#contract/owners").SessionOwner | null;
    /** The language this visitor reads. */
    language: import("./i18n/languages.ts").Language;
    /** Every sentence, in that language. */
    strings: import("./i18n/strings.ts").Strings;
    /** The language that the address itself names (`/ko/create`), or null. */
    prefix: import("./i18n/languages.ts").Language | null;
    /** What the page was made of, where that is asked for: every answer of the API that it read. */
    reads: import("./api-client.ts").Reads | undefined;
    /** Whether the page is a guide: in one language, whatever its reader reads. */
    isGuide: boolean;
    /** An address of ours as this page links it: under its own prefix, if it has one. */
    at: (address: string) => string;
  }
}
