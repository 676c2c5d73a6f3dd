import { createServer } from "node:net";
import { CannotStart } from "../../api/platform/db/embedded.ts";
import { nextPort, type Settings } from "./settings.ts";

/** Two programs on one port could silently share its requests, and a later failure is harder to understand. */
export async function refuseTakenPorts(settings: Settings): Promise<void> {
  const { apiPort, apiProcesses, sitePort, opsPort, siteOpsPort } = settings;
  await refuseTaken("API_PORT", apiPort, sitePort);
  await refuseTaken("SITE_PORT", sitePort, apiPort);
  const named = new Map([
    [apiPort, "API_PORT"],
    [sitePort, "SITE_PORT"],
  ]);
  const opsPorts = opsPort === undefined ? [] : opsPortsOf(opsPort, apiProcesses);
  const metricsPorts = opsPorts.map(
    (port, i) => [i === 0 ? "OPS_PORT" : `OPS_PORT of API process ${i + 1}`, port] as const,
  );
  if (siteOpsPort !== undefined) metricsPorts.push(["SITE_OPS_PORT", siteOpsPort]);
  for (const [variable, port] of metricsPorts) {
    const other = named.get(port);
    if (other) throw new CannotStart(`${other} and ${variable} are both ${port}: choose another port for one of them.`);
    named.set(port, variable);
    await refuseTaken(variable, port, port);
  }
}

/** Each API process has its own port, counting up from the first. */
export const opsPortsOf = (first: number, processes: number): number[] =>
  Array.from({ length: processes }, (_, i) => first + i);

async function refuseTaken(variable: string, port: number, other: number): Promise<void> {
  const code = await listenOnce(port);
  if (code === undefined) return;
  const another = nextPort(port) === other ? nextPort(other) : nextPort(port);
  throw new CannotStart(
    code === "EADDRINUSE"
      ? `Port ${port} is in use. Stop the program that uses it, or choose another port with ${variable}=${another}.`
      : `Port ${port} may not be opened by this user (${code}): choose a port above 1023, such as ${variable}=8080.`,
  );
}

function listenOnce(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
