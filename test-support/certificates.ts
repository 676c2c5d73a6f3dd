import "reflect-metadata";
import * as x509 from "@peculiar/x509";

x509.cryptoProvider.set(crypto);

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A certificate and its private key, both as PEM. */
export type Pair = { certificate: string; key: string };
/** Whom a certificate is for: host names and IP addresses. `days` is its life from yesterday on; it may be over. */
export type Subject = { names?: readonly string[]; addresses?: readonly string[]; days?: number };

/** Makes a private certificate authority, as operators make one with openssl. */
export async function makeAuthority(name: string) {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    ...life(30),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return {
    certificate: own.toString("pem"),
    async issue({ names = [], addresses = [], days = 30 }: Subject): Promise<Pair> {
      const pair = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0] ?? "server"}`,
        issuer: own.subject,
        publicKey: pair.publicKey,
        signingKey: keys.privateKey,
        ...life(days),
        signingAlgorithm: ALGORITHM,
        extensions: [
          new x509.SubjectAlternativeNameExtension([
            ...names.map((value) => ({ type: "dns", value }) as const),
            ...addresses.map((value) => ({ type: "ip", value }) as const),
          ]),
        ],
      });
      const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
      return { certificate: certificate.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") };
    },
  };
}

function life(days: number) {
  const yesterday = Date.now() - DAY_MS;
  const until = yesterday + days * DAY_MS;
  return { notBefore: new Date(Math.min(yesterday, until - DAY_MS)), notAfter: new Date(until) };
}
