import type { Arrived } from "../../../test-support/mail-server.ts";
import { TEST_SECRET, type TestApp } from "../../app.test-utils.ts";
import type { Database } from "../../platform/db/client.ts";
import { mailTransport } from "../../platform/mail/transport.ts";
import type { Measures } from "../../platform/observability/measures.ts";
import { rateLimitStore } from "../../platform/rate-limits/rate-limits.store.ts";
import { rateLimits } from "../../platform/rate-limits/rate-limits.ts";
import { linkStore } from "../accounts/links/links.store.ts";
import { unsubscribing } from "../accounts/links/unsubscribing.ts";
import { accountKeyWith } from "../accounts/sign-in/password-check.ts";
import { announcements } from "./announcements.store.ts";
import { postOffice } from "./mails.service.ts";
import { type MailStore, mailStore } from "./mails.store.ts";

type Sender = Pick<TestApp, "app" | "clock" | "log"> & Partial<Pick<TestApp, "ratePolicies">>;

/** Returns the mail service of a replica that sends through that server, or into that folder, with the test app's clock. */
export function officeOn(
  database: Database,
  { app, clock, log, ratePolicies = null }: Sender,
  place: string,
  store: MailStore = mailStore(database),
  contactEmail: string | null = null,
  measures?: Measures,
) {
  const transport = mailTransport({
    smtpUrl: place.startsWith("/") ? null : place,
    mailFrom: "Trees <hello@tree.example>",
    contactEmail,
    outboxFolder: place,
  });
  return postOffice({
    store,
    announcements: announcements(database),
    hiddenAmong: app.gifts.hiddenAmong,
    links: linkStore(database),
    unsubscribing: unsubscribing(TEST_SECRET),
    transport,
    limits: rateLimits(rateLimitStore(database), clock, ratePolicies),
    accountKey: accountKeyWith(TEST_SECRET),
    clock,
    log,
    siteUrl: "https://tree.example",
    contactEmail,
    measures,
  });
}

/** Returns the token in a mail's link. */
export function tokenIn({ text }: Pick<Arrived, "text">): string {
  const [, token = ""] = /[?&]token=([\w-]+)/.exec(text) ?? [];
  return token;
}
