import { type Day, dayIn, daysBetween, isDay, tidyTimeZone } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { lookUpTree } from "../look-up-tree.ts";
import { type Answering, no, type Tool } from "../tool.ts";

export const DAYS_UNTIL: Tool = {
  name: "days_until",
  title: "Count the days",
  description:
    "Counts the days until a tree opens, a date, Christmas or Valentine's Day, in the tree's time zone or else the person's. 0 is today; a day that is over counts below 0.",
  inputSchema: {
    type: "object",
    properties: {
      until: {
        type: "string",
        description: "A tree's code or link, a date such as 2026-12-25, christmas, or valentine.",
      },
    },
    required: ["until"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

const OCCASION = /^(christmas|xmas|valentine|birthday)(['’]?s)?( ?day)?$/i;

export const answerDaysUntil: Answering = async ({ until = "" }, { now, timeZone: given }, { api }) => {
  const timeZone = tidyTimeZone(given) ?? "UTC";
  const count = (day: Day, zone = timeZone) => {
    const today = dayIn(zone, new Date(now));
    return { ok: true as const, days: daysBetween(today, day), day, today, timeZone: zone };
  };
  const said = until.trim();
  if (isDay(said)) return { answer: count(said) };
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(said)) return { answer: notADay };
  const occasion = OCCASION.exec(said)?.[1]?.toLowerCase();
  if (occasion === "birthday") return { answer: birthday };
  if (occasion) {
    const type = occasion === "valentine" ? occasion : "christmas";
    return { answer: count(proposedOpeningDay(type, dayIn(timeZone, new Date(now)))) };
  }
  const found = await lookUpTree(until, api);
  if ("ok" in found) return { answer: found };
  const { shareCode, openingDay, isOpen } = found;
  return { answer: { ...count(openingDay, found.timeZone), shareCode, isOpen } };
};

const notADay = no("not_a_day", "There is no such day.", "Ask the person for the date, and write it like 2026-12-24.");

const birthday = no(
  "no_fixed_day",
  "A birthday has no day that we know.",
  "Ask the person for the date, or for the tree's code.",
);
