import { RULES_FOR_AGENTS } from "#contract/rules";
import { LANGUAGES, type Language } from "../i18n/languages.ts";
import { stringsIn } from "../i18n/strings.ts";
import { guideAddress, type PublishedSite } from "./published-site.ts";
import { SKILLS, skillPath } from "./skills.ts";

const NAME = "Tree Gifting";
const SUMMARY =
  "People create a tree for Christmas, a birthday or Valentine's Day and share its link. Friends leave gifts with messages that only the tree's owner can read, from opening day on.";

/**
 * The index for language models (llmstxt.org). The reference parser expects a one-line summary, one paragraph, and then
 * sections that contain only links.
 */
export function llmsTxt(published: PublishedSite): string {
  const { site, api } = published;
  const guides = published.guides[LANGUAGES[0]];
  const paragraph = [
    "Use this when someone was sent a tree's link or 8-character code and wants to look at the tree or leave a gift on it, wants a tree of their own, or writes a program against the API.",
    `Every guide is also Markdown: add .md to its address, or send Accept: text/markdown.`,
    `The API answers at ${api}/v1 without credentials; its description (OpenAPI 3.1) is ${site}/openapi.json, the API catalog ${site}/.well-known/api-catalog.`,
    `Rules for apps and agents: ${RULES_FOR_AGENTS.map((rule, index) => `(${index + 1}) ${rule}`).join(" ")}`,
  ].join(" ");
  const link = (title: string, address: string, notes: string) => `- [${title}](${address}): ${notes}`;
  const othersIn = (language: Language) =>
    `The guides in this language. To get any other page or its Markdown in it, put /${language} before the path`;
  return `# ${NAME}

> ${SUMMARY}

${paragraph}

## Guides

${link("All guides", `${site}/guides.md`, "The list of guides, by reader")}
${guides.map(({ name, title, description }) => link(title, `${guideAddress(published, name)}.md`, description)).join("\n")}

## Guides in other languages

${LANGUAGES.slice(1)
  .filter((each) => published.guides[each].some(({ language }) => language === each))
  .map((each) => link(`${stringsIn[each].site.languageName} (${each})`, `${site}/${each}/guides.md`, othersIn(each)))
  .join("\n")}

## Agent skills

${SKILLS.map(({ name, description }) => link(name, site + skillPath(name), description)).join("\n")}

## Optional

${link("Home page", `${site}/index.md`, "What the service is, in short")}
${link("llms-full.txt", `${site}/llms-full.txt`, "All guides in one file")}
`;
}

/** All guides in one file, each with its title and address. `texts` are their Markdown versions, in the same order. */
export function llmsFullTxt(published: PublishedSite, texts: readonly string[]): string {
  const parts = published.guides[LANGUAGES[0]].map(({ name, title }, index) => {
    // The title is written first here, and one pointer to the index is enough.
    const text = (texts[index] ?? "")
      .replace(/^> For the complete documentation index.*\n+/, "")
      .replace(/^# .*\n+/, "");
    return `# ${title}\n\nSource: ${guideAddress(published, name)}\n\n${text.trim()}\n`;
  });
  return `# ${NAME}\n\n> All guides in one file. The index is ${published.site}/llms.txt.\n\n${parts.join("\n---\n\n")}`;
}
