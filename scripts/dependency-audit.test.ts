import { expect, test } from "bun:test";
import { readAudit } from "./dependency-audit.ts";

const report = (vulnerabilities: Record<string, { severity: string }>) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { high: 0 } } });

test("passes with no known vulnerability, or only low and moderate ones", () => {
  expect(readAudit(report({}))).toEqual({ is: "sound" });
  expect(readAudit(report({ one: { severity: "moderate" }, other: { severity: "low" } }))).toEqual({ is: "sound" });
});

test("names the packages with high or critical vulnerabilities", () => {
  const found = { fine: { severity: "low" }, bad: { severity: "high" }, worse: { severity: "critical" } };
  expect(readAudit(report(found))).toEqual({ is: "unsound", packages: ["bad", "worse"] });
});

test.each([
  [
    '{"statusCode":405,"message":"405 Method Not Allowed - POST https://registry.example/-/npm"}',
    "the registry answered 405",
  ],
  [
    '{"error":{"code":"ENOTFOUND","summary":"request to https://registry.example failed"}}',
    "the registry cannot be reached (ENOTFOUND)",
  ],
  ['{"message":"something else"}', "the registry has no audit"],
  ["", "npm wrote no report"],
  ["<html>", "npm wrote no report"],
])("says why no audit is available, without the registry's address: %s", (written, why) => {
  expect(readAudit(written)).toEqual({ is: "unknown", why });
});
