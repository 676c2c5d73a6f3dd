import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, want } from "./harness/fault.ts";
import { killed } from "./harness/supervised.ts";

export const killPostgres: Fault = {
  name: "kill-postgres",
  does: "kill -9 of a separate Postgres, started again at once, while 16 people post",
  place: { database: "own" },
  async trouble({ service, postgres, now }) {
    const from = now();
    await postgres?.kill();
    await postgres?.start();
    const until = now();
    const restarts = service.restarts();
    return { from, until, expectations: [want("the service stays up", restarts === 0, `${restarts} restarts`)] };
  },
};

export const killEmbedded: Fault = {
  name: "kill-embedded-postgres",
  does: "kill -9 of the Postgres that the starter runs, while 16 people post",
  async trouble({ service, dataDir, now }) {
    const from = now();
    await killed(Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]));
    const until = now();
    await service.startedAnew();
    const said = service.output().includes("The database stopped unexpectedly");
    return { from, until, expectations: [want("the starter says why it exits", said, "it did not")] };
  },
};
