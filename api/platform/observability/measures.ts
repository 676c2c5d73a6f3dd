import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ApiErrorCode } from "#contract/errors";
import { MAIL_KINDS, type MailKind } from "#contract/mails";
import type { Offence } from "../../../packages/word-filter/offence.ts";
import { TIME_STEPS_SECONDS } from "../../../shared/observability/registry.ts";

/** Why the mail server did not take a mail. */
const MAIL_FAILURES = ["connection", "sign_in", "sender", "recipient", "message", "other"] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** What became of a notification; `ended`: the device no longer wants any. */
const PUSH_OUTCOMES = ["sent", "failed", "ended"] as const;
export type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** Responses that are cached: trees, pages of a listing, and what the site's tree page shows. */
export type CacheKind = "trees" | "pages" | "tree_pages";

/** What the API measures. Arguments must never be a share code, an address, a name or a text. */
export type Measures = {
  /** A request was answered. The route is its pattern, or undefined if none matched. */
  answered(request: { method: string; route: string | undefined; status: number; seconds: number }): void;
  refused(reason: ApiErrorCode): void;
  /** The word filter refused a text. */
  wordsRefused(offence: Offence): void;
  cacheLookup(cache: CacheKind, isHit: boolean): void;
  mailSent(kind: MailKind): void;
  mailFailed(cause: MailFailure): void;
  /** A push service was sent a notification. */
  pushed(outcome: PushOutcome): void;
  /** A job was set up, which runs once in this many seconds. */
  jobScheduled(job: string, everySeconds: number): void;
  jobSucceeded(job: string): void;
  jobFailed(job: string): void;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Counts what the API does. Label values come from a fixed set: route patterns, never paths. */
export function measuresIn(registry: Registry): Measures {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = counter(
    "tree_api_requests_total",
    "Requests answered, by route pattern.",
    "method",
    "route",
    "status",
  );
  const durations = new Histogram({
    name: "tree_api_request_duration_seconds",
    help: "Time to answer a request.",
    labelNames: ["route"],
    buckets: TIME_STEPS_SECONDS,
    registers,
  });
  const refusals = counter("tree_api_refusals_total", "API errors, by error.code.", "reason");
  const wordsRefused = counter(
    "tree_api_words_refused_total",
    "Texts that the word filter refused, by the language of the rule and its severity.",
    "language",
    "severity",
  );
  const lookups = counter(
    "tree_api_cache_lookups_total",
    "Cache lookups of trees and pages; misses are read from the database.",
    "cache",
    "result",
  );
  const mailsSent = counter("tree_api_mails_sent_total", "Mails that the mail server took, by kind.", "kind");
  const mailsFailed = counter("tree_api_mails_failed_total", "Attempts to send a mail that failed, by cause.", "cause");
  const pushes = counter("tree_api_pushes_total", "Attempts to send a notification, by outcome.", "outcome");
  // From the start, so that the first failure is a rise.
  for (const kind of MAIL_KINDS) mailsSent.inc({ kind }, 0);
  for (const cause of MAIL_FAILURES) mailsFailed.inc({ cause }, 0);
  for (const outcome of PUSH_OUTCOMES) pushes.inc({ outcome }, 0);

  const jobs = jobMeasuresIn(registry);

  return {
    ...jobs,
    answered({ method, route, status, seconds }) {
      const pattern = route || "none";
      requests.inc({ method: METHODS.includes(method) ? method : "other", route: pattern, status });
      durations.observe({ route: pattern }, seconds);
    },
    refused: (reason) => refusals.inc({ reason }),
    wordsRefused: ({ language, severity }) => wordsRefused.inc({ language, severity }),
    cacheLookup: (cache, isHit) => lookups.inc({ cache, result: isHit ? "hit" : "miss" }),
    mailSent: (kind) => mailsSent.inc({ kind }),
    mailFailed: (cause) => mailsFailed.inc({ cause }),
    pushed: (outcome) => pushes.inc({ outcome }),
  };
}

/** Prometheus itself has a label `job`, so ours is `job_name`. */
function jobMeasuresIn(registry: Registry): Pick<Measures, "jobScheduled" | "jobSucceeded" | "jobFailed"> {
  const common = { labelNames: ["job_name"], registers: [registry] };
  const periods = new Gauge({ name: "tree_api_job_period_seconds", help: "How often a job runs.", ...common });
  const successes = new Gauge({
    name: "tree_api_job_last_success_timestamp_seconds",
    help: "When a job last succeeded in this process; before the first time, when it was scheduled.",
    ...common,
  });
  const failures = new Counter({ name: "tree_api_job_failures_total", help: "Runs of a job that failed.", ...common });
  return {
    jobScheduled(job, everySeconds) {
      periods.set({ job_name: job }, everySeconds);
      // A job that never succeeds is as overdue as one that stopped, and its first failure is a rise.
      successes.setToCurrentTime({ job_name: job });
      failures.inc({ job_name: job }, 0);
    },
    jobSucceeded: (job) => successes.setToCurrentTime({ job_name: job }),
    jobFailed: (job) => failures.inc({ job_name: job }),
  };
}
