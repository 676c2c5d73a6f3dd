import { expect, test } from "bun:test";
import { coresTimeIn, withStolenTime } from "./stolen-time.ts";

test("reads the stolen time if the kernel reports it", async () => {
  expect(coresTimeIn("cpu  100 1 20 300 4 0 5 70 9 9\ncpu0 50 0 10 150 2 0 2 35 4 4\n")).toEqual({
    all: 500,
    stolen: 70,
  });
  expect(coresTimeIn("cpu  100 1 20 300\n")).toBeNull();
  expect(coresTimeIn("")).toBeNull();
  const [result, stolen] = await withStolenTime(() => Bun.sleep(50).then(() => "measured"));
  expect(result).toBe("measured");
  if (stolen !== null) expect(stolen >= 0 && stolen <= 1).toBe(true);
});
