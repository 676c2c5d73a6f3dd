import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GIFT_IDS } from "#contract/gifts";
import { MESSAGE_MAX, SENDER_NAME_MAX, TREE_NAME_MAX } from "#contract/limits";
import { RATE_POLICIES } from "#contract/rate-limits";
import { RULES_FOR_AGENTS } from "#contract/rules";
import type { PublishedSite } from "./published-site.ts";

type Skill = { name: string; description: string };

/** The two agent skills (agentskills.io): what each is for and when to use it, as in its file. */
export const SKILLS: readonly Skill[] = ["leave-a-message", "create-a-tree"].map((name) => ({
  name,
  description: /^description: (.*)$/m.exec(template(name))?.[1] ?? "",
}));

export const SKILL_VERSION = "1.0.0";
export const skillPath = (name: string) => `/.well-known/agent-skills/${name}/SKILL.md`;

/** A skill's file as served, with addresses, numbers and rules filled in. */
export function skillFile(name: string, { site, api }: Pick<PublishedSite, "site" | "api">): string {
  const words: Record<string, string> = {
    site,
    api,
    version: SKILL_VERSION,
    rules: RULES_FOR_AGENTS.map((rule, index) => `${index + 1}. ${rule}`).join("\n"),
    gifts: GIFT_IDS.map((id) => `\`${id}\``).join(", "),
    messageMax: String(MESSAGE_MAX),
    senderNameMax: String(SENDER_NAME_MAX),
    treeNameMax: String(TREE_NAME_MAX),
    postsPerMinute: String(RATE_POLICIES.postsPerAddress.quota),
  };
  return template(name).replace(/\{\{(\w+)\}\}/g, (placeholder, word) => words[word] ?? placeholder);
}

/** The skills index, version 0.2.0; each digest is of the exact bytes served. */
export function skillsIndex(published: Pick<PublishedSite, "site" | "api">): string {
  const skills = SKILLS.map(({ name, description }) => ({
    name,
    type: "skill-md",
    description,
    url: skillPath(name),
    digest: digestOf(skillFile(name, published)),
  }));
  return json({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills });
}

export const digestOf = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
export const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function template(name: string): string {
  return readFileSync(join(import.meta.dirname, "skills", `${name}.md`), "utf8");
}
