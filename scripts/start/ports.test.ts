import { afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { freePort } from "../free-port.ts";
import { refuseTakenPorts } from "./ports.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Takes some ports in a row, after which five more are free; returns the first. */
async function takeInARow(count: number): Promise<number> {
  const first = await freePort(count + 5);
  for (let port = first; port < first + count; port += 1) {
    const server = createServer().listen({ port, exclusive: true });
    servers.push(server);
    await once(server, "listening");
  }
  return first;
}

const usual = { apiProcesses: 1 };

test("accepts free ports", async () => {
  const first = (await takeInARow(1)) + 1;
  await refuseTakenPorts({ ...usual, apiPort: first, sitePort: first + 1, opsPort: first + 2, siteOpsPort: first + 3 });
});

test("names every port in use, and a free one for each", async () => {
  const first = await takeInARow(4);
  const inRow = { apiPort: first, sitePort: first + 1, opsPort: first + 2, siteOpsPort: first + 3 };
  await expect(refuseTakenPorts({ ...usual, ...inRow })).rejects.toThrow(
    `Ports ${first}, ${first + 1}, ${first + 2} and ${first + 3} are in use. Stop the programs that use them, or choose other ports with API_PORT=${first + 4} SITE_PORT=${first + 5} OPS_PORT=${first + 6} SITE_OPS_PORT=${first + 7}.`,
  );
});

test("names a port that is free if the next one is in use, too", async () => {
  const first = await takeInARow(2);
  await expect(refuseTakenPorts({ ...usual, apiPort: first, sitePort: first + 2 })).rejects.toThrow(
    `Port ${first} is in use. Stop the program that uses it, or choose another port with API_PORT=${first + 3}.`,
  );
});

test("names free ports for all API processes", async () => {
  const first = await takeInARow(2);
  const ports = { apiPort: first + 5, sitePort: first + 6, opsPort: first, apiProcesses: 2 };
  await expect(refuseTakenPorts(ports)).rejects.toThrow(`OPS_PORT=${first + 2}.`);
});

test("refuses one port for two programs", async () => {
  const first = (await takeInARow(1)) + 1;
  const ports = { apiPort: first, sitePort: first + 1, opsPort: first - 2, apiProcesses: 3 };
  await expect(refuseTakenPorts(ports)).rejects.toThrow(`API_PORT and OPS_PORT of API process 3 are both ${first}`);
  await expect(refuseTakenPorts({ ...usual, apiPort: first, sitePort: first })).rejects.toThrow(
    `API_PORT and SITE_PORT are both ${first}: choose another port for one of them, such as SITE_PORT=${first + 1}.`,
  );
});
