import { afterAll, expect, test } from "bun:test";
import type { GiftLeft } from "#contract/messages";
import { type Answer, aGift, PASSWORD, testApp } from "./app.test-utils.ts";
import { cursorBelow } from "./platform/paging.ts";

// On a distributed database only: npm run distributed.

const service = await testApp();
afterAll(() => service.close());

/** Each statement that the work sends, with the values of its last time. */
async function statementsOf(work: () => Promise<void>): Promise<Map<string, unknown[]>> {
  const { options } = service.database.$client;
  const sent = new Map<string, unknown[]>();
  options.debug = (_, text, values) => sent.set(text, values);
  await work().finally(() => (options.debug = false));
  return sent;
}

/** The number of shards that a statement is sent to; 0 if it stays on the coordinator. */
async function shardsOf(text: string, values: unknown[]): Promise<number> {
  const plan = await service.database.$client.unsafe(`explain ${text}`, values as never[]);
  const counts = plan.map((line) => Number(/Task Count: (\d+)/.exec(line["QUERY PLAN"])?.[1] ?? 0));
  return Math.max(...counts);
}

const done = async <Data>(asking: Promise<Answer<Data>>): Promise<Data> => {
  const { status, data, text } = await asking;
  if (status > 202) throw new Error(text);
  return data;
};

test("what visitors and owners do with a tree is sent to one shard, and leaving gifts in one piece", async () => {
  const owner = await service.signedInOwner();
  const sent = await statementsOf(async () => {
    const { shareCode } = await service.createTree(owner);
    const tree = `/owner/trees/${shareCode}`;
    const headers = { "content-type": "application/json", "idempotency-key": "one" };
    const body = JSON.stringify({ ...aGift(shareCode), showSenderName: true });
    const leave = () => done(service.ask<GiftLeft>("/site/gifts", { method: "POST", headers, body }));
    const { id, takeBackKey } = await leave();
    await leave();
    for (let i = 0; i < 3; i += 1) await service.addGift(shareCode);
    for (const path of ["v1/trees", "v1/messages", "site/trees"]) await done(service.get(`/${path}/${shareCode}`));
    await done(service.post("/v1/reports", { shareCode, messageId: id, reason: "spam" }));
    await done(owner.patch(tree, { name: "Another name", namesNeedApproval: true }));
    await done(owner.post(`${tree}/messages/names`, { show: [], hide: [id] }));
    await done(owner.post(`${tree}/messages/names`, { show: [id], hide: [] }));
    await done(service.get(`/site/gifts/${shareCode}/${id}?key=${takeBackKey}`));
    service.setTime("2026-12-24T15:00:00Z");
    await done(owner.get(tree));
    await done(owner.get(`${tree}/opening`));
    const gifts = await done(owner.get<{ id: string }[]>(`${tree}/messages?limit=2`));
    await done(owner.post(`${tree}/seen`, { cursor: cursorBelow(3) }));
    await done(owner.post(`${tree}/opening`, { ids: [id] }));
    await done(owner.patch(`${tree}/messages/${id}`, { isHidden: true }));
    await done(owner.put(`${tree}/messages/${id}/reply`, {}));
    await done(owner.put(`${tree}/messages/${id}/reply`, { line: "Thank you!" }));
    await done(service.get(`/site/gifts/${shareCode}/${id}?key=${takeBackKey}`));
    await done(service.post(`/site/gifts/${shareCode}/${id}/report?key=${takeBackKey}`, { reason: "other" }));
    await done(owner.delete(`${tree}/messages/${id}/reply`));
    await done(owner.post(`${tree}/messages/${id}/report`, { reason: "harassment", includesText: true }));
    await done(owner.post(`${tree}/messages/delete`, { ids: gifts.map((gift) => gift.id) }));
    await done(owner.delete(tree));
    service.setTime("2026-11-30T12:00:00Z");
    const [organizer, ada] = [await service.signedInOwner(), await service.signedInOwner()];
    for (const { email } of [organizer, ada]) await service.confirmAddress(email);
    const names = { name: "For Ada", ownerName: "Ada", organizerName: "Bob", type: "birthday" };
    const input = { ...names, openingDay: "2026-12-25", timeZone: "Asia/Seoul" };
    const surprise = await done(organizer.post<{ shareCode: string }>("/owner/organizing", input));
    const left = await service.addGift(surprise.shareCode);
    const path = `/owner/organizing/${surprise.shareCode}`;
    await done(organizer.get(path));
    await done(organizer.patch(path, { name: "Another name" }));
    await done(organizer.post(`${path}/gifts/delete`, { ids: [left.id] }));
    const { token } = await done(organizer.post<{ token: string }>(`${path}/link`, { password: PASSWORD }));
    const link = { shareCode: surprise.shareCode, token };
    await done(service.post("/site/claims", link));
    await done(ada.post("/owner/claims", link));
  });
  const several: string[] = [];
  const left: number[] = [];
  for (const [text, values] of sent) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
    const shards = await shardsOf(text, values);
    if (shards > 1) several.push(text);
    if (text.includes("leave_gifts(")) left.push(shards);
  }
  expect(several).toEqual([]);
  expect(left).toEqual([1]);
});
