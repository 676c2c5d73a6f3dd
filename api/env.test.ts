import { expect, test } from "bun:test";
import { ConfigurationError, readEnv } from "./env.ts";

const needed = { DATABASE_URL: "postgres://tree@localhost/tree", SESSION_SECRET: "a".repeat(32) };

/** The sentence that a start with these variables ends with. */
function complaint(source: Record<string, string | undefined>): string {
  try {
    readEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  throw new Error("these variables were accepted");
}

test("with a database and a secret everything else has a default", () => {
  expect(readEnv(needed)).toEqual({
    port: 3000,
    apiUrl: "http://localhost:3000",
    siteUrl: "http://localhost:4321",
    databaseUrl: needed.DATABASE_URL,
    sessionSecret: needed.SESSION_SECRET,
    logLevel: "info",
  });
});

test("public addresses follow the ports unless they are named; a slash at their end is dropped", () => {
  const { apiUrl, siteUrl } = readEnv({ ...needed, API_PORT: "8080", SITE_URL: "https://tree.example/" });
  expect([apiUrl, siteUrl]).toEqual(["http://localhost:8080", "https://tree.example"]);
});

test("an empty variable counts as not set, and what is not ours is not looked at", () => {
  expect(readEnv({ ...needed, API_PORT: "", LOG_LEVEL: "", PATH: "/bin", api_port: "x" }).port).toBe(3000);
});

test.each([
  ["API_PORT", "0"],
  ["API_PORT", "65536"],
  ["API_PORT", "http"],
  ["API_PORT", "30.5"],
  ["SITE_PORT", "-1"],
  ["API_URL", "api.tree.example"],
  ["API_URL", "ftp://tree.example"],
  ["SITE_URL", "tree"],
  ["DATABASE_URL", "mysql://localhost/tree"],
  ["DATABASE_URL", "//user:pa55word@localhost"],
  ["SESSION_SECRET", "a".repeat(31)],
  ["LOG_LEVEL", "loud"],
])("a wrong %s (%p) stops the start with a sentence that names it and the mend", (name, value) => {
  const sentence = complaint({ ...needed, [name]: value });
  expect(sentence).toStartWith(`${name} is wrong: it must `);
  expect(sentence).toEndWith(".");
  // A secret's value has no place in a sentence that ends up in a terminal or a log.
  if (name === "SESSION_SECRET" || name === "DATABASE_URL") expect(sentence).not.toContain(value);
});

test.each(["DATABASE_URL", "SESSION_SECRET"])("a missing %s is told as missing", (name) => {
  for (const missing of [undefined, ""])
    expect(complaint({ ...needed, [name]: missing })).toStartWith(`${name} is not set; it must `);
});
