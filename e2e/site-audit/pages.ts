import { type AuditedPage, PAGES, UNCOMPRESSED_BYTES_MAX } from "../audit/pages.ts";

/** Every page of the audits, and pages that follow from a visitor's action. */
export const EVERY_PAGE: readonly AuditedPage[] = [
  ...PAGES,
  { name: "thanks", address: ({ open, gift }) => `/send-message?tree=${open}&hung=${gift}` },
  { name: "thanks-closed", address: ({ closed, sent }) => `/send-message?tree=${closed}&hung=${sent.id}` },
  {
    name: "planted",
    address: ({ closed }) => `/my-trees/${closed}?created`,
    isSignedIn: true,
    bytesMax: UNCOMPRESSED_BYTES_MAX,
  },
];
