import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAuthority, type Pair } from "../../test-support/certificates.ts";
import { createTree, listGifts, newOwner } from "../fixtures/visitors.ts";
import type { Check, Expectation, Place } from "./check.ts";
import { exampleConfig } from "./example-config.ts";
import { startFleet } from "./fleet.ts";
import { limitsHold } from "./limits-behind.ts";
import { startCaddy, startHaproxy, startNginx } from "./programs.ts";
import { type Client, visitorsOf } from "./tls-client.ts";

const NAME = "tree.example";
const SITE = `https://${NAME}`;
const LARGEST_BYTES = 64 * 1024;
const JSON_TYPE = "application/json";
const ACCOUNT = { email: "ada@example.com", password: "correct horse battery" };

/** Starts a proxy as documented, with its certificate in the place's folder. */
type Start = (place: Place, pair: Pair) => Promise<unknown>;
type Further = (client: Client, place: Place) => Promise<Expectation>;

export const httpsNginx: Check = {
  name: "https-nginx",
  does: "people visit, sign in and leave gifts on https behind nginx",
  needs: ["nginx", "curl"],
  run: (place) => overTls(place, nginx, challengeIsServed),
};

export const httpsHaproxy: Check = {
  name: "https-haproxy",
  does: "the same behind HAProxy",
  needs: ["haproxy", "curl"],
  run: (place) => overTls(place, haproxy),
};

export const httpsCaddy: Check = {
  name: "https-caddy",
  does: "the same behind Caddy, with certificate files",
  needs: ["caddy", "curl"],
  run: (place) => overTls(place, caddy),
};

function nginx({ folder, port }: Place, pair: Pair) {
  writePair(folder, pair);
  const config = exampleConfig("proxy/nginx.conf", { 80: port, 443: port + 1, 4321: port + 20 });
  const here = config.replaceAll("/etc/nginx/tls", folder).replace("/var/www/acme", folder);
  return startNginx(folder, here, port + 1);
}

function haproxy({ folder, port }: Place, { certificate, key }: Pair) {
  writeFileSync(join(folder, "tree.pem"), `${certificate}\n${key}\n`);
  const ports = { 80: port, 443: port + 1, 4321: port + 20, 9111: port + 40 };
  const config = exampleConfig("proxy/haproxy.cfg", ports);
  return startHaproxy(folder, config.replace("/etc/haproxy/tls", folder), port + 1);
}

function caddy({ folder, port }: Place, pair: Pair) {
  writePair(folder, pair);
  const config = exampleConfig("proxy/Caddyfile", { 4321: port + 20 });
  const here = config.replace("# tls", "tls").replaceAll("/etc/caddy/tls", folder);
  return startCaddy(folder, here, { http: port, https: port + 1 });
}

function writePair(folder: string, { certificate, key }: Pair) {
  writeFileSync(join(folder, "tree.crt"), `${certificate}\n`);
  writeFileSync(join(folder, "tree.key"), `${key}\n`);
}

async function overTls(place: Place, start: Start, further?: Further) {
  const { folder, port, databaseUrl } = place;
  const inner = `http://127.0.0.1:${port + 20}`;
  const ports = { api: port + 10, site: port + 20, ops: port + 30, siteOps: port + 40 };
  const addresses = { SITE_URL: SITE, API_URL: SITE, API_INNER_URL: `http://127.0.0.1:${port + 10}` };
  await startFleet(folder, ports, { DATABASE_URL: databaseUrl, RATE_LIMITS: "on", ...addresses });
  const authority = await makeAuthority("Private authority");
  await start(place, await authority.issue({ names: [NAME] }));
  const trusted = join(folder, "authority.crt");
  writeFileSync(trusted, authority.certificate);
  const client = visitorsOf({ http: port, https: port + 1, trusted });
  const { code } = await createTree(inner, { owner: await newOwner(inner, ACCOUNT.email), name: "Plum" });
  const expectations = [
    ...(await readsPages(client, code)),
    await signsIn(client),
    ...(await leavesGifts(client, inner, code)),
    ...(further ? [await further(client, place)] : []),
  ];
  return { summary: `a site on ${SITE}`, expectations };
}

