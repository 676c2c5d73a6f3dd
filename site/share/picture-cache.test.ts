import { expect, test } from "bun:test";
import { type Asker, pictureCache } from "./picture-cache.ts";

const asker = (owner: string, signal = new AbortController().signal): Asker => ({ owner, signal });
const ada = asker("Ada");

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
  const got = await Promise.all(Array.from({ length: 50 }, () => pictures.get("a", "a", ada)));
  expect(painted).toEqual(["a"]);
  expect(new Set(got).size).toBe(1);
  await pictures.get("a", "a", ada);
  expect(painted).toEqual(["a"]);
});

test("bounds memory by evicting the least recently used picture", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  for (const name of ["a", "b", "c", "a", "d"]) await pictures.get(name, name, ada);
  expect(painted).toEqual(["a", "b", "c", "d"]);
  await pictures.get("a", "a", ada);
  await pictures.get("b", "b", ada);
  expect(painted).toEqual(["a", "b", "c", "d", "b"]);
});

test("serves a picture larger than the cache without storing it", async () => {
  const { painted, paint } = countingPainter(400);
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  await pictures.get("a", "a", ada);
  await pictures.get("a", "a", ada);
  expect(painted).toEqual(["a", "a"]);
});

test("retries a failed picture on the next request", async () => {
  let isBroken = true;
  const paint = async () => {
    if (isBroken) throw new Error("no paint");
    return new Uint8Array(1);
  };
  const pictures = pictureCache(paint, { bytesAtMost: 300 });
  expect(pictures.get("a", "a", ada)).rejects.toThrow("no paint");
  await Bun.sleep(1);
  isBroken = false;
  expect(await pictures.get("a", "a", ada)).toHaveLength(1);
});

test("rejects requests beyond the queue limit, and serves those that wait", async () => {
  const { paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 1000, waitingAtMost: 1 });
  const waiting = [pictures.get("a", "a", ada), pictures.get("b", "b", ada), pictures.get("b", "b", ada)];
  expect(pictures.get("c", "c", ada)).rejects.toMatchObject({ reason: "too_busy" });
  expect(await Promise.all(waiting)).toHaveLength(3);
  expect(await pictures.get("c", "c", ada)).toHaveLength(100);
});

test("lets owners take turns, and refuses none for another's many pictures", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 100_000, waitingAtMost: 3 });
  const many = Array.from({ length: 10 }, (_, i) => pictures.get(`ada ${i}`, `ada ${i}`, ada).catch(() => null));
  await pictures.get("bob", "bob", asker("Bob"));
  expect(painted.slice(0, 3)).toEqual(["ada 0", "ada 1", "bob"]);
  expect((await Promise.all(many)).filter(Boolean)).toHaveLength(3);
});

test("gives each of two owners whose trees look the same a place, and paints once", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 100_000 });
  const many = ["1", "2", "3", "alike"].map((name) => pictures.get(name, name, ada));
  await pictures.get("alike", "alike", asker("Bob"));
  expect(painted.slice(0, 3)).toEqual(["1", "2", "alike"]);
  await Promise.all(many);
  expect(painted).toEqual(["1", "2", "alike", "3"]);
});

test("paints nothing for those who have gone, unless somebody else still waits for it", async () => {
  const { painted, paint } = countingPainter();
  const pictures = pictureCache(paint, { bytesAtMost: 100_000 });
  const leaving = new AbortController();
  const first = pictures.get("first", "first", ada);
  const gone = pictures.get("gone", "gone", asker("Ada", leaving.signal));
  const shared = [asker("Ada", leaving.signal), ada].map((each) => pictures.get("shared", "shared", each));
  leaving.abort();
  expect(gone).rejects.toMatchObject({ reason: "too_busy" });
  await Promise.all([first, ...shared]);
  expect(painted).toEqual(["first", "shared"]);
});
