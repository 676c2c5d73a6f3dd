import { AI_CATALOG, OPENAPI, type PublishedSite, SKILL } from "./published-site.ts";
import { digestOf, json, SKILL_VERSION, SKILLS, skillFile, skillPath } from "./skills.ts";

/** The API catalog (RFC 9727), a linkset in JSON (RFC 9264). */
export function apiCatalog({ site, api }: PublishedSite): string {
  const base = `${api}/v1`;
  return json({
    linkset: [
      {
        anchor: base,
        "service-desc": [{ href: `${site}/openapi.json`, type: OPENAPI }],
        "service-doc": [
          { href: `${site}/guides/api`, type: "text/html" },
          { href: `${site}/guides/api.md`, type: "text/markdown" },
        ],
        "service-meta": [{ href: `${site}/.well-known/ai-catalog.json`, type: AI_CATALOG }],
        status: [{ href: `${base}/status`, type: "application/json" }],
      },
      { anchor: `${site}/.well-known/api-catalog`, item: [{ href: base }] },
    ],
  });
}

/** The AI catalog, version 1.0, discoverable: the skills and the API. */
export function aiCatalog(published: PublishedSite): string {
  const { site } = published;
  return json({
    specVersion: "1.0",
    host: { displayName: "Tree Gifting", identifier: site, documentationUrl: `${site}/guides/` },
    entries: entries(published),
  });
}

/** The same entries for agenticresourcediscovery.org, which moved to a separate address. */
export const ardCatalog = (published: PublishedSite) => json({ entries: entries(published) });

const ASKED: Record<string, string[]> = {
  "leave-a-message": [
    "leave a message on my friend's gift tree",
    "hang a gift on the Christmas tree from this link",
    "send a birthday wish to a tree with this code",
  ],
  "create-a-tree": [
    "create a birthday gift tree for me",
    "make a Valentine tree that my friends can leave messages on",
  ],
};

function entries(published: PublishedSite) {
  const { site } = published;
  const urn = (kind: string, name: string) => `urn:air:${new URL(site).hostname}:${kind}:${name}`;
  const skills = SKILLS.map(({ name, description }) => ({
    identifier: urn("skill", name),
    displayName: name === "leave-a-message" ? "Leave a message on a tree" : "Help someone create a tree",
    type: SKILL,
    url: site + skillPath(name),
    description,
    tags: ["gift", "tree", "message"],
    version: SKILL_VERSION,
    digest: digestOf(skillFile(name, published)),
    representativeQueries: ASKED[name],
  }));
  const api = { identifier: urn("api", "v1"), displayName: "Tree Gifting API" };
  return [
    ...skills,
    {
      ...api,
      // Checkers of such catalogs know no type of a description; a catalog in a catalog may hold any.
      type: AI_CATALOG,
      data: {
        specVersion: "1.0",
        entries: [{ ...api, identifier: urn("description", "v1"), type: OPENAPI, url: `${site}/openapi.json` }],
      },
      description:
        "Public JSON API without credentials: look up a tree by its share code, list its gifts, leave a gift with a message, report what breaks the guidelines, check whether the service is working.",
      tags: ["api", "openapi"],
      representativeQueries: ["call the Tree Gifting API", "list the gifts on a tree as JSON"],
    },
  ];
}
