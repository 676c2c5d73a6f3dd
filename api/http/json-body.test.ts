import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { BODY_MAX_BYTES } from "#contract/limits";
import { aGift, type TestApp, type TestOwner, testApp } from "../app.test-utils.ts";

let service: TestApp;
let owner: TestOwner;
let gift: string;

beforeAll(async () => {
  service = await testApp();
  owner = await service.signedInOwner();
  gift = JSON.stringify(aGift((await service.createTree(owner)).shareCode));
});
afterAll(() => service.close());

const json = { "content-type": "application/json" };
const send = (body: BodyInit | null, headers: Record<string, string> = json) =>
  service.ask("/v1/messages", { method: "POST", headers, body });

/** A chunked body without Content-Length. */
function inPieces(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

describe("the content type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json;",
    "application/json; charset=utf8",
    "application/json; version=1",
  ])("accepts %s", async (type) => {
    expect((await send(gift, { "content-type": type })).status).toBe(201);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonp",
    "application/json, text/plain",
    "multipart/form-data",
    "",
  ])("refuses %p", async (type) => {
    const { status, error } = await send(gift, { "content-type": type });
    expect(status).toBe(415);
    expect(error.code).toBe("unsupported_media_type");
  });

  test("refuses a body without a type, so that a form on another website cannot post", async () => {
    expect((await send(new TextEncoder().encode(gift), {})).status).toBe(415);
  });
});

describe("the size", () => {
  const padded = (bytes: number) => gift + " ".repeat(bytes - gift.length);

  test("accepts 16 KiB and refuses one byte more", async () => {
    expect((await send(padded(BODY_MAX_BYTES))).status).toBe(201);
    const { status, error } = await send(padded(BODY_MAX_BYTES + 1));
    expect(status).toBe(413);
    expect(error.code).toBe("body_too_large");
  });

  test("refuses a body announced as too large before reading it", async () => {
    let wasRead = false;
    const body = new ReadableStream(
      {
        pull() {
          wasRead = true;
        },
      },
      { highWaterMark: 0 },
    );
    const { status } = await send(body, { ...json, "content-length": String(BODY_MAX_BYTES + 1) });
    expect(status).toBe(413);
    expect(wasRead).toBe(false);
  });

  test("refuses a chunked body as soon as it exceeds the limit", async () => {
    expect((await send(inPieces([gift.slice(0, 20), gift.slice(20)]))).status).toBe(201);
    const { status, error } = await send(inPieces([gift, ...Array(20).fill(" ".repeat(1000))]));
    expect(status).toBe(413);
    expect(error.code).toBe("body_too_large");
  });

  test("refuses a body larger than announced", async () => {
    const { status } = await send(inPieces([gift, " ".repeat(BODY_MAX_BYTES)]), { ...json, "content-length": "10" });
    expect(status).toBe(413);
  });

  test("is limited on owner endpoints too", async () => {
    const headers = { ...json, cookie: owner.cookie };
    const body = " ".repeat(BODY_MAX_BYTES + 1);
    expect((await service.ask("/owner/trees", { method: "POST", headers, body })).status).toBe(413);
    expect((await service.ask("/auth/sign-up/email", { method: "POST", headers: json, body })).status).toBe(413);
  });
});

describe("the text", () => {
  test.each([
    "",
    " ",
    "{",
    '{"shareCode":}',
    "{'shareCode':1}",
    "shareCode=aB3dE5gH",
    "NaN",
    '{"a":1}{"b":2}',
    '{"a":"\n"}',
  ])("refuses %p as invalid JSON", async (body) => {
    const { status, error } = await send(body);
    expect(status).toBe(400);
    expect(error.code).toBe("invalid_json");
    expect(error.details).toBeUndefined();
  });

  test("refuses invalid UTF-8 instead of repairing it", async () => {
    const [before = "", after = ""] = gift.split("Ann");
    for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from(after)]);
      const { status, error } = await send(body);
      expect(status).toBe(400);
      expect(error.code).toBe("invalid_json");
    }
  });

  test("refuses a POST without a body", async () => {
    const { status, error } = await send(null);
    expect(status).toBe(400);
    expect(error.code).toBe("invalid_json");
  });

  test("does not log an error if the client disconnects while sending", async () => {
    const leaving = new AbortController();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(gift.slice(0, 20))),
      pull(controller) {
        leaving.abort();
        controller.error(new DOMException("gone", "AbortError"));
      },
    });
    const { signal } = leaving;
    const began = service.logLines.length;
    const { status } = await service.ask("/v1/messages", { method: "POST", headers: json, body, signal });
    expect(status).toBe(400);
    expect(service.logLines.slice(began).filter((line) => line.includes('"error"'))).toEqual([]);
  });
});
