import type { z } from "zod";
import type { ApiErrorCode, PublicErrorCode } from "#contract/errors";
import type { RatePolicyKey } from "#contract/rate-limits";
import { giftReceipt, listedGift, newGiftBody } from "../features/gifts/gifts.schemas.ts";
import { newReportBody, reportReceipt } from "../features/reports/reports.schemas.ts";
import { entrance, status } from "../features/status/status.schemas.ts";
import { tree } from "../features/trees/trees.schemas.ts";
import { page, pageQuery } from "../http/paging.ts";

/** Schemas with a name in the description; the same ones validate requests. */
export const NAMED_SCHEMAS = {
  Tree: tree,
  Gift: listedGift,
  GiftReceipt: giftReceipt,
  NewGift: newGiftBody,
  NewReport: newReportBody,
  ReportReceipt: reportReceipt,
  Page: page,
  Status: status,
  Entrance: entrance,
} satisfies Record<string, z.ZodType>;
export type SchemaName = keyof typeof NAMED_SCHEMAS;

/** An operation of the public API, with every error that it can return. */
export type Operation = {
  id: string;
  method: "get" | "post";
  path: string;
  tag: "Trees" | "Gifts" | "Reports" | "Service";
  summary: string;
  description: string;
  hasCode?: true;
  query?: typeof pageQuery;
  body?: SchemaName;
  success: { status: 200 | 201 | 202; description: string; data: SchemaName; isList?: true };
  isCached?: true;
  isRepeatable?: true;
  limits: readonly RatePolicyKey[];
  refusals: readonly ApiErrorCode[];
};

/** Limits of every endpoint below /v1: after too many guessed codes, all of them answer 429. */
const EVERYWHERE: readonly RatePolicyKey[] = ["requestsPerAddress", "unknownCodesPerAddress"];
const LIMITED = ["internal_error", "service_unavailable", "rate_limited"] as const;
const WITH_BODY = [
  ...LIMITED,
  "validation_failed",
  "invalid_json",
  "tree_not_found",
  "body_too_large",
  "unsupported_media_type",
  "idempotency_key_reused",
] as const;

const DOCUMENTED = [
  {
    id: "getEntrance",
    method: "get",
    path: "/v1",
    tag: "Service",
    summary: "Find the documentation",
    description: "Returns the API's name and version, and links to its description, documentation, guides and status.",
    success: { status: 200, description: "The links.", data: "Entrance" },
    limits: EVERYWHERE,
    refusals: LIMITED,
  },
  {
    id: "getStatus",
    method: "get",
    path: "/v1/status",
    tag: "Service",
    summary: "Check whether the service is working",
    description: "Responds within two seconds, saying whether the service is working.",
    success: { status: 200, description: "The service is working.", data: "Status" },
    limits: EVERYWHERE,
    refusals: LIMITED,
  },
  {
    id: "getTree",
    method: "get",
    path: "/v1/trees/{code}",
    tag: "Trees",
    summary: "Look up a tree by its share code",
    description: "Returns the tree's name, its type, the day its messages open and how many gifts are on it.",
    hasCode: true,
    success: { status: 200, description: "The tree.", data: "Tree" },
    isCached: true,
    limits: EVERYWHERE,
    refusals: [...LIMITED, "invalid_code", "tree_not_found"],
  },
  {
    id: "listGifts",
    method: "get",
    path: "/v1/messages/{code}",
    tag: "Gifts",
    summary: "List a tree's gifts",
    description:
      "Returns the gifts in pages, newest first. Never contains the text of a message: only the tree's owner can read it.",
    hasCode: true,
    query: pageQuery,
    success: { status: 200, description: "One page of the tree's gifts.", data: "Gift", isList: true },
    isCached: true,
    limits: EVERYWHERE,
    refusals: [...LIMITED, "invalid_code", "validation_failed", "invalid_cursor", "tree_not_found"],
  },
  {
    // A public name: clients generated from the description have a method of this name.
    id: "hangGift",
    method: "post",
    path: "/v1/messages",
    tag: "Gifts",
    summary: "Leave a gift with a message",
    description:
      "Adds a gift to the tree with that `shareCode`. Send only what the person you act for wrote or approved.",
    body: "NewGift",
    success: { status: 201, description: "The gift was added.", data: "GiftReceipt" },
    isRepeatable: true,
    limits: [...EVERYWHERE, "postsPerAddress", "postsPerTree", "rejectionsPerAddress", "coolDownPerAddress"],
    refusals: [...WITH_BODY, "tree_paused", "content_rejected"],
  },
  {
    id: "report",
    method: "post",
    path: "/v1/reports",
    tag: "Reports",
    summary: "Report a tree or a gift",
    description:
      "Reports a tree or a gift that breaks the community guidelines. A moderator reviews the report. Nobody is told who sent it.",
    body: "NewReport",
    success: { status: 202, description: "The report was received.", data: "ReportReceipt" },
    isRepeatable: true,
    limits: [
      ...EVERYWHERE,
      "reportsPerAddress",
      "reportsPerTreePerAddress",
      "reportsPerTree",
      "urgentReportsPerAddress",
      "urgentReportsPerTreePerAddress",
      "urgentReportsPerTree",
    ],
    refusals: [...WITH_BODY, "idempotency_in_progress", "message_not_found"],
  },
] as const satisfies readonly Operation[];

export const OPERATIONS: readonly Operation[] = DOCUMENTED;

/** Errors of requests to no operation at all. */
type OfNoOperation = "route_not_found" | "method_not_allowed";
type Undocumented = Exclude<PublicErrorCode, OfNoOperation | (typeof DOCUMENTED)[number]["refusals"][number]>;
/** Does not compile while an error of the public API is documented at no operation: the message names it. */
({}) satisfies Record<Undocumented, "add it to the refusals of an operation above">;
