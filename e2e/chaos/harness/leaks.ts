import { filesWith, formsOf } from "../../fixtures/search-for-texts.ts";
import { HIDDEN_NAME } from "./letters.ts";
import type { Supervised } from "./supervised.ts";

/** Searches for private texts in what strangers and operators can see. */
export function newLeaks() {
  const found: string[] = [];
  let secrets = formsOf(HIDDEN_NAME);

  function look(where: string, text: string): void {
    if (secrets.some((secret) => text.includes(secret))) found.push(where);
  }
  return {
    found,
    look,
    /** The common part of all texts of this run. */
    lookFor(marker: string): void {
      secrets = [...secrets, ...formsOf(marker)];
    },
    /** Requests pages as a stranger and metrics as an operator. */
    async lookAround({ api, site, ops }: Supervised, shareCodes: readonly string[]): Promise<void> {
      const ofTrees = shareCodes.flatMap((code) => [
        ...[`${api}/v1/trees/${code}`, `${api}/v1/messages/${code}?limit=200`],
        ...[`${site}/send-message?tree=${code}`, `${site}/my-trees/${code}`, `${site}/owner/trees/${code}/messages`],
      ]);
      for (const address of [...ofTrees, `${api}/v1/status`, ...ops.map((port) => `${port}/metrics`)]) {
        const answer = await fetch(address, { redirect: "manual" });
        look(address, [...answer.headers].join("\n") + (await answer.text()));
      }
    },
    lookInFiles(folders: readonly string[]): void {
      for (const folder of folders) found.push(...filesWith(folder, secrets));
    },
  };
}
