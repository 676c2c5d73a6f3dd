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
    /** Whether the page is a guide: in one language, regardless of the visitor's. */
    isGuide: boolean;
    /** Prefixes an address of this site as this page links it. */
    at: (address: string) => string;
  }
}
