import { apiSilent } from "./api-silent.ts";
import { clockJump } from "./clock-jump.ts";
import { databaseAway, databaseSilent } from "./database-away.ts";
import { digests } from "./digests.ts";
import { endlessBodies } from "./endless-bodies.ts";
import { fullDisk } from "./full-disk.ts";
import type { Fault } from "./harness/fault.ts";
import { killApi } from "./kill-api.ts";
import { killEmbedded, killPostgres } from "./kill-postgres.ts";
import { killSite } from "./kill-site.ts";
import { killStarter } from "./kill-starter.ts";
import { leavingClient } from "./leaving-client.ts";
import { machineLost } from "./machine-lost.ts";
import { idleConnections, slowLoris } from "./many-connections.ts";
import { manyKills } from "./many-kills.ts";
import { notifications } from "./notifications.ts";
import { patroniBehindHaproxy, patroniLeaderKilled, patroniNetworkCut, patroniSwitchover } from "./patroni.ts";
import { primaryLost } from "./primary-lost.ts";
import { slowDatabase } from "./slow-database.ts";
import { soak } from "./soak.ts";
import { standbyPromoted } from "./standby-promoted.ts";

/** Every fault, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  killApi,
  killSite,
  killStarter,
  manyKills,
  apiSilent,
  killPostgres,
  killEmbedded,
  databaseAway,
  databaseSilent,
  standbyPromoted,
  primaryLost,
  machineLost,
  patroniLeaderKilled,
  patroniNetworkCut,
  patroniSwitchover,
  patroniBehindHaproxy,
  slowDatabase,
  fullDisk,
  clockJump,
  idleConnections,
  slowLoris,
  endlessBodies,
  leavingClient,
  digests,
  notifications,
  soak,
];
