import { LOG_LEVELS } from "./observability/log.ts";

/** What the variables that both programs read must be. */
export const HINTS_FOR_BOTH = {
  API_PORT: "must be a port number, 1 to 65535, for example 3000",
  SITE_PORT: "must be a port number, 1 to 65535, for example 4321",
  SITE_OPS_PORT: "must be a port number, 1 to 65535, for example 9111, or not set",
  LISTEN_HOST: "must be an address of this machine, for example 127.0.0.1, or not set for all of them",
  OPS_HOST: "must be an address of this machine, for example 127.0.0.1, or 0.0.0.0 for all of them",
  API_URL: "must be the API's public address without path or password, for example https://api.tree.example",
  SITE_URL: "must be the website's public address without path or password, for example https://tree.example",
  INTERNAL_KEY: "must be a secret of at least 32 characters, the same for the API and the site",
  CONTACT_EMAIL: "must be the address where people can reach you, for example help@tree.example, or not set",
  SIGN_UPS: "must be open, closed or invite",
  LEAD_SECONDS: "must be a number of seconds from 0 to 60, for example 2",
  DRAIN_SECONDS: "must be a number of seconds from 0 to 60, for example 3",
  LOG_LEVEL: `must be one of ${LOG_LEVELS.join(", ")}`,
};
