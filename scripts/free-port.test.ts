import { expect, test } from "bun:test";
import { freePort } from "./free-port.ts";

const HERE = JSON.stringify(`${import.meta.dirname}/free-port.ts`);
const ASK = `const { freePort } = await import(${HERE});
  const ports = []; while (ports.length < 600) ports.push(await freePort()); console.log(ports.join());
  // Until all have asked: a claim goes with its process.
  await Bun.stdin.text();`;

test("gives processes that ask at the same time different ports", async () => {
  const asking = [1, 2, 3].map(() => Bun.spawn([process.execPath, "-e", ASK], { stdin: "pipe", stdout: "pipe" }));
  const readers = asking.map(({ stdout }) => stdout.getReader());
  const lines = await Promise.all(readers.map(async (reader) => new TextDecoder().decode((await reader.read()).value)));
  for (const { stdin } of asking) stdin.end();
  expect(await Promise.all(asking.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  expect(new Set(lines.flatMap((line) => line.trim().split(","))).size).toBe(1800);
});

test("gives ports in a row, each once", async () => {
  const firsts = [await freePort(5), await freePort(39), await freePort(2)];
  const ports = firsts.flatMap((first, i) => Array.from({ length: [5, 39, 2][i] ?? 0 }, (_, at) => first + at));
  expect(new Set(ports).size).toBe(46);
});
