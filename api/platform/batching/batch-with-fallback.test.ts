import { expect, test } from "bun:test";
import { allOrEachAlone } from "./batch-with-fallback.ts";

/** What the driver throws where Postgres says so. */
const told = (severity: string, code: string) => Object.assign(new Error("told"), { severity, code });

/** What became of two whose group ended so, and who of them was tried by itself. */
async function afterGroup(error: unknown) {
  const tried: unknown[] = [];
  const alone = async (question: string, why: unknown) => {
    tried.push([question, why]);
    return `${question} alone`;
  };
  const settling = await allOrEachAlone(["one", "other"], () => Promise.reject(error), alone);
  return { settled: await Promise.allSettled(settling), tried };
}

test("where Postgres undid a group each is tried by itself, and told why", async () => {
  const why = told("ERROR", "55P03");
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
  ["the connection ended", told("FATAL", "57P01")],
  ["all of Postgres ended, of a full disk", told("PANIC", "53100")],
  ["the outcome is open by its own word", told("ERROR", "40003")],
  ["the driver lost the connection", Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" })],
])("where %s nothing is tried again: it may have been done", async (_, error) => {
  const { settled, tried } = await afterGroup(error);
  expect(settled).toEqual(Array(2).fill({ status: "rejected", reason: error }));
  expect(tried).toEqual([]);
});
