import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const FONTS = ["fonts-noto-cjk", "fonts-noto-color-emoji"];
const FOR_FIREFOX = ["firefox-esr", ...FONTS];
const FOR_WEBKIT = [
  "webkit2gtk-driver",
  "xvfb",
  "xauth",
  "python3-gi",
  "python3-gi-cairo",
  "gir1.2-webkit2-4.1",
  ...FONTS,
];

/** The path of Firefox, and what WebKit lacks to run; null if it is complete. */
export type Found = { firefox: string | null; webkitLacks: string | null };

export function findBrowsers(): Found {
  return { firefox: onPath("firefox-esr") ?? onPath("firefox"), webkitLacks: webkitLacks() };
}

/** Debian packages that provide what is missing. */
export const packagesFor = ({ firefox, webkitLacks }: Found): string[] => [
  ...new Set([...(firefox ? [] : FOR_FIREFOX), ...(webkitLacks ? FOR_WEBKIT : [])]),
];

/** Installs packages if possible: as root, on Debian and its derivatives. Returns whether they were installed. */
export function install(packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) return false;
  console.log(`Installing ${packages.join(" ")}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words: string[]) =>
    spawnSync("apt-get", ["-q", ...words], { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  return apt("update") && apt("install", "-y", "--no-install-recommends", ...packages);
}

function webkitLacks(): string | null {
  for (const program of ["WebKitWebDriver", "xvfb-run", "xauth"]) if (!onPath(program)) return program;
  // The system's own Python: another one lacks the system's libraries.
  const imports = "import gi, cairo; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  const isThere = spawnSync("/usr/bin/python3", ["-c", `${imports}; from gi.repository import WebKit2`]).status === 0;
  return isThere ? null : "the Python bindings of WebKitGTK 4.1";
}

function onPath(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
