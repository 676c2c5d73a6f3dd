import { opsPortsOf } from "./ports.ts";
import { type Program, startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";

/**
 * The API, in as many processes as are wanted, behind one port: the system gives each new connection to one of them. The
 * others start when the first is ready, so that what stands in the way of a start is said once.
 */
export function startApi(env: Record<string, string | undefined>, { apiProcesses, opsPort }: Settings): Program {
  const opsPorts = opsPort === undefined ? [] : opsPortsOf(opsPort, apiProcesses);
  const start = (i: number) => {
    const name = apiProcesses > 1 ? `The API's process ${i + 1}` : "The API";
    return startProgram(name, "api/main.ts", { ...env, OPS_PORT: opsPorts[i]?.toString() });
  };
  const all = [start(0)];
  const oneEnded = Promise.withResolvers<void>();
  let isWanted = true;

  async function startOthers(): Promise<void> {
    await all[0]?.ready;
    for (let i = 1; i < apiProcesses && isWanted; i += 1) all.push(start(i));
    for (const { ended } of all) ended.then(oneEnded.resolve);
    await Promise.all(all.map(({ ready }) => ready));
  }
  all[0]?.ended.then(oneEnded.resolve);
  return {
    ready: startOthers(),
    ended: oneEnded.promise,
    async stop(graceMs: number): Promise<void> {
      isWanted = false;
      await Promise.all(all.map((each) => each.stop(graceMs)));
    },
    kill: () => all.map((each) => each.kill()),
  };
}
