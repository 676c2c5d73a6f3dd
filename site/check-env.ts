import { isIP } from "node:net";
import { readEmail } from "#contract/emails";
import { SIGN_UPS } from "#contract/owners";
import { readOrigin } from "../shared/http/same-origin.ts";
import { LOG_LEVELS } from "../shared/observability/log.ts";

/**
 * Checks a variable's value; if it is invalid, the text says what it must be. Shared variables have the API's wording.
 */
type Check = { isSound: (text: string) => boolean; hint: string };

const isPort = (text: string) => /^\d{1,5}$/.test(text) && isWithin(text, 1, 65535);
const isOrigin = (text: string) => readOrigin(text) !== null;
const isWithin = (text: string, least: number, most: number) => Number(text) >= least && Number(text) <= most;

const checks: Record<string, Check> = {
  SITE_PORT: { isSound: isPort, hint: "must be a port number, 1 to 65535, for example 4321" },
  API_PORT: { isSound: isPort, hint: "must be a port number, 1 to 65535, for example 3000" },
  SITE_OPS_PORT: { isSound: isPort, hint: "must be a port number, 1 to 65535, for example 9111, or not set" },
  LISTEN_HOST: {
    isSound: (text) => isIP(text) !== 0,
    hint: "must be an address of this machine, for example 127.0.0.1, or not set for all of them",
  },
  OPS_HOST: {
    isSound: (text) => isIP(text) !== 0,
    hint: "must be an address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them",
  },
  SITE_URL: {
    isSound: isOrigin,
    hint: "must be the website's public address without path or password, for example https://tree.example",
  },
  API_URL: {
    isSound: isOrigin,
    hint: "must be the API's public address without path or password, for example https://api.tree.example",
  },
  API_INNER_URL: {
    isSound: isOrigin,
    hint: "must be where the website reaches the API, without path or password, for example http://127.0.0.1:3000, or not set",
  },
  INTERNAL_KEY: {
    isSound: (text) => text.length >= 32,
    hint: "must be a secret of at least 32 characters, the same for the API and the site",
  },
  OPERATOR_NAME: {
    isSound: (text) => text.trim() !== "" && text.length <= 100 && !/\p{Cc}/u.test(text),
    hint: "must be the name of who runs the site, in at most 100 characters, for example Green Garden School, or not set",
  },
  CONTACT_EMAIL: {
    isSound: (text) => readEmail(text) !== null,
    hint: "must be the address where people can reach you, for example help@tree.example, or not set",
  },
  SIGN_UPS: { isSound: (text) => SIGN_UPS.some((each) => each === text), hint: "must be open, closed or invite" },
  SECURITY_CONTACT: {
    isSound: (text) => /^(mailto:|https:\/\/)\S+$/.test(text),
    hint: "must be where to report vulnerabilities, for example mailto:security@tree.example, or not set",
  },
  WEBMCP_ORIGIN_TRIAL_TOKEN: {
    isSound: (text) => /^[A-Za-z0-9+/=]+$/.test(text),
    hint: "must be the complete base64 token of the origin trial, or not set",
  },
  LOG_LEVEL: {
    isSound: (text) => LOG_LEVELS.some((each) => each === text),
    hint: `must be one of ${LOG_LEVELS.join(", ")}`,
  },
  BUN_CONFIG_VERBOSE_FETCH: {
    isSound: () => false,
    hint: "must be left out: with it, Bun prints passwords, cookies and INTERNAL_KEY",
  },
  LEAD_SECONDS: {
    isSound: (text) => isWithin(text, 0, 60),
    hint: "must be a number of seconds from 0 to 60, for example 2",
  },
  DRAIN_SECONDS: {
    isSound: (text) => isWithin(text, 0, 60),
    hint: "must be a number of seconds from 0 to 60, for example 3",
  },
};

/** What the site reads, by name. */
export const SITE_VARIABLES = Object.keys(checks).filter((name) => name !== "BUN_CONFIG_VERBOSE_FETCH");

/** Returns a sentence about the first invalid variable and what it must be, or null if all are valid. */
export function invalidVariable(source: Record<string, string | undefined>): string | null {
  for (const [name, { isSound, hint }] of Object.entries(checks)) {
    const text = source[name];
    if (text && !isSound(text)) return `${name} is invalid: it ${hint}.`;
  }
  return null;
}
