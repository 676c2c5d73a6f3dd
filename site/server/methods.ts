import { splitLanguage } from "../i18n/prefix.ts";

/** The pages that people read and send forms to, without the language before them. */
const TAKES_FORMS =
  /^\/(account|confirm-email|create|moderation(\/history)?|my-trees\/[^/]+(\/(delete|report))?|report|reset-password|send-message|sign-(in|up))$/;
/** Those that are only sent to: nothing is there to be read. */
const ONLY_SENT_TO = /^\/(sign-out|webmcp\/[^/]+)$/;

/** What may be asked of the page at a path. */
export function methodsOf(path: string): string[] {
  const { address } = splitLanguage(path);
  if (ONLY_SENT_TO.test(address)) return ["POST"];
  return TAKES_FORMS.test(address) ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
}
