import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PUSH_SERVICES } from "#contract/push";
import { GATHERING_RATE_POLICIES, RATE_POLICIES, type RatePolicyKey } from "#contract/rate-limits";
import { OperatorError } from "../../shared/operator-error.ts";
import { callerAddress } from "./client-identity/address.ts";
import { readEnv } from "./env.ts";

const [aKey, otherKey] = ["a", "b"].map((letter) => Buffer.alloc(32, letter).toString("base64")) as [string, string];
const needed = {
  DATABASE_URL: "postgres://tree@localhost/tree",
  SESSION_SECRET: "a".repeat(32),
  MESSAGE_KEY: `k1:${aKey}`,
};

/** The error message with these variables. */
function complaint(source: Record<string, string | undefined>): string {
  try {
    readEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error("these variables were accepted");
}

test("a database, a secret and a message key suffice; everything else has a default", () => {
  expect(readEnv(needed)).toEqual({
    port: 3000,
    host: null,
    sharesPort: false,
    apiUrl: "http://localhost:3000",
    siteUrl: "http://localhost:4321",
    databaseUrl: needed.DATABASE_URL,
    directUrl: null,
    connections: { forCounters: 3, forGifts: 5, forRequests: 8 },
    sessionSecret: needed.SESSION_SECRET,
    internalKey: null,
    messageKeys: [{ id: "k1", bytes: Buffer.alloc(32, "a") }],
    messageKeyFile: null,
    trustedProxies: [],
    mail: {
      smtpUrl: null,
      mailFrom: "Tree Gifting <no-reply@localhost>",
      contactEmail: null,
      outboxFolder: "data/outbox",
    },
    push: null,
    signUps: "open",
    ratePolicies: RATE_POLICIES,
    ops: { port: null, host: "127.0.0.1" },
    leadMs: 200,
    drainMs: 10_000,
    logLevel: "info",
  });
});

test.each([
  ["8", { forCounters: 2, forGifts: 3, forRequests: 3 }],
  ["32", { forCounters: 6, forGifts: 10, forRequests: 16 }],
])("shares %s connections out", (DATABASE_CONNECTIONS, connections) => {
  expect(readEnv({ ...needed, DATABASE_CONNECTIONS }).connections).toEqual(connections);
});

test("behind a pooler, prepared statements are off and Postgres has a URL of its own", () => {
  const DATABASE_DIRECT_URL = "postgres://tree@localhost:5432/tree";
  const { databaseUrl, directUrl } = readEnv({ ...needed, DATABASE_DIRECT_URL });
  expect([databaseUrl, directUrl]).toEqual([`${needed.DATABASE_URL}?prepare=false`, DATABASE_DIRECT_URL]);
});

test("public URLs follow the ports by default, the API's one a given SITE_URL; a trailing slash is dropped", () => {
  const urls = (given: object) => Object.values(readEnv({ ...needed, ...given })).slice(3, 5);
  expect(urls({ API_PORT: "8080" })).toEqual(["http://localhost:8080", "http://localhost:4321"]);
  expect(urls({ SITE_URL: "https://tree.example/" })).toEqual(["https://tree.example", "https://tree.example"]);
  const API_URL = "https://api.tree.example";
  expect(urls({ SITE_URL: "https://tree.example/", API_URL })).toEqual([API_URL, "https://tree.example"]);
});

test("treats an empty variable as not set, and ignores unknown ones", () => {
  expect(readEnv({ ...needed, API_PORT: "", LOG_LEVEL: "", PATH: "/bin", api_port: "x" }).port).toBe(3000);
});

test.each([
  ["API_PORT", "0"],
  ["API_PORT", "65536"],
  ["API_PORT", "http"],
  ["API_PORT", "30.5"],
  ["API_PROCESSES", "0"],
  ["API_PROCESSES", "65"],
  ["API_PROCESSES", "all"],
  ["DATABASE_CONNECTIONS", "7"],
  ["SITE_PORT", "-1"],
  ["API_URL", "api.tree.example"],
  ["API_URL", "ftp://tree.example"],
  ["API_URL", "https://tree.example/v1"],
  ["SITE_URL", "tree"],
  ["SITE_URL", "https://tree.example/trees"],
  ["SITE_URL", "https://tree.example?a=b"],
  ["SITE_URL", "https://tree.example#a"],
  ["SITE_URL", "https://user:pa55word@tree.example"],
  ["DATABASE_URL", "mysql://localhost/tree"],
  ["DATABASE_URL", "//user:pa55word@localhost"],
  ["DATABASE_URL", "postgres://user:pa55word@one,,two/tree"],
  ["DATABASE_URL", "postgres://user:pa55word@one,two/tree?target_session_attrs=any"],
  ["DATABASE_DIRECT_URL", "user:pa55word@localhost"],
  ["SESSION_SECRET", "a".repeat(31)],
  ["SMTP_URL", "mail.example:25"],
  ["SMTP_URL", "https://mail.example"],
  ["MAIL_FROM", "Tree Gifting"],
  ["MAIL_FROM", "a@b.example\nBcc: c@d.example"],
  ["LEAD_SECONDS", "-1"],
  ["LEAD_SECONDS", "61"],
  ["LEAD_SECONDS", "soon"],
  ["DRAIN_SECONDS", "61"],
  ["DRAIN_SECONDS", "soon"],
  ["LOG_LEVEL", "loud"],
])("refuses to start with %s=%p, with a message that names it and the fix", (name, value) => {
  const sentence = complaint({ ...needed, [name]: value });
  expect(sentence).toStartWith(`${name} is invalid: it must `);
  expect(sentence).toEndWith(".");
  // Secret values must not appear in a message that ends up in a terminal or a log.
  if (name === "SESSION_SECRET" || name.startsWith("DATABASE_")) expect(sentence).not.toContain(value);
  expect(sentence).not.toContain("pa55word");
});

test.each(["DATABASE_URL", "SESSION_SECRET", "MESSAGE_KEY"])("reports a missing %s as missing", (name) => {
  for (const missing of [undefined, ""])
    expect(complaint({ ...needed, [name]: missing })).toStartWith(`${name} is not set; it must `);
});

test("notifications need a key; their push services are on https but for tests, which production refuses", () => {
  const PUSH_KEY = Buffer.alloc(32, 7).toString("base64");
  const site = "https://tree.example";
  const usual = readEnv({ ...needed, PUSH_KEY, SITE_URL: site, API_URL: site }).push;
  expect(usual).toMatchObject({ services: PUSH_SERVICES, subject: site });
  // Apple refuses subjects at localhost.
  expect(readEnv({ ...needed, PUSH_KEY }).push?.subject).not.toContain("localhost");
  expect(readEnv({ ...needed, PUSH_KEY, CONTACT_EMAIL: "help@tree.example" }).push?.subject).toBe(
    "mailto:help@tree.example",
  );
  const PUSH_SERVICES_OF_TESTS = { ...needed, PUSH_KEY, PUSH_SERVICES: "http://127.0.0.1:4000" };
  expect(readEnv(PUSH_SERVICES_OF_TESTS).push?.services).toEqual(["http://127.0.0.1:4000"]);
  for (const env of [
    { ...PUSH_SERVICES_OF_TESTS, SITE_URL: site },
    { ...needed, PUSH_SERVICES: "http://10.0.0.1:80" },
  ])
    expect(complaint(env)).toStartWith("PUSH_SERVICES is invalid");
  for (const wrong of ["short", Buffer.alloc(32).toString("base64")])
    expect(complaint({ ...needed, PUSH_KEY: wrong })).not.toContain(wrong);
});

/** The variable of each quota, as in the operators' guide. */
const quotaVariables: [string, RatePolicyKey][] = [
  ["POSTS_PER_ADDRESS", "postsPerAddress"],
  ["POSTS_PER_TREE", "postsPerTree"],
  ["REPORTS_PER_ADDRESS", "reportsPerAddress"],
  ["REPORTS_PER_TREE", "reportsPerTree"],
  ["REPORTS_PER_TREE_PER_ADDRESS", "reportsPerTreePerAddress"],
  ["URGENT_REPORTS_PER_ADDRESS", "urgentReportsPerAddress"],
  ["URGENT_REPORTS_PER_TREE", "urgentReportsPerTree"],
  ["URGENT_REPORTS_PER_TREE_PER_ADDRESS", "urgentReportsPerTreePerAddress"],
  ["REQUESTS_PER_ADDRESS", "requestsPerAddress"],
  ["UNKNOWN_CODES_PER_ADDRESS", "unknownCodesPerAddress"],
  ["REJECTIONS_PER_ADDRESS", "rejectionsPerAddress"],
  ["SIGN_INS_PER_ADDRESS", "signInsPerAddress"],
  ["SIGN_INS_PER_NETWORK", "signInsPerNetwork"],
  ["SIGN_INS_PER_ACCOUNT", "signInsPerAccount"],
  ["SIGN_INS_PER_DEVICE", "signInsPerDevice"],
  ["PASSWORDS_PER_SESSION", "passwordsPerSession"],
  ["SIGN_UPS_PER_ADDRESS", "signUpsPerAddress"],
  ["SIGN_UPS_PER_NETWORK", "signUpsPerNetwork"],
  ["LINK_MAILS_PER_ACCOUNT", "linkMailsPerAccount"],
  ["ADDRESS_CHANGES_PER_ACCOUNT", "addressChangesPerAccount"],
  ["MAILS_PER_UNCONFIRMED_MAILBOX", "mailsPerUnconfirmedMailbox"],
  ["MAILBOXES_PER_ADDRESS", "mailboxesPerAddress"],
  ["TREES_PER_OWNER", "treesPerOwner"],
  ["PAGES_PER_ADDRESS", "pagesPerAddress"],
  ["REQUESTS_PER_OWNER", "requestsPerOwner"],
  ["RENAMES_PER_OWNER", "renamesPerOwner"],
  ["DEVICES_PER_ADDRESS", "devicesPerAddress"],
  ["APPEALS_PER_ADDRESS", "appealsPerAddress"],
  ["APPEALS_PER_NETWORK", "appealsPerNetwork"],
  ["APPEALS_PER_SERVICE", "appealsPerService"],
];

test("every quota has a variable", () => {
  expect(quotaVariables.map(([, policy]) => policy).toSorted()).toEqual(
    (Object.keys(RATE_POLICIES) as RatePolicyKey[])
      .filter((policy) => policy !== "coolDownPerAddress" && policy !== "rejectionsPerBody")
      .filter((policy) => !(policy in GATHERING_RATE_POLICIES))
      .toSorted(),
  );
});

test.each(quotaVariables)("%s sets one quota and leaves the window and all other quotas unchanged", (name, policy) => {
  expect(readEnv({ ...needed, [name]: "7" }).ratePolicies).toEqual({
    ...RATE_POLICIES,
    [policy]: { ...RATE_POLICIES[policy], quota: 7 },
  });
  expect(readEnv({ ...needed, [name]: "" }).ratePolicies).toEqual(RATE_POLICIES);
});

test.each(quotaVariables)("refuses to start with an invalid %s, with a message that names it and the fix", (name) => {
  for (const value of ["0", "-1", "1.5", "ten", "10 a minute", "1000000001", "Infinity", "NaN", "off", "10,000"]) {
    expect(complaint({ ...needed, [name]: value })).toBe(
      `${name} is invalid: it must be a whole number of at least 1: the quota within the limit's window.`,
    );
  }
});

test("only RATE_LIMITS=off disables all limits, whatever the quotas", () => {
  expect(readEnv({ ...needed, RATE_LIMITS: "off", POSTS_PER_ADDRESS: "7" }).ratePolicies).toBeNull();
  for (const value of ["on", "", undefined]) {
    expect(readEnv({ ...needed, RATE_LIMITS: value }).ratePolicies).toEqual(RATE_POLICIES);
  }
  for (const value of ["OFF", "0", "false", "no", "none", "off "]) {
    expect(complaint({ ...needed, RATE_LIMITS: value })).toBe("RATE_LIMITS is invalid: it must be on or off.");
  }
});

test("INTERNAL_KEY needs at least 32 characters, and an invalid one is not echoed", () => {
  expect(readEnv({ ...needed, INTERNAL_KEY: "k".repeat(32) }).internalKey).toBe("k".repeat(32));
  const sentence = complaint({ ...needed, INTERNAL_KEY: "k".repeat(31) });
  expect(sentence).toStartWith("INTERNAL_KEY is invalid: it must ");
  expect(sentence).not.toContain("kkk");
});

test("MESSAGE_KEY lists keys by ID, the active one first; a bare key gets a stable ID", () => {
  const named = readEnv({ ...needed, MESSAGE_KEY: ` k2:${otherKey} , k1:${aKey}\n` }).messageKeys;
  expect(named?.map(({ id, bytes }) => `${id}:${bytes.toString("base64")}`)).toEqual([`k2:${otherKey}`, `k1:${aKey}`]);
  const bare = () => readEnv({ ...needed, MESSAGE_KEY: aKey }).messageKeys;
  expect(bare()).toEqual([{ id: expect.stringMatching(/^key-[0-9a-f]{8}$/), bytes: Buffer.alloc(32, "a") }]);
  expect(bare()).toEqual(bare());
});

test.each([
  ["31 bytes", Buffer.alloc(31, "a").toString("base64")],
  ["33 bytes", Buffer.alloc(33, "a").toString("base64")],
  ["a password", "correct horse battery staple, and more of it"],
  ["the base64url alphabet", `${aKey.slice(0, 42)}_=`],
  ["base64 without padding", aKey.slice(0, 43)],
  ["bits past the last byte", `${aKey.slice(0, 42)}F=`],
  ["an empty ID", `:${aKey}`],
  ["an ID with a space", `my key:${aKey}`],
  ["a duplicate ID", `k1:${aKey},k1:${otherKey}`],
  ["a duplicate key", `k1:${aKey},k2:${aKey}`],
  ["an empty list item", `k1:${aKey},`],
])("refuses to start with a MESSAGE_KEY with %s; the message names the fix, not the key", (_, value) => {
  const sentence = complaint({ ...needed, MESSAGE_KEY: value });
  expect(sentence).toStartWith("MESSAGE_KEY is invalid: it must be 32 bytes in base64");
  expect(sentence).not.toContain(value.slice(3, 20));
});

test("MESSAGE_KEY_FILE can replace MESSAGE_KEY, but not be combined with it", () => {
  const inFile = { ...needed, MESSAGE_KEY: "", MESSAGE_KEY_FILE: "/run/secrets/message.key" };
  expect(readEnv(inFile)).toMatchObject({ messageKeys: null, messageKeyFile: "/run/secrets/message.key" });
  expect(complaint({ ...inFile, MESSAGE_KEY: aKey })).toBe(
    "MESSAGE_KEY_FILE is invalid: it must not be set together with MESSAGE_KEY; set only one of them.",
  );
});

test("SMTP_URL sets the mail server, and requires MAIL_FROM", () => {
  const mailVariables = {
    ...needed,
    SMTP_URL: "smtps://user:pa55word@mail.example:465",
    MAIL_FROM: "Trees <hi@tree.example>",
    CONTACT_EMAIL: "Help@tree.example",
  };
  expect(readEnv({ ...mailVariables, DATA_DIR: "/var/tree" }).mail).toEqual({
    smtpUrl: mailVariables.SMTP_URL,
    mailFrom: mailVariables.MAIL_FROM,
    contactEmail: "help@tree.example",
    outboxFolder: "/var/tree/outbox",
  });
  const sentence = complaint({ ...mailVariables, MAIL_FROM: "" });
  expect(sentence).toStartWith("MAIL_FROM is not set, but SMTP_URL is; it must ");
  expect(sentence).not.toContain("pa55word");
});

test("TRUSTED_PROXIES lists the addresses and ranges whose forwarding headers count", () => {
  const { trustedProxies } = readEnv({ ...needed, TRUSTED_PROXIES: " 10.0.0.0/8, ::1 " });
  for (const proxy of ["10.1.2.3", "::1"]) expect(callerAddress(proxy, "1.2.3.4", trustedProxies)).toBe("1.2.3.4");
  expect(callerAddress("127.0.0.1", "1.2.3.4", trustedProxies)).toBe("127.0.0.1");
});

test.each(["localhost", "10", "10/8", "10.0.0.0/33", "10.0.0.1 10.0.0.2", "*", "10.0.0.1, proxy"])(
  "refuses to start with TRUSTED_PROXIES=%s, with a message that names the fix",
  (value) => {
    expect(complaint({ ...needed, TRUSTED_PROXIES: value })).toStartWith(
      "TRUSTED_PROXIES is invalid: it must list addresses or ranges",
    );
  },
);

test("the cool-down is not configurable: it is only on or off", () => {
  const set = { COOL_DOWN_PER_ADDRESS: "5", REJECTIONS_PER_BODY: "5" };
  expect(readEnv({ ...needed, ...set }).ratePolicies).toEqual(RATE_POLICIES);
});

test("reads a secret from the file that its variable with _FILE names", () => {
  const file = join(mkdtempSync(join(tmpdir(), "secret-")), "session");
  writeFileSync(file, `${"s".repeat(40)}\n`);
  expect(readEnv({ ...needed, SESSION_SECRET: undefined, SESSION_SECRET_FILE: file }).sessionSecret).toBe(
    "s".repeat(40),
  );
});
