import { expect, test } from "bun:test";
import { allOrEachAlone } from "./batch-with-fallback.ts";

/** An error as the driver throws it for a Postgres error. */
const databaseError = (severity: string, code: string) => Object.assign(new Error("failed"), { severity, code });

/** The results of two questions whose batch failed with this error, and which of them were retried alone. */
async function afterGroup(error: unknown) {
  const tried: unknown[] = [];
  const alone = async (question: string, why: unknown) => {
    tried.push([question, why]);
    return `${question} alone`;
  };
  const settling = await allOrEachAlone(["one", "other"], () => Promise.reject(error), alone);
  return { settled: await Promise.allSettled(settling), tried };
}

test("retries each question alone if Postgres rolled the batch back, and passes the reason on", async () => {
  const why = databaseError("ERROR", "55P03");
  const { settled, tried } = await afterGroup(why);
  expect(settled).toEqual([
    { status: "fulfilled", value: "one alone" },
    { status: "fulfilled", value: "other alone" },
  ]);
  expect(tried).toEqual([
    ["one", why],
    ["other", why],
  ]);
});

test.each([
  ["the connection ended", databaseError("FATAL", "57P01")],
  ["Postgres shut down because of a full disk", databaseError("PANIC", "53100")],
  ["Postgres reports an unknown outcome", databaseError("ERROR", "40003")],
  ["the driver lost the connection", Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" })],
])("retries nothing if %s: the work may have been committed", async (_, error) => {
  const { settled, tried } = await afterGroup(error);
  expect(settled).toEqual(Array(2).fill({ status: "rejected", reason: error }));
  expect(tried).toEqual([]);
});
