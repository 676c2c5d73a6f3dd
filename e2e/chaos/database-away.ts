import { away, SILENCE_KNOWN_AFTER_MS } from "./harness/away.ts";
import type { Fault, Field } from "./harness/fault.ts";

export const databaseAway: Fault = {
  name: "database-away",
  does: "a separate Postgres is stopped and started again later, while 16 people post and 100 a second view a tree",
  seconds: 30,
  place: { database: "own" },
  trouble: (field) =>
    away(field, [treeAtApi(field)], 1000, async (seconds) => {
      await field.postgres?.stop();
      await Bun.sleep(seconds * 1000);
      await field.postgres?.start();
    }),
};

export const databaseSilent: Fault = {
  name: "database-silent",
  does: "the connection to Postgres is cut and restored later, while 16 people post and 100 a second view a tree",
  seconds: 30,
  place: { database: "way" },
  trouble: (field) =>
    away(field, [treeAtApi(field)], SILENCE_KNOWN_AFTER_MS, async (seconds) => {
      field.way?.cut();
      await Bun.sleep(seconds * 1000);
      field.way?.restore();
    }),
};

const treeAtApi = ({ service, shareCodes }: Field) => `${service.api}/v1/trees/${shareCodes[0]}`;