async function readsPages({ get }: Client, code: string): Promise<Expectation[]> {
  const path = `/en/send-message?tree=${code}`;
  const plain = await get(`http://${NAME}${path}`);
  const location = plain.headers.get("location");
  const page = await get(SITE + path);
  const status = await get(`${SITE}/v1/status`);
  const hsts = [page, status].map(({ headers }) => headers.get("strict-transport-security"));
  return [
    {
      that: "http leads to the same page on https",
      isSo: [301, 308].includes(plain.status) && location === SITE + path,
      measured: `${plain.status} ${location}`,
    },
    {
      that: "a page comes over HTTP/2",
      isSo: page.status === 200 && page.version === "HTTP/2" && page.body.includes("<bdi>Plum</bdi>"),
      measured: `${page.version} ${page.status}`,
    },
    {
      that: "the API says that it is well",
      isSo: status.status === 200,
      measured: `${status.status}`,
    },
    {
      // Headers that are sent twice are joined by a comma.
      that: "each sends Strict-Transport-Security once",
      isSo: hsts.every((each) => /^max-age=\d+$/.test(each ?? "")),
      measured: hsts.join(" and "),
    },
  ];
}

async function signsIn({ get, post }: Client): Promise<Expectation> {
  const form = new URLSearchParams(ACCOUNT).toString();
  const type = "application/x-www-form-urlencoded";
  const answer = await post(`${SITE}/en/sign-in`, type, form, "--header", `origin: ${SITE}`);
  const cookies = answer.headers.getSetCookie();
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  const own = await get(`${SITE}/en/my-trees`, "--header", `cookie: ${cookie}`);
  const areSecure = cookies.length > 0 && cookies.every((each) => /^__Host-.*; Secure(;|$)/.test(each));
  return {
    that: "an owner signs in with a secure cookie, and sees the tree",
    isSo: answer.status === 303 && areSecure && own.status === 200 && own.body.includes("Plum"),
    measured: `${answer.status} ${cookies.map((each) => each.replace(/=[^;]*/, "=…")).join(" ")}, then ${own.status}`,
  };
}

async function leavesGifts({ post }: Client, inner: string, shareCode: string): Promise<Expectation[]> {
  const gift = { shareCode, senderName: "Bob", message: "Hello", giftAssetId: "card" };
  const send = (body: object, ...options: string[]) =>
    post(`${SITE}/v1/messages`, JSON_TYPE, JSON.stringify(body), ...options);
  const posted = await send(gift);
  const tooLarge = await send({ ...gift, message: "a".repeat(LARGEST_BYTES) });
  const { ids } = await listGifts(inner, shareCode);
  const limits = await limitsHold(async (visitor, forged) => {
    const from = ["--interface", visitor, "--header", `x-forwarded-for: ${forged}`];
    return (await send(gift, ...from)).status;
  });
  return [
    {
      that: "a gift is left, and listed",
      isSo: posted.status === 201 && ids.has(JSON.parse(posted.body).data.id),
      measured: `${posted.status}, ${ids.size} listed`,
    },
    { that: "more than 64 kB are refused", isSo: tooLarge.status === 413, measured: `${tooLarge.status}` },
    ...limits,
  ];
}

async function challengeIsServed({ get }: Client, { folder }: Place): Promise<Expectation> {
  const challenge = ".well-known/acme-challenge";
  mkdirSync(join(folder, challenge), { recursive: true });
  writeFileSync(join(folder, challenge, "token"), "proof");
  const { status, body } = await get(`http://${NAME}/${challenge}/token`);
  return {
    that: "an authority gets its file over http",
    isSo: status === 200 && body === "proof",
    measured: `${status}`,
  };
}
