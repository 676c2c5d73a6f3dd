import { splitLanguage } from "../languages/prefix.ts";

/** The pages that take what is sent to them, without the language before them. */
const TAKES_FORMS =
  /^\/(account|confirm-email|create|moderation(\/history)?|my-trees\/[^/]+(\/(delete|report))?|report|reset-password|send-message|sign-(in|out|up)|webmcp\/[^/]+)$/;

/** What may be asked of the page at a path: it is read, and some take forms. */
export const methodsOf = (path: string): string[] =>
  TAKES_FORMS.test(splitLanguage(path).address) ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
