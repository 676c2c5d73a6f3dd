import { type Day, daysBetween, isDay } from "#contract/days";
import { proposedOpeningDay } from "#contract/trees";
import { dayIn, tidyTimeZone } from "../../../shared/time-zones.ts";
import { lookUpTree } from "../look-up-tree.ts";
import { type Answering, no } from "../tool.ts";

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

const notADay = no(
  "not_a_day",
  "That date does not exist.",
  "Ask the person for the date, and write it like 2026-12-24.",
);

const birthday = no(
  "no_fixed_day",
  "Birthdays have no fixed date.",
  "Ask the person for the date, or for the tree's code.",
);
