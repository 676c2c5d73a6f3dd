import { existsSync } from "node:fs";
import { CommandFailed, run } from "./run.ts";

const PACKAGES = ["buildah", "podman", "runc", "debootstrap"];
/** Some are in folders that only root's shells search. */
const FOLDERS = ["/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin", "/bin", "/sbin"];

/**
 * Makes sure that this machine can build and run the image: root on Debian or a system derived from it. Installs what is
 * missing. Returns why it cannot, or null.
 */
export function whatIsMissing(): string | null {
  const isMissing = (name: string) => !FOLDERS.some((folder) => existsSync(`${folder}/${name}`));
  if (process.platform !== "linux" || isMissing("apt-get")) return "this needs Debian, or a system derived from it";
  if (process.geteuid?.() !== 0) return "this needs root: it installs a small Debian in a folder, and limits memory";
  const missing = PACKAGES.filter(isMissing);
  if (missing.length === 0) return null;
  console.log(`Installing ${missing.join(", ")}.`);
  try {
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", ...missing]);
  } catch (error) {
    if (error instanceof CommandFailed) return error.message;
    throw error;
  }
  const still = PACKAGES.filter(isMissing);
  return still.length > 0 ? `apt-get did not install ${still.join(", ")}` : null;
}
