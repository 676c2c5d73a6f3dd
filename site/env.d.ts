/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The way to the API, with this visitor's cookies. */
    api: import("./api-client.ts").ApiClient;
    /** Who is signed in, or null. */
    owner: import("./api-client.ts").Owner | null;
  }
}
