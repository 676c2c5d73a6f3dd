import { createTree } from "../fixtures/visitors.ts";
import type { Container } from "./container.ts";

const POSTING = 16;
const READING = 12;

export type Load = { posted: number; read: number; failed: string[] };

/** 16 people post gifts and 12 read pages, lists and pictures, as fast as they are answered. */
export async function underLoad({ site, api }: Container, owner: string, seconds: number): Promise<Load> {
  const { code } = await createTree(site, { owner });
  const pages = [
    `/send-message?tree=${code}`,
    `/ko/send-message?tree=${code}`,
    "/",
    "/create",
    "/guides/api",
    "/llms.txt",
  ];
  const addresses = [
    ...pages.map((path) => site + path),
    ...[`${site}/my-trees/${code}`, `${site}/share-picture/${code}-now.png`, `${site}/calendar/${code}.ics`],
    ...[`${api}/v1/trees/${code}`, `${api}/v1/messages/${code}`],
  ];
  const until = performance.now() + seconds * 1000;
  const done: Load = { posted: 0, read: 0, failed: [] };

  async function ask(address: string, init: RequestInit = {}): Promise<boolean> {
    const answer = await fetch(address, init).catch((error) => String(error));
    const isOk = typeof answer !== "string" && answer.ok;
    if (!isOk) done.failed.push(`${new URL(address).pathname}: ${typeof answer === "string" ? answer : answer.status}`);
    if (typeof answer !== "string") await answer.arrayBuffer();
    return isOk;
  }
  async function post(): Promise<void> {
    const headers = { "content-type": "application/json" };
    const gift = { shareCode: code, senderName: "Bob", message: "Happy holidays!", giftAssetId: "card" };
    while (performance.now() < until) {
      if (await ask(`${api}/v1/messages`, { method: "POST", headers, body: JSON.stringify(gift) })) done.posted += 1;
    }
  }
  async function read(first: number): Promise<void> {
    for (let i = first; performance.now() < until; i += 1) {
      if (await ask(addresses[i % addresses.length] ?? "", { headers: { cookie: owner } })) done.read += 1;
    }
  }
  await Promise.all([...Array.from({ length: POSTING }, post), ...Array.from({ length: READING }, (_, i) => read(i))]);
  return done;
}
