import { guidePath } from "../addresses.ts";
import type { Language } from "../i18n/languages.ts";

/** A guide as listed in machine-readable files. */
export type GuideEntry = {
  name: string;
  /** The language of its text: English where it is not translated. */
  language: Language;
  title: string;
  description: string;
  group: string;
  /** The day of the last change. */
  updated: string;
};

/** The source of all machine-readable files: the two public addresses, and the guides of each language in order. */
export type PublishedSite = {
  site: string;
  api: string;
  guides: Readonly<Record<Language, readonly GuideEntry[]>>;
  builtAt: Date;
};

export const guideAddress = ({ site }: Pick<PublishedSite, "site">, name: string) => site + guidePath(name);

export const TEXT = "text/plain; charset=utf-8";
export const MARKDOWN = "text/markdown; charset=utf-8";
export const OPENAPI = "application/openapi+json";
export const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const AI_CATALOG = "application/ai-catalog+json";
/** What readers and checkers of both kinds of catalogs know, and what a skill is served as. */
export const SKILL = 'text/markdown; profile="urn:air:agent-skills"';

/** One machine-readable file as served. */
export type MachineFile = { type: string; body: string; headers?: Record<string, string> };

/** Targets of the home page's `Link` header, for programs (RFC 8288). */
export const DISCOVERY_LINKS = [
  ["/.well-known/api-catalog", "api-catalog", "application/linkset+json"],
  ["/openapi.json", "service-desc", OPENAPI],
  ["/guides/api", "service-doc", "text/html"],
  ["/.well-known/ai-catalog.json", "ai-catalog", AI_CATALOG],
  ["/.well-known/ard.json", "ard", "application/json"],
  ["/llms.txt", "describedby", "text/plain"],
]
  .map(([address, relation, type]) => `<${address}>; rel="${relation}"; type="${type}"`)
  .join(", ");
