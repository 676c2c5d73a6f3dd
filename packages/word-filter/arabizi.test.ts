import { expect, test } from "bun:test";
import { arabiziOffence } from "./arabizi.ts";

test.each([
  "sharmouta",
  "charmoota",
  "sharmuttah",
  "sharmota",
  "ya ibn el kalb",
  "ya ebn ilkalb",
  "weld le7ram",
  "weld l hram",
  "kosommak",
  "kuss ummik",
  "5awal",
  "khawaal",
])("finds %p, however it is spelled", (text) => expect(arabiziOffence(text)?.language).toBe("ar"));

test.each([
  "sharm el sheikh",
  "ya ibn 3ammi",
  "weld khalti",
  "kos ahwa",
  "khawla",
  "my hacker",
  "safe",
  "annick et nico",
])("leaves %p alone", (text) => expect(arabiziOffence(text)).toBeNull());
