import { expect, test } from "bun:test";
import { readEnv } from "../api/platform/env.ts";
import { invalidVariable } from "./check-env.ts";

const SOUND = {
  SITE_PORT: "4321",
  API_PORT: "65535",
  SITE_OPS_PORT: "1",
  LISTEN_HOST: "127.0.0.1",
  OPS_HOST: "::1",
  SITE_URL: "https://tree.example/",
  API_URL: "http://localhost:3000",
  API_INNER_URL: "http://10.0.0.1:3000",
  INTERNAL_KEY: "k".repeat(32),
  OPERATOR_NAME: "Green Garden School",
  CONTACT_EMAIL: "help@tree.example",
  SECURITY_CONTACT: "mailto:security@tree.example",
  WEBMCP_ORIGIN_TRIAL_TOKEN: "A0kTn+/==",
  LEAD_SECONDS: "0.5",
  DRAIN_SECONDS: "3",
};

/** Invalid values of variables that the API reads as well. */
const WRONG_FOR_BOTH: [string, string][] = [
  ["SITE_PORT", "abc"],
  ["SITE_PORT", "0"],
  ["API_PORT", "65536"],
  ["SITE_OPS_PORT", "30.5"],
  ["LISTEN_HOST", "localhost"],
  ["OPS_HOST", "localhost"],
  ["SITE_URL", "tree.example"],
  ["SITE_URL", "localhost:4321"],
  ["SITE_URL", "https://tree.example/trees"],
  ["SITE_URL", "https://tree.example?a=b"],
  ["SITE_URL", "https://user:pa55word@tree.example"],
  ["API_URL", "https://tree.example/v1"],
  ["API_URL", "foo"],
  ["API_URL", "ftp://tree.example"],
  ["INTERNAL_KEY", "k".repeat(31)],
  ["CONTACT_EMAIL", "mailto:help@tree.example"],
  ["CONTACT_EMAIL", "help@localhost"],
  ["LEAD_SECONDS", "abc"],
  ["LEAD_SECONDS", "61"],
  ["LEAD_SECONDS", "-1"],
  ["DRAIN_SECONDS", "abc"],
  ["DRAIN_SECONDS", "61"],
];

test("accepts an empty environment, empty variables and valid values", () => {
  expect(invalidVariable({})).toBeNull();
  expect(invalidVariable(Object.fromEntries(Object.keys(SOUND).map((name) => [name, ""])))).toBeNull();
  expect(invalidVariable(SOUND)).toBeNull();
});

test.each(WRONG_FOR_BOTH)(
  "rejects %s=%p with the same sentence as the API, without revealing a secret",
  (name, value) => {
    const [DATABASE_URL, key] = ["postgres://tree@localhost/tree", Buffer.alloc(32, "a").toString("base64")];
    const forTheApi = { DATABASE_URL, SESSION_SECRET: "a".repeat(32), MESSAGE_KEY: key };
    const said = invalidVariable({ ...SOUND, [name]: value });
    expect(said).toStartWith(`${name} is invalid: it must `);
    expect(() => readEnv({ ...forTheApi, [name]: value })).toThrow(`${said}`);
    if (name === "INTERNAL_KEY") expect(said).not.toContain("kkk");
  },
);

test.each([
  ["API_INNER_URL", "foo"],
  ["API_INNER_URL", "localhost:3000"],
  ["API_INNER_URL", "http://user:pa55word@localhost:3000"],
  ["API_INNER_URL", "http://localhost:3000 "],
  ["OPERATOR_NAME", " "],
  ["OPERATOR_NAME", "x".repeat(101)],
  ["OPERATOR_NAME", "two\nlines"],
  ["SECURITY_CONTACT", "security@tree.example"],
  ["SECURITY_CONTACT", "mailto:a@tree.example\nExpires: never"],
  ["WEBMCP_ORIGIN_TRIAL_TOKEN", "half a token"],
  ["BUN_CONFIG_VERBOSE_FETCH", "curl"],
])("rejects %s=%p and names the variable and the expected value", (name, value) => {
  expect(invalidVariable({ ...SOUND, [name]: value })).toStartWith(`${name} is invalid: it must be `);
});
