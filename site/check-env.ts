import { isIP } from "node:net";
import { readEmail } from "#contract/emails";
import { SIGN_UPS } from "#contract/owners";
import { readOrigin } from "../shared/http/same-origin.ts";
import { LOG_LEVELS } from "../shared/observability/log.ts";
import { HINTS_FOR_BOTH } from "../shared/variable-hints.ts";

/** Checks a variable's value; if it is invalid, the text says what it must be. */
type Check = { isSound: (text: string) => boolean; hint: string };

const isPort = (text: string) => /^\d{1,5}$/.test(text) && isWithin(text, 1, 65535);
const isOrigin = (text: string) => readOrigin(text) !== null;
const isWithin = (text: string, least: number, most: number) => Number(text) >= least && Number(text) <= most;

const checks: Record<string, Check> = {
  SITE_PORT: { isSound: isPort, hint: HINTS_FOR_BOTH.SITE_PORT },
  API_PORT: { isSound: isPort, hint: HINTS_FOR_BOTH.API_PORT },
  SITE_OPS_PORT: { isSound: isPort, hint: HINTS_FOR_BOTH.SITE_OPS_PORT },
  LISTEN_HOST: { isSound: (text) => isIP(text) !== 0, hint: HINTS_FOR_BOTH.LISTEN_HOST },
  OPS_HOST: { isSound: (text) => isIP(text) !== 0, hint: HINTS_FOR_BOTH.OPS_HOST },
  SITE_URL: { isSound: isOrigin, hint: HINTS_FOR_BOTH.SITE_URL },
  API_URL: { isSound: isOrigin, hint: HINTS_FOR_BOTH.API_URL },
  API_INNER_URL: {
    isSound: isOrigin,
    hint: "must be where the website reaches the API, without path or password, for example http://127.0.0.1:3000, or not set",
  },
  INTERNAL_KEY: { isSound: (text) => text.length >= 32, hint: HINTS_FOR_BOTH.INTERNAL_KEY },
  OPERATOR_NAME: {
    isSound: (text) => text.trim() !== "" && text.length <= 100 && !/\p{Cc}/u.test(text),
    hint: "must be the name of who runs the site, in at most 100 characters, for example Green Garden School, or not set",
  },
  CONTACT_EMAIL: { isSound: (text) => readEmail(text) !== null, hint: HINTS_FOR_BOTH.CONTACT_EMAIL },
  SIGN_UPS: { isSound: (text) => SIGN_UPS.some((each) => each === text), hint: HINTS_FOR_BOTH.SIGN_UPS },
  SECURITY_CONTACT: {
    isSound: (text) => /^(mailto:|https:\/\/)\S+$/.test(text),
    hint: "must be where to report vulnerabilities, for example mailto:security@tree.example, or not set",
  },
  WEBMCP_ORIGIN_TRIAL_TOKEN: {
    isSound: (text) => /^[A-Za-z0-9+/=]+$/.test(text),
    hint: "must be the complete base64 token of the origin trial, or not set",
  },
  LOG_LEVEL: { isSound: (text) => LOG_LEVELS.some((each) => each === text), hint: HINTS_FOR_BOTH.LOG_LEVEL },
  BUN_CONFIG_VERBOSE_FETCH: {
    isSound: () => false,
    hint: "must be left out: with it, Bun prints passwords, cookies and INTERNAL_KEY",
  },
  LEAD_SECONDS: { isSound: (text) => isWithin(text, 0, 60), hint: HINTS_FOR_BOTH.LEAD_SECONDS },
  DRAIN_SECONDS: { isSound: (text) => isWithin(text, 0, 60), hint: HINTS_FOR_BOTH.DRAIN_SECONDS },
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
