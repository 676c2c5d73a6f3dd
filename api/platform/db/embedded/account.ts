import { spawnSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { CannotStart } from "./cannot-start.ts";

/** As whom Postgres runs: words to put before a command, and a user to become. */
export type Account = { prefix: string[]; uid?: number; gid?: number };

const NOBODY = process.platform === "darwin" ? 4294967294 : 65534;
const ROOT = 0;
const REAL_NOBODY: Account = { prefix: [], uid: NOBODY, gid: NOBODY };
const NAMESPACED: Account = { prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] };

/**
 * Postgres refuses to run as root. A user namespace makes root look like somebody else while the files stay root's;
 * where namespaces are forbidden (Docker's default), the real user "nobody" gets the data folder.
 * A cluster that already belongs to an ordinary user keeps its owner.
 */
export function chooseAccount(postgres: string, folder: string, cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const uid = process.geteuid?.() ?? -1;
  const works = (account: Account) => canRun(account, postgres, folder);
  if (uid !== ROOT) {
    if (owner && owner.uid !== uid) {
      throw new CannotStart(
        `The database in ${cluster} belongs to another user (number ${owner.uid}): start as that user, or name another folder with DATA_DIR.`,
      );
    }
    // initdb, unlike Postgres, asks for its user's name; a container started with a bare number has none.
    const isNamed = owner !== undefined || spawnSync("id", ["-un"], { stdio: "ignore" }).status === 0;
    return isNamed || !works(NAMESPACED) ? { prefix: [] } : NAMESPACED;
  }
  if (owner && owner.uid !== ROOT) {
    const account = { prefix: [], uid: owner.uid, gid: owner.gid };
    if (works(account)) return account;
  } else {
    if (works(NAMESPACED)) return NAMESPACED;
    if (giveToNobody(postgres, folder, cluster)) return REAL_NOBODY;
  }
  throw new CannotStart(
    "The bundled Postgres does not run as root here: start as an ordinary user, or set DATABASE_URL to a Postgres of your own.",
  );
}

function giveToNobody(postgres: string, folder: string, cluster: string): boolean {
  const before = statSync(folder);
  try {
    chownSync(folder, NOBODY, NOBODY);
  } catch {
    return false;
  }
  const works = canRun(REAL_NOBODY, postgres, folder);
  if (works) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, cluster], { stdio: "ignore" });
  else chownSync(folder, before.uid, before.gid);
  return works;
}

/** Proves that the account reaches both the data folder and the program, which may lie below a closed home. */
function canRun({ prefix, uid, gid }: Account, postgres: string, folder: string): boolean {
  const [command = "", ...args] = [
    ...prefix,
    "/bin/sh",
    "-c",
    'cd "$1" && exec "$2" --version',
    "sh",
    folder,
    postgres,
  ];
  return spawnSync(command, args, { uid, gid, stdio: "ignore" }).status === 0;
}
