import { guidePath } from "../addresses.ts";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { withLanguage } from "../i18n/prefix.ts";
import type { PublishedSite } from "./published-site.ts";

// Search and answers on a person's behalf are welcome; training on users' messages is not.
export const CONTENT_SIGNAL = "search=yes, ai-input=yes, ai-train=no";

const AI_CRAWLERS = [
  "GPTBot",
  "OAI-SearchBot",
  "ChatGPT-User",
  "ClaudeBot",
  "Claude-User",
  "Claude-SearchBot",
  "Google-Extended",
  "PerplexityBot",
  "CCBot",
];

/** Crawler rules (RFC 9309). Tree pages keep themselves out of search with `noindex`. */
export function robotsTxt({ site }: PublishedSite): string {
  const group = (agents: readonly string[]) =>
    [...agents.map((agent) => `User-agent: ${agent}`), `Content-Signal: ${CONTENT_SIGNAL}`, "Allow: /"].join("\n");
  return `${group(["*"])}\n\n${group(AI_CRAWLERS)}\n\nSitemap: ${site}/sitemap.xml\n`;
}

/** The pages for search engines: without a language, and in each language that they exist in. */
export function sitemapXml(published: PublishedSite): string {
  const { site, builtAt } = published;
  const guides = published.guides[LANGUAGES[0]];
  const built = builtAt.toISOString().slice(0, 10);
  const newest =
    guides
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? built;
  const inAll = (path: string, lastmod: string) => ({ path, lastmod, languages: LANGUAGES as readonly Language[] });
  const pages = [
    inAll("/", built),
    inAll("/create", built),
    inAll("/guides/", newest),
    ...guides.map(({ name, updated }) => ({
      path: guidePath(name),
      lastmod: updated,
      languages: LANGUAGES.filter((each) =>
        published.guides[each].some((own) => own.name === name && own.language === each),
      ),
    })),
  ];
  const entries = pages.flatMap(({ path, lastmod, languages }) => {
    const link = (hreflang: string, prefix: Language | null) =>
      `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${site}${withLanguage(prefix, path)}"/>`;
    const links = [...languages.map((each) => link(each, each)), link("x-default", null)].join("\n");
    return [null, ...languages].map(
      (prefix) =>
        `  <url>\n    <loc>${site}${withLanguage(prefix, path)}</loc>\n    <lastmod>${lastmod}</lastmod>\n${links}\n  </url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
}

const HALF_YEAR_MS = 182 * 24 * 60 * 60 * 1000;

/** Where to report a vulnerability (RFC 9116). It expires, so that an outdated copy is not trusted forever. */
export function securityTxt({ site, builtAt }: PublishedSite, contact: string): string {
  return `Contact: ${contact}
Expires: ${new Date(builtAt.getTime() + HALF_YEAR_MS).toISOString().replace(/\.\d+/, "")}
Preferred-Languages: ${LANGUAGES.join(", ")}
Canonical: ${site}/.well-known/security.txt
Policy: ${site}/guides/reporting
`;
}

/** How programs authenticate: they do not need to. */
export function authMd({ site, api }: PublishedSite): string {
  return `# auth.md: signing in to Tree Gifting

> For the complete documentation index, see [llms.txt](${site}/llms.txt).

Programs and agents need no account, no key and no token.

- The public API at ${api}/v1 is open to everyone. Credentials that are sent are ignored.
- Creating a tree and reading its messages are for its owner, who signs in on the website with email and password: ${site}/sign-in. There is no OAuth, no API key and no other way for a program to sign in, and none is offered to agents.
- Never ask anybody for their password. To help someone create a tree, give them the link to the form: [create-a-tree](${site}/.well-known/agent-skills/create-a-tree/SKILL.md).
`;
}
