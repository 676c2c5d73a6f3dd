/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The way to the API, with this visitor's cookies. */
    api: import("./api-client.ts").ApiClient;
    /** Who is signed in, or null. */
    owner: import("#contract/owners").SessionOwner | null;
    /** The language this visitor reads. */
    language: import("./languages/languages.ts").Language;
    /** Every sentence, in that language. */
    strings: import("./strings/strings.ts").Strings;
    /** The language that the address itself names (`/ko/create`), or null. */
    prefix: import("./languages/languages.ts").Language | null;
    /** Whether the page is the same for all who ask, whoever they are and whatever they read. */
    isForEverybody: boolean;
    /** An address of ours as this page links it: under its own prefix, if it has one. */
    at: (address: string) => string;
  }
}
