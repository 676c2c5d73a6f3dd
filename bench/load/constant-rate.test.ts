import { expect, test } from "bun:test";
import { askAtRate } from "./constant-rate.ts";

const request = () => "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

test("sends requests at the given rate, and counts refusals", async () => {
  let requests = 0;
  const server = Bun.serve({ port: 0, fetch: () => new Response("x", { status: ++requests % 2 ? 200 : 503 }) });
  const figure = await askAtRate(server.url.href, request, 200, 1);
  await server.stop(true);
  expect(requests).toBe(200);
  expect(figure.failed).toBe(100);
});

test("measures requests during a stall from when they were due", async () => {
  const until = Bun.sleep(600);
  const server = Bun.serve({ port: 0, fetch: () => until.then(() => new Response("x")) });
  const { p50Ms, p99Ms } = await askAtRate(server.url.href, request, 200, 1);
  await server.stop(true);
  // 600 of 1,000 ms: every second request or more had to wait, the first ones for all of it.
  expect(p99Ms).toBeGreaterThan(450);
  expect(p50Ms).toBeGreaterThan(50);
});

test("counts a redirected request once, when its target has answered", async () => {
  const seen: string[] = [];
  const server = Bun.serve({
    port: 0,
    async fetch({ url }) {
      const { pathname } = new URL(url);
      seen.push(pathname);
      if (pathname === "/") return new Response(null, { status: 303, headers: { location: "/there" } });
      await Bun.sleep(100);
      return new Response("x");
    },
  });
  const there = "GET /there HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const followUp = (answer: Buffer) => (/^location: /im.test(answer.toString("latin1")) ? there : null);
  const { p50Ms, failed } = await askAtRate(server.url.href, request, 50, 1, followUp);
  await server.stop(true);
  expect(seen.filter((path) => path === "/there")).toHaveLength(50);
  expect(failed).toBe(0);
  expect(p50Ms).toBeGreaterThan(90);
});
