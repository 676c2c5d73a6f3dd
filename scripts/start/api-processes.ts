import { opsPortsOf } from "./ports.ts";
import { type Program, startProgram } from "./program.ts";
import type { Settings } from "./settings.ts";

/**
 * Starts the API in the configured number of processes behind one port; the system gives each new connection to one of
 * them. It is ready when the first one is; the others start then, so an error that prevents a start is reported once,
 * and soon.
 */
export function startApi(env: Record<string, string | undefined>, { apiProcesses, opsPort }: Settings): Program {
  const opsPorts = opsPort === undefined ? [] : opsPortsOf(opsPort, apiProcesses);
  const oneEnded = Promise.withResolvers<void>();
  let isWanted = true;

  function start(i: number): Program {
    const name = apiProcesses > 1 ? `API process ${i + 1}` : "The API";
    const program = startProgram(name, "api/main.ts", { ...env, OPS_PORT: opsPorts[i]?.toString() });
    program.ended.then(oneEnded.resolve);
    return program;
  }

  const first = start(0);
  const all = [first];
  first.ready.then(() => {
    for (let i = 1; i < apiProcesses && isWanted; i += 1) all.push(start(i));
  });
  return {
    ready: first.ready,
    ended: oneEnded.promise,
    async stop(graceMs: number): Promise<void> {
      isWanted = false;
      await Promise.all(all.map((each) => each.stop(graceMs)));
    },
    kill: () => all.map((each) => each.kill()),
  };
}
