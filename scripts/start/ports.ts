import { createServer } from "node:net";
import { OperatorError } from "../../shared/operator-error.ts";
import type { Settings } from "./settings.ts";

/** A variable and the ports that it opens: one or, for `OPS_PORT`, one for each API process. */
type Wanted = { variable: string; ports: readonly number[] };
type Ports = Pick<Settings, "apiPort" | "apiProcesses" | "sitePort" | "opsPort" | "siteOpsPort">;

/**
 * Two programs on one port could silently share its requests, and a later failure is harder to understand. Throws
 * OperatorError, which names all ports in use and a free one for each.
 */
export async function refuseTakenPorts(settings: Ports): Promise<void> {
  const wanted = wantedBy(settings);
  refuseTwice(wanted);
  const taken: Wanted[] = [];
  for (const { variable, ports } of wanted) {
    const codes = await Promise.all(ports.map(listenOnce));
    const forbidden = codes.findIndex((code) => code !== undefined && code !== "EADDRINUSE");
    if (forbidden >= 0) {
      throw new OperatorError(
        `Port ${ports[forbidden]} may not be opened by this user (${codes[forbidden]}): choose a port above 1023, such as ${variable}=8080.`,
      );
    }
    const inUse = ports.filter((_, i) => codes[i] !== undefined);
    if (inUse.length > 0) taken.push({ variable, ports: inUse });
  }
  if (taken.length === 0) return;
  const inUse = taken.flatMap(({ ports }) => ports);
  const others = await freeInstead(taken, wanted);
  throw new OperatorError(
    inUse.length === 1
      ? `Port ${inUse[0]} is in use. Stop the program that uses it, or choose another port with ${others}.`
      : `Ports ${inUse.join(", ").replace(/, (?=\d+$)/, " and ")} are in use. Stop the programs that use them, or choose other ports with ${others}.`,
  );
}

function wantedBy({ apiPort, apiProcesses, sitePort, opsPort, siteOpsPort }: Ports): Wanted[] {
  return [
    { variable: "API_PORT", ports: [apiPort] },
    { variable: "SITE_PORT", ports: [sitePort] },
    ...(opsPort === undefined ? [] : [{ variable: "OPS_PORT", ports: opsPortsOf(opsPort, apiProcesses) }]),
    ...(siteOpsPort === undefined ? [] : [{ variable: "SITE_OPS_PORT", ports: [siteOpsPort] }]),
  ];
}

function refuseTwice(wanted: readonly Wanted[]): void {
  const named = new Map<number, string>();
  for (const { variable, ports } of wanted) {
    for (const [i, port] of ports.entries()) {
      const name = i === 0 ? variable : `${variable} of API process ${i + 1}`;
      const other = named.get(port);
      if (other) {
        throw new OperatorError(
          `${other} and ${name} are both ${port}: choose another port for one of them, such as ${variable}=${nextPort(port)}.`,
        );
      }
      named.set(port, name);
    }
  }
}

/** Each API process has its own port, counting up from the first. */
export const opsPortsOf = (first: number, processes: number): number[] =>
  Array.from({ length: processes }, (_, i) => first + i);

/** The variables with the next ports that are free, like `API_PORT=3001`. */
async function freeInstead(taken: readonly Wanted[], wanted: readonly Wanted[]): Promise<string> {
  const reserved = new Set(wanted.flatMap(({ ports }) => ports));
  const isFree = async (port: number) => !reserved.has(port) && (await listenOnce(port)) === undefined;
  const settings: string[] = [];
  for (const { variable } of taken) {
    const own = wanted.find((each) => each.variable === variable)?.ports ?? [];
    let first = nextPort(own[0] ?? 0);
    const free = async () => (await Promise.all(opsPortsOf(first, own.length).map(isFree))).every(Boolean);
    while (!(await free())) first = nextPort(first);
    for (const port of opsPortsOf(first, own.length)) reserved.add(port);
    settings.push(`${variable}=${first}`);
  }
  return settings.join(" ");
}

const nextPort = (port: number) => (port < 65535 ? port + 1 : port - 1);

function listenOnce(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
