import type { Arrived } from "../../../test-support/mail-server.ts";
import { TEST_SECRET, type TestApp } from "../../app.test-utils.ts";
import { linkStore } from "../../features/accounts/links/store.ts";
import { unsubscribing } from "../../features/accounts/links/unsubscribing.ts";
import { accountKeyWith } from "../../features/owners/account-key.ts";
import type { Database } from "../db/client.ts";
import type { Measures } from "../observability/measures.ts";
import { rateLimits } from "../rate-limits/service.ts";
import { rateLimitStore } from "../rate-limits/store.ts";
import { announcements } from "./announcements.ts";
import { postOffice } from "./service.ts";
import { type MailStore, mailStore } from "./store.ts";
import { mailTransport } from "./transport.ts";

/** Returns the mail service of a replica that sends through that server, with the test app's clock. */
export function officeOn(
  database: Database,
  { clock, log, ratePolicies = null }: Pick<TestApp, "clock" | "log"> & Partial<Pick<TestApp, "ratePolicies">>,
  smtpUrl: string,
  store: MailStore = mailStore(database),
  contactEmail: string | null = null,
  measures?: Measures,
) {
  const transport = mailTransport({
    smtpUrl,
    mailFrom: "Trees <hello@tree.example>",
    contactEmail,
    outboxFolder: "",
  });
  return postOffice({
    store,
    announcements: announcements(database),
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
