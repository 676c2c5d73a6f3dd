import { askDatabase } from "../load/pgbench.ts";
import { ask, type Load } from "../load/wrk.ts";
import type { Shape } from "../seed/shape.ts";
import type { Program } from "../servers/program.ts";
import { PEER_NAMES, type ServerName, startTarget, type Target } from "../servers/targets.ts";
import type { Figure } from "../statistics.ts";
import { interleave, type Row, UNTIL_IT_LASTS } from "./bench-run.ts";

type Contest = {
  name: string;
  about: string;
  load: (shape: Shape) => Load;
  /** The pgbench script; without it the database is not measured. */
  script?: (shape: Shape) => string;
  against: readonly ServerName[];
  limits?: boolean;
};

let runs = 0;
/** Makes the idempotency keys of every wrk run unique. */
export const newRun = (): string => `${Date.now().toString(36)}-${++runs}`;

/**
 * A row in which all targets do the same work. Each one starts fresh: a process that has served other load is slower.
 */
export function contest({ name, about, load, script, against, limits = false }: Contest): Row {
  return {
    name,
    about,
    async measure(benchRun) {
      const { shape, withPeers } = benchRun.flags;
      const servers = new Map<Target, Program>();
      for (const target of ["ours" as const, ...against]) {
        if (PEER_NAMES.includes(target) && !withPeers) continue;
        servers.set(target, await startTarget(target, { ...benchRun, limits }));
      }
      const measurements: Record<string, (seconds: number) => Promise<Figure>> = {};
      for (const [target, { url }] of servers) {
        measurements[target] = (seconds) => ask(url, withRun(load(shape)), seconds);
      }
      if (script) measurements.database = (seconds) => askDatabase(benchRun.databaseUrl, script(shape), seconds);
      const figures = await interleave(benchRun, measurements, { warmUpSeconds: UNTIL_IT_LASTS });
      const memoryMiB = Object.fromEntries([...servers].map(([target, { peakMiB }]) => [target, peakMiB()]));
      for (const server of servers.values()) await server.stop();
      return { figures, memoryMiB };
    },
  };
}

export const withRun = (load: Load): Load => ({ ...load, variables: { ...load.variables, RUN: newRun() } });
