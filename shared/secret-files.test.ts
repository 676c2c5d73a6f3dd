import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withSecretFiles } from "./secret-files.ts";

const folder = mkdtempSync(join(tmpdir(), "secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = join(folder, `${Math.random()}`);
  writeFileSync(file, text);
  return file;
}

test.each(["DATABASE_URL", "DATABASE_DIRECT_URL", "SESSION_SECRET", "INTERNAL_KEY", "SMTP_URL"])(
  "reads %s from the file that its variable names",
  (name) => {
    expect(withSecretFiles({ [`${name}_FILE`]: fileWith("of the file\n") })[name]).toBe("of the file");
  },
);

test("leaves MESSAGE_KEY_FILE to the program, which reads it again after a rotation", () => {
  expect(withSecretFiles({ MESSAGE_KEY_FILE: "/nowhere" })).toEqual({ MESSAGE_KEY_FILE: "/nowhere" });
});

test("an empty file counts as not set", () => {
  expect(withSecretFiles({ SMTP_URL_FILE: fileWith("\n") }).SMTP_URL).toBe("");
});

test("refuses a file that is missing, and one beside the variable, without quoting the secret", () => {
  const file = join(folder, "missing");
  expect(() => withSecretFiles({ SMTP_URL_FILE: file })).toThrow(
    `The file ${file} that SMTP_URL_FILE names cannot be read (ENOENT): correct the path, or let this user read it.`,
  );
  expect(() => withSecretFiles({ SMTP_URL: "smtp://a", SMTP_URL_FILE: file })).toThrow(
    "SMTP_URL and SMTP_URL_FILE are both set: set only one of them.",
  );
});
