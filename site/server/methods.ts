import { splitLanguage } from "../i18n/prefix.ts";

/** Pages that also accept forms, without a language prefix. */
const TAKES_FORMS =
  /^\/(account|confirm-email|create|moderation(\/history)?|my-trees\/[^/]+(\/(delete|report))?|report|reset-password|send-message|sign-(in|up))$/;
/** Endpoints that only accept POST. */
const ONLY_SENT_TO = /^\/(sign-out|webmcp\/[^/]+)$/;

/** Returns the methods that the page at a path allows. */
export function methodsOf(path: string): string[] {
  const { address } = splitLanguage(path);
  if (ONLY_SENT_TO.test(address)) return ["POST"];
  return TAKES_FORMS.test(address) ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
