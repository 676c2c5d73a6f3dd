import { expect, test } from "bun:test";
import { PainterBusy, pictureCache } from "./picture-cache.ts";

/** A painter that returns pictures of the given size and records what it painted. */
function countingPainter(bytes = 100) {
  const painted: string[] = [];
  const paint = async (what: string) => {
    painted.push(what);
    await Bun.sleep(1);
    return new Uint8Array(bytes);
  };
  return { painted, paint };
}

test("paints a picture once for concurrent requests", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 1000 });
  const got = await Promise.all(Array.from({ length: 50 }, () => pictures.get("a", "a")));
  expect(painted).toEqual(["a"]);
  expect(new Set(got).size).toBe(1);
  await pictures.get("a", "a");
  expect(painted).toEqual(["a"]);
});

test("bounds memory by evicting the least recently used picture", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  for (const name of ["a", "b", "c", "a", "d"]) await pictures.get(name, name);
  expect(painted).toEqual(["a", "b", "c", "d"]);
  await pictures.get("a", "a");
  await pictures.get("b", "b");
  expect(painted).toEqual(["a", "b", "c", "d", "b"]);
});

test("serves a picture larger than the cache without storing it", async () => {
  const { painted, paint } = countingPainter(400);
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  await pictures.get("a", "a");
  await pictures.get("a", "a");
  expect(painted).toEqual(["a", "a"]);
});

test("retries a failed picture on the next request", async () => {
  let isBroken = true;
  const paint = async () => {
    if (isBroken) throw new Error("no paint");
    return new Uint8Array(1);
  };
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  expect(pictures.get("a", "a")).rejects.toThrow("no paint");
  await Bun.sleep(1);
  isBroken = false;
  expect(await pictures.get("a", "a")).toHaveLength(1);
});

test("rejects requests beyond the queue limit, and serves those that wait", async () => {
  const { paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 1000, waitingAtMost: 2 });
  const waiting = [pictures.get("a", "a"), pictures.get("b", "b"), pictures.get("b", "b")];
  expect(pictures.get("c", "c")).rejects.toBeInstanceOf(PainterBusy);
  expect(await Promise.all(waiting)).toHaveLength(3);
  expect(await pictures.get("c", "c")).toHaveLength(100);
});
