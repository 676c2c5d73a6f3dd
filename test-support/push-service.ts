import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";

/** A notification as a browser reads it, and what the push service saw; `at` is by `performance.now`. */
type Arrived = {
  path: string;
  at: number;
  headers: Headers;
  bytes: number;
  text: string;
  claims: Record<string, unknown>;
};
export type PushServer = Awaited<ReturnType<typeof pushServer>>;

/** A push service on loopback, and the browsers that subscribe to it: it decrypts what it gets with their side of the keys. */
export async function pushServer({ port = 0, answersAfterMs = 0 } = {}) {
  const arrived: Arrived[] = [];
  const devices = new Map<string, ReturnType<typeof subscription>>();
  const answers = new Map<string, number>();
  let answering: Promise<unknown> = Promise.resolve();
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      const at = performance.now();
      const path = new URL(request.url).pathname;
      const body = Buffer.from(await request.arrayBuffer());
      await answering;
      const status = answers.get(path) ?? 201;
      const device = devices.get(path);
      if (status === 201 && device) {
        const claims = claimsOf(request.headers.get("authorization") ?? "");
        arrived.push({ path, at, headers: request.headers, bytes: body.length, text: device.decrypt(body), claims });
      }
      await Bun.sleep(answersAfterMs);
      return new Response("never read", { status, headers: { location: "http://127.0.0.1:1/" } });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    arrived,
    /** Subscribes a browser, in a language. */
    device(language = "en", path = `/push/${randomBytes(8).toString("hex")}`) {
      const made = subscription();
      devices.set(path, made);
      return { endpoint: url + path, keys: made.keys, language };
    },
    /** Answers a device's notifications with this status from now on. */
    answer: ({ endpoint }: { endpoint: string }, status: number) => answers.set(new URL(endpoint).pathname, status),
    /** Holds back its answers until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
    close: () => server.stop(true),
  };
}

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/** A browser's keys, and how it decrypts (RFC 8291, section 3.4; RFC 8188, section 2). */
export function subscription() {
  const pair = createECDH("prime256v1");
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: own.toString("base64url"), auth: auth.toString("base64url") };
  return {
    keys,
    device: { endpoint: "https://push.example/1", keys },
    decrypt(body: Buffer): string {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)];
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, theirs]);
      const secret = hkdf(pair.computeSecret(theirs), auth, info, 32);
      const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
      const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
      const opener = createDecipheriv("aes-128-gcm", key, nonce);
      opener.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([opener.update(body.subarray(86, -16)), opener.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** Verifies a VAPID header by its own key (RFC 8292), and returns what it claims, with that key. */
function claimsOf(authorization: string): Record<string, unknown> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } as JsonWebKey });
  const [head, claims = "", signature = ""] = token.split(".");
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")))
    throw new Error("the signature is not by this key");
  return { ...JSON.parse(Buffer.from(claims, "base64url").toString()), key };
}
