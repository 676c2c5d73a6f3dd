import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { unsubscribing } from "./unsubscribing.ts";

const links = unsubscribing("secret");
const owner = { id: "0199a0b1-c2d3-7e4f-8a5b-6c7d8e9f0a1b", email: "ada@example.com" };

test("a link holds for its account, until the address changes", () => {
  const token = links.tokenOf(owner);
  expect([links.ownerNamedBy(token), links.isFor(token, owner)]).toEqual([owner.id, true]);
  expect(links.isFor(token, { ...owner, email: "new@example.com" })).toBe(false);
  expect(links.isFor(unsubscribing("other").tokenOf(owner), owner)).toBe(false);
});

test("links in mails of 1.1 still hold", () => {
  const id = Buffer.from(owner.id.replaceAll("-", ""), "hex");
  const signature = createHmac("sha256", "secret").update("unsubscribe gift mails ").update(id).digest();
  expect(links.isFor(Buffer.concat([id, signature.subarray(0, 16)]).toString("base64url"), owner)).toBe(true);
});

test.each(["", "x", "~~~", "A".repeat(500)])(
  "%j is no link, and names an id that the database can look up",
  (token) => {
    expect(links.ownerNamedBy(token)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(links.isFor(token, owner)).toBe(false);
  },
);
