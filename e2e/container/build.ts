import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTheEnd } from "../../test-support/stopping.ts";
import { podman, run } from "./run.ts";

const ROOT = join(import.meta.dir, "../..");
const NAME = "localhost/tree-gifting-test";
const BASE = `${NAME}-base`;
const BUILD_BASE = `${NAME}-build-base`;
const CONTAINERFILE = "ops/container/Containerfile";
/** debian:bookworm-slim has none of these either. */
const LEFT_OUT = [
  "usr/share/doc",
  "usr/share/man",
  "usr/share/locale",
  "usr/share/info",
  "var/cache",
  "var/lib/apt/lists",
];
const NODE = `node-linux-${process.arch}`;

const WITH_NODE = `
FROM ${BASE}
COPY node_modules/${NODE}/bin/node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/npm
COPY certificates* /usr/local/share/certificates/
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/certificates/certificates.pem
RUN ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm
`;

/**
 * Builds the image as an operator does, but without a registry of images: the two base images are made here, from
 * Debian's packages and npm's. They stay for the next run. Returns the image's name.
 */
export function buildImage(): string {
  if (!hasImage(BASE)) makeBase();
  if (!hasImage(BUILD_BASE)) makeBuildBase();
  console.log("Building the image.");
  const registry = run("npm", ["config", "get", "registry"]);
  const bases = ["--build-arg", `BASE=${BASE}`, "--build-arg", `BUILD_BASE=${BUILD_BASE}`];
  // Health checks are an extension of Docker's format. Layers that an earlier run made are not reused.
  const kind = ["--isolation", "chroot", "--format", "docker", "--ignorefile", `${CONTAINERFILE}.dockerignore`];
  run("buildah", [
    "bud",
    "-q",
    ...kind,
    ...bases,
    `--build-arg=npm_config_registry=${registry}`,
    "-f",
    join(ROOT, CONTAINERFILE),
    "-t",
    NAME,
    ROOT,
  ]);
  return NAME;
}

function hasImage(name: string): boolean {
  return podman("images", "--quiet", name) !== "";
}

function makeBase(): void {
  const folder = join(temporaryFolder(), "rootfs");
  console.log("Making the base image: Debian bookworm's smallest system.");
  run("debootstrap", ["--variant=minbase", "bookworm", folder, debianMirror()]);
  for (const path of LEFT_OUT) rmSync(join(folder, path), { recursive: true, force: true });
  const archive = `${folder}.tar`;
  run("tar", ["-C", folder, "-cf", archive, "."]);
  podman("import", "--quiet", archive, BASE);
}

/** Where this machine's apt gets Debian from. */
function debianMirror(): string {
  const lines = run("apt-get", [
    "indextargets",
    "--format",
    "$(ORIGIN) $(COMPONENT) $(REPO_URI)",
    "Created-By: Packages",
  ]);
  const mirror = lines.split("\n").find((line) => /^Debian main .*\/debian\/?$/.test(line));
  return mirror?.split(" ")[2] ?? "http://deb.debian.org/debian";
}

function makeBuildBase(): void {
  const folder = temporaryFolder();
  console.log("Making the base image with Node and npm.");
  run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${NODE}@22`, "npm@11"]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? "";
  if (existsSync(certificates)) copyFileSync(certificates, join(folder, "certificates.pem"));
  run("buildah", ["bud", "-q", "--isolation", "chroot", "-f", "-", "-t", BUILD_BASE, folder], WITH_NODE);
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tree-image-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
