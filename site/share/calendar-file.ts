import type { Tree } from "#contract/trees";
import { startOfDay } from "../../shared/time-zones.ts";
import type { Strings } from "../i18n/strings.ts";

export type CalendarEntry = {
  tree: Pick<Tree, "shareCode" | "openingDay" | "timeZone">;
  /** Where the tree can be seen; its host makes the event's id globally unique. */
  link: string;
  strings: { summary: string; description: string };
  now?: Date;
};

const LINE_OCTETS_AT_MOST = 75;
const MINUTE_MS = 60_000;
const DURATION_MS = 30 * MINUTE_MS;

/**
 * The opening of a tree as an iCalendar file (RFC 5545).
 *
 * It is an instant in UTC, not an all-day event: an all-day alarm would go off at the reader's midnight, and a friend
 * abroad would find the tree still closed, or long open. As an instant it is at 00:00 of the opening day for everybody
 * in the tree's time zone, and at the right hour in all others.
 *
 * One alarm, at the opening. A second one in the morning is not safe: Exchange keeps a single alarm per event, and
 * reads a time after the start as the same time before it ([MS-OXCICAL] 2.1.3.1.1.20.62).
 */
export function calendarFile({ tree, link, strings, now = new Date() }: CalendarEntry): string {
  const opening = startOfDay(tree.openingDay, tree.timeZone);
  const { host, href } = new URL(link);
  const summary = textValue(strings.summary);
  return [
    ["BEGIN", "VCALENDAR"],
    ["VERSION", "2.0"],
    ["PRODID", "-//Tree Gifting//Opening day//EN"],
    ["CALSCALE", "GREGORIAN"],
    ["BEGIN", "VEVENT"],
    ["UID", `${tree.shareCode}@${host}`],
    ["DTSTAMP", utc(now)],
    // A calendar accepts a moved day only with a higher number. Moves are not counted, so the time is used.
    ["SEQUENCE", String(Math.floor(now.getTime() / MINUTE_MS))],
    ["DTSTART", utc(opening)],
    ["DTEND", utc(new Date(opening.getTime() + DURATION_MS))],
    ["SUMMARY", summary],
    ["DESCRIPTION", textValue(strings.description)],
    ["URL", href],
    // The opening does not make anybody busy.
    ["TRANSP", "TRANSPARENT"],
    ["BEGIN", "VALARM"],
    ["ACTION", "DISPLAY"],
    ["TRIGGER", "PT0S"],
    ["DESCRIPTION", summary],
    ["END", "VALARM"],
    ["END", "VEVENT"],
    ["END", "VCALENDAR"],
  ]
    .map(([name = "", value = ""]) => contentLine(name, value))
    .join("");
}

/** Responds with the file, whose entry links to `link`. */
export function calendarDownload(tree: Tree, link: string, strings: Strings, description: string): Response {
  const summary = strings.calendar.summary(tree.name);
  return new Response(calendarFile({ tree, link, strings: { summary, description } }), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="tree-${tree.shareCode}.ics"`,
      vary: "Accept-Language, Cookie",
    },
  });
}

/** `20261224T150000Z`. */
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** Escapes text as a property value; control characters are removed (RFC 5545, 3.3.11). */
function textValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\n)\p{Cc}/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");
}

/** One content line with its line break, folded if longer than 75 octets, never within a character (RFC 5545, 3.1). */
function contentLine(name: string, value: string): string {
  let line = "";
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const more = Buffer.byteLength(character);
    if (octets + more > LINE_OCTETS_AT_MOST) {
      line += "\r\n ";
      octets = 1;
    }
    line += character;
    octets += more;
  }
  return `${line}\r\n`;
}
