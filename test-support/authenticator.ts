import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What `/owner/passkeys/options` and `/auth/passkey/options` answer, as far as a device reads it. */
export type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
export type RequestOptions = { challenge: string; rpId: string };
/** What differs from an honest answer. */
export type Deviation = {
  origin?: string;
  host?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Certificates of the device, which nobody asked for. */
  certificates?: Buffer[];
};
export type Authenticator = ReturnType<typeof authenticator>;

/** Flags of authenticator data (WebAuthn, section 6.1). */
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [0x01, 0x04, 0x40];
/** COSE: an elliptic-curve key, ES256, P-256. */
const [EC2, ES256, P256] = [2, -7, 1];

/**
 * A device with one passkey, in software: it makes a P-256 key and signs challenges as WebAuthn says. It attests nothing
 * and, like most, counts nothing.
 */
export function authenticator(origin: string, idBytes = 32) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(idBytes);
  const id = credentialId.toString("base64url");
  let owner = randomBytes(16).toString("base64url");

  const clientDataOf = (type: string, challenge: string, { origin: other = origin }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: other, crossOrigin: false }));

  function dataOf(host: string, { isVerified = true, counter = 0 }: Deviation, attested: Buffer = Buffer.alloc(0)) {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested.length > 0 ? WITH_CREDENTIAL : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), rest, attested]);
  }

  return {
    id,

    /** Makes the passkey, as `navigator.credentials.create` does. */
    create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
      owner = user.id;
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const authData = dataOf(deviation.host ?? rp.id, deviation, attested);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ["fmt", deviation.certificates ? "packed" : "none"],
          ["attStmt", new Map(deviation.certificates && [["x5c", deviation.certificates]])],
          ["authData", authData],
        ]),
      );
      const response = {
        clientDataJSON: clientDataOf("webauthn.create", challenge, deviation).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal", "hybrid"],
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },

    /** Signs a challenge, as `navigator.credentials.get` does. */
    get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
      const clientData = clientDataOf("webauthn.get", challenge, deviation);
      const authData = dataOf(deviation.host ?? rpId, deviation);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authData, sha256(clientData)]), privateKey).toString("base64url"),
        userHandle: deviation.userHandle ?? owner,
      };
      return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

function coseOf(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor(
    new Map<number, Cbor>([
      [1, EC2],
      [3, ES256],
      [-1, P256],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>;

/** Encodes the few types that WebAuthn needs (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** The type and a length or number below 65,536. */
function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  return size < 256 ? Buffer.from([(type << 5) | 24, size]) : Buffer.from([(type << 5) | 25, size >> 8, size & 255]);
}
