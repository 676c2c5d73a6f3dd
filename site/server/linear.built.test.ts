import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { testApp } from "../../api/app.test-utils.ts";
import { HEAD_MAX, hostileIn, inUrl, SHAPES, superlinear } from "../../shared/http/http.test-utils.ts";
import { findApiAt } from "../addresses.test-utils.ts";
import { createRouter } from "./router.ts";

const service = await testApp();
service.app.listen({ port: 0, hostname: "127.0.0.1" });
const lose = findApiAt(`http://127.0.0.1:${service.app.server?.port}`);
const SITE = "http://localhost:4321";
const router = await createRouter(join(import.meta.dir, "../../dist"));
let code = "";

beforeAll(async () => {
  code = (await service.createTree(await service.signedInOwner())).shareCode;
});

afterAll(async () => {
  lose();
  await service.app.stop(true);
  await service.close();
});

const ask = async (path: string, init?: RequestInit) => {
  const answer = await router(new Request(SITE + path, init), () => "192.0.2.1");
  await answer.bytes();
};
test("reads hostile headers in linear time, on a cached page, a rendered page and a form", async () => {
  expect(await hostileIn((headers) => ask("/guides/for-agents", { headers }))).toEqual([]);
  expect(await hostileIn((headers) => ask("/nowhere", { headers }))).toEqual([]);
  const sent = (headers: Record<string, string>) =>
    ask("/sign-out", { method: "POST", body: "a=b", headers: { ...headers, "sec-fetch-site": "same-origin" } });
  expect(await hostileIn(sent)).toEqual([]);
}, 120_000);

test.each(["/", "/guides/", "/ko/", "/webmcp/", "/share-picture/", "/v1/trees/"])(
  "reads a hostile path below %s in linear time",
  async (before) => {
    expect(await superlinear(SHAPES, HEAD_MAX, (text) => ask(before + inUrl(text)))).toEqual([]);
  },
  120_000,
);

test.each([
  "/?x=",
  "/send-message?tree=",
  "/create?type=",
  "/sign-in?next=",
  "/reset-password?token=",
  "/report?tree=",
])(
  "reads a hostile query that begins with %s in linear time",
  async (before) => {
    expect(await superlinear(SHAPES, HEAD_MAX, (text) => ask(before + inUrl(text)))).toEqual([]);
  },
  120_000,
);

const FORM_MAX = 60_000;

test.each(["/send-message?tree=", "/sign-in", "/create", "/report?tree="])(
  "reads a hostile form sent to %s in linear time",
  async (address) => {
    const path = address.endsWith("=") ? address + code : address;
    const post = (body: string, type: string) =>
      ask(path, { method: "POST", body, headers: { origin: SITE, "content-type": type } });
    const plain = (text: string) => post(text, "application/x-www-form-urlencoded");
    expect(await superlinear(SHAPES, FORM_MAX, plain)).toEqual([]);
    const FIELDS = ["senderName", "message", "email", "name", "openingDay", "timeZone", "formKey", "details"];
    const fields = (text: string) => plain(new URLSearchParams(FIELDS.map((name) => [name, text])).toString());
    expect(await superlinear(SHAPES, FORM_MAX / 30, fields)).toEqual([]);
    const parts = (text: string) => post(`--x\r\n${text}\r\n--x--\r\n`, "multipart/form-data; boundary=x");
    expect(await superlinear(SHAPES, FORM_MAX, parts)).toEqual([]);
  },
  120_000,
);
