/** A guide as machine-readable files name it. */
export type GuideEntry = {
  name: string;
  title: string;
  description: string;
  group: string;
  /** The day of its last change. */
  updated: string;
};

/** What every aid is made from: the two public addresses, and the guides in their order. */
export type PublishedSite = { site: string; api: string; guides: readonly GuideEntry[]; builtAt: Date };

export const guideAddress = ({ site }: Pick<PublishedSite, "site">, name: string) => `${site}/guides/${name}`;

export const TEXT = "text/plain; charset=utf-8";
export const MARKDOWN = "text/markdown; charset=utf-8";
export const OPENAPI = "application/openapi+json";
export const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
export const AI_CATALOG = "application/ai-catalog+json";

/** One aid as it is sent. */
export type MachineFile = { type: string; body: string; headers?: Record<string, string> };
