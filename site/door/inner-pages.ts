import { apiUrl, siteUrl } from "../addresses.ts";
import type { AgentWorld, GuideEntry } from "../agents/world.ts";
import type { AskPage } from "./agent-door.ts";

/** Proves to the door that a request comes from within, where a page is wanted as it is, unkept and in English. */
export const INNER_HEADER = "x-inner-page";
export const innerKey = crypto.randomUUID();

/** Asks this very server for a page, the way a visitor would. */
export const askPageOn =
  (port: number): AskPage =>
  async (path) => {
    const headers = { accept: "text/html", "accept-language": "en", [INNER_HEADER]: innerKey };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: "manual" });
    const type = answer.headers.get("content-type") ?? "text/html; charset=utf-8";
    return { status: answer.status, type, html: await answer.text() };
  };

/** What the aids are made from; the guides are asked for once. */
export function agentWorld(askPage: AskPage, builtAt: Date): () => Promise<AgentWorld> {
  let known: Promise<AgentWorld> | undefined;
  const ask = async (): Promise<AgentWorld> => {
    const guides: GuideEntry[] = JSON.parse((await askPage("/guides/list.json")).html);
    return { site: siteUrl(), api: apiUrl(), guides, builtAt };
  };
  return () => {
    known ??= ask().catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
