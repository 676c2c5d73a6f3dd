import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { API_URL, type TestApp, testApp } from "../app.test-utils.ts";

let service: TestApp;
beforeAll(async () => {
  service = await testApp();
});
afterAll(() => service.close());

const fetchFrom = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.app.handle(new Request(`${API_URL}${path}`, { method, headers }));

describe("/openapi.json", () => {
  test("is JSON that every website may read and every cache may store", async () => {
    const { status, headers } = await fetchFrom("/openapi.json", { origin: "https://elsewhere.example" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/openapi+json");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
  });

  test("is byte-for-byte stable, and 304 for a client that has it", async () => {
    const [one, two] = [await fetchFrom("/openapi.json"), await fetchFrom("/openapi.json")];
    expect(await one.text()).toBe(await two.text());
    const tag = one.headers.get("etag") ?? "";
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await fetchFrom("/openapi.json", { "if-none-match": held });
      expect([held, answer.status, await answer.text()]).toEqual([held, 304, ""]);
      expect(answer.headers.get("etag")).toBe(tag);
    }
    expect((await fetchFrom("/openapi.json", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("answers HEAD like GET, without the body", async () => {
    const answer = await fetchFrom("/openapi.json", {}, "HEAD");
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("etag")).toBe((await fetchFrom("/openapi.json")).headers.get("etag"));
  });
});

describe("/docs", () => {
  test("loads all its parts from the API itself", async () => {
    const answer = await fetchFrom("/docs");
    expect(answer.headers.get("content-type")).toContain("text/html");
    const page = await answer.text();
    expect(page).toContain("openapi.json");
    const loaded = [...page.matchAll(/\b(?:src|href)\s*=\s*["']?([^"'\s>]+)/g)].map(([, address = ""]) => address);
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    for (const address of loaded) {
      expect(address).toMatch(/^\/(?!\/)/);
      expect([address, (await fetchFrom(address)).status]).toEqual([address, 200]);
    }
  });

  test("has no part that loads from another host", async () => {
    const elsewhere =
      /@import\s|url\(\s*["']?(?:https?:)?\/\/[^)]{0,80}|(?:importScripts|import)\(\s*["'](?:https?:)?\/\//g;
    for (const path of ["/docs", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"]) {
      const text = await (await fetchFrom(path)).text();
      expect(text.length).toBeGreaterThan(500);
      // Images in the stylesheet contain their namespace URL inside `data:` URLs; nothing is loaded from there.
      expect([path, text.replace(/url\(\s*["']?data:[^)]*\)/g, "").match(elsewhere) ?? []]).toEqual([path, []]);
    }
  });
});
