import { spawnSync } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import { OperatorError } from "../../../../shared/operator-error.ts";

/** The user that Postgres runs as: a command prefix, and the user and group to switch to. */
export type Account = { prefix: string[]; uid?: number; gid?: number };

const NOBODY = process.platform === "darwin" ? 4294967294 : 65534;
const ROOT = 0;
const REAL_NOBODY: Account = { prefix: [], uid: NOBODY, gid: NOBODY };
const NAMESPACED: Account = { prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`] };

/**
 * Postgres refuses to run as root. In a user namespace, root appears as another user while the files stay root's. If
 * namespaces are forbidden (Docker's default), the data folder is given to the real user "nobody".
 * A cluster that already belongs to an ordinary user keeps its owner.
 */
export function chooseAccount(postgres: string, folder: string, cluster: string): Account {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const uid = process.geteuid?.() ?? -1;
  const works = (account: Account) => canRun(account, postgres, folder);
  if (uid !== ROOT) {
    if (owner && owner.uid !== uid) {
      throw new OperatorError(
        `The database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or choose another folder with DATA_DIR.`,
      );
    }
    // Unlike Postgres, initdb needs its user's name; a container started with a bare uid has none.
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
  throw new OperatorError(
    "The bundled Postgres cannot run as root here: start as an ordinary user, or set DATABASE_URL to your own Postgres.",
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

/** Checks that the account can access the data folder and the program, which may be inside a private home directory. */
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
