import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { type ConnectionOptions, connect, checkServerIdentity as isForHost } from "node:tls";
import { type CertificateTrouble, certificateTrouble } from "../../../shared/observability/problems.ts";

const VERIFYING = ["verify-ca", "verify-full"] as const;
const ENCRYPTING = ["prefer", "require", ...VERIFYING] as const;
const SYSTEM = "system";
/** The first message of an encrypted connection, in place of the usual one; the answer is one byte. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const TLS_OFFERED = "S".charCodeAt(0);

/** How to encrypt connections; `authorities`, `certificate` and `key` are paths of PEM files. */
export type TlsSettings = {
  mode: (typeof ENCRYPTING)[number];
  /** Null: the well-known authorities. */
  authorities: string | null;
  certificate: string | null;
  key: string | null;
};

/** An encrypted connection that cannot be had. The message is for operators. */
export class TlsError extends Error {
  readonly code: string;
  constructor(reason: string, message: string) {
    super(message);
    this.code = `CONNECTION_TLS_${reason}`;
  }
}

/**
 * Takes `sslmode`, `sslrootcert`, `sslcert` and `sslkey` out of a URL's parameters, as Postgres's own tools understand
 * them, except that a root certificate alone means verify-full. Returns null without encryption, undefined if invalid.
 */
export function takeTls(parameters: URLSearchParams): TlsSettings | null | undefined {
  const [root, certificate, key] = ["sslrootcert", "sslcert", "sslkey"].map((name) => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value || null;
  });
  const given = parameters.get("sslmode") ?? (root ? "verify-full" : null);
  if ((certificate === null) !== (key === null)) return undefined;
  if (given === null || given === "disable") return root || certificate ? undefined : null;
  const mode = ENCRYPTING.find((each) => each === (given === "allow" ? "prefer" : given));
  if (!mode || (root === SYSTEM && mode !== "verify-full")) return undefined;
  return {
    // A file of authorities would otherwise be of no use.
    mode: mode === "require" && root ? "verify-ca" : mode,
    authorities: root === SYSTEM ? null : (root ?? null),
    certificate: certificate ?? null,
    key: key ?? null,
  };
}

/** Encrypts a connected socket to this host. Throws TlsError, or the socket's own error. */
export async function encrypted(socket: Socket, host: string, tls: TlsSettings): Promise<Socket> {
  const options = optionsFor(host, tls);
  if (!(await offersTls(socket))) {
    if (tls.mode === "prefer") return socket;
    throw new TlsError("NOT_OFFERED", `${host} offers no TLS: set ssl = on there, or sslmode=disable here`);
  }
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(inWords(error, host));
    // Its timeout, for example.
    socket.once("error", refuse);
    try {
      const secure = connect({ ...options, socket });
      secure.once("error", refuse);
      secure.once("close", () => refuse(new Error("closed")));
      secure.once("secureConnect", () => {
        secure.removeAllListeners();
        resolve(secure);
      });
    } catch (error) {
      // Text that is not a certificate, or a key that does not belong to it.
      reject(inWords(error as Error, host));
    }
  });
}

function optionsFor(host: string, { mode, authorities, certificate, key }: TlsSettings): ConnectionOptions {
  return {
    servername: isAddress(host) ? undefined : host,
    rejectUnauthorized: VERIFYING.some((each) => each === mode),
    // The name of this very host, also if it is an address, for which there is no server name.
    checkServerIdentity: (_, theirs) => (mode === "verify-full" ? isForHost(host, theirs) : undefined),
    ...(authorities !== null && { ca: readPem(authorities, "sslrootcert") }),
    ...(certificate !== null && { cert: readPem(certificate, "sslcert") }),
    ...(key !== null && { key: readPem(key, "sslkey") }),
  };
}

const isAddress = (host: string) => /^[\d.]+$|:/.test(host);

/** Read for each connection, so that a renewed file counts without a restart. */
function readPem(path: string, name: string): string {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN ")) return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TlsError("FILE", `the file ${path} of ${name} cannot be read (${code}): let this user read it`);
  }
  throw new TlsError("FILE", `the file ${path} of ${name} is not in PEM format`);
}

function offersTls(socket: Socket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error) => reject(error ?? new TlsError("CLOSED", "the database closed the connection"));
    socket.once("error", fail);
    socket.once("close", () => fail());
    socket.once("data", (answer) => {
      socket.removeAllListeners();
      // More than one byte came before encryption began: a machine in between may have sent it (CVE-2021-23222).
      if (answer.length > 1) reject(new TlsError("FAILED", "the database's answer to a TLS request is not valid"));
      else resolve(answer[0] === TLS_OFFERED);
    });
    socket.write(TLS_REQUEST);
  });
}

const SENTENCES: Record<CertificateTrouble, (host: string) => string> = {
  "unknown authority": (host) =>
    `the certificate of ${host} is from an authority that is not trusted here: name the file of that authority with sslrootcert`,
  expired: (host) => `the certificate of ${host} has expired: renew it there`,
  "not valid yet": (host) => `the certificate of ${host} is not valid yet: check the clocks of both machines`,
  "another name": (host) =>
    `the certificate of that server is not for the name ${host}: use a name that it holds, or sslmode=verify-ca, which checks no names`,
};

function inWords(error: Error, host: string): TlsError {
  const code = "code" in error ? String(error.code) : "closed";
  const trouble = certificateTrouble(code);
  if (!trouble) return new TlsError("FAILED", `no TLS connection to ${host} could be made (${code})`);
  return new TlsError(trouble.toUpperCase().replaceAll(" ", "_"), SENTENCES[trouble](host));
}
