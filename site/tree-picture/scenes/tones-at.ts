import type { Hour, Setting } from "./scene.ts";

/**
 * A scene's tones at an hour. For a page, each tone that differs at night becomes a CSS variable, named after its place
 * in the table, with the day's tone as the fallback.
 */
export function tonesAt<Tones extends object>(scene: string, hours: Record<Hour, Tones>, hour: Setting["hour"]): Tones {
  return hour === "page" ? (asVariables(scene, hours.day, hours.night) as Tones) : hours[hour];
}

/** The night value of each variable that `tonesAt` uses on a page. */
export function nightValues(name: string, day: unknown, night: unknown): [variable: string, value: string][] {
  if (typeof day === "string") return day === night ? [] : [[`--${name}`, String(night)]];
  return members(name, day, night).flatMap((member) => nightValues(member.name, member.day, member.night));
}

function asVariables(name: string, day: unknown, night: unknown): unknown {
  if (typeof day === "string") return day === night ? day : `var(--${name},${day})`;
  const values = members(name, day, night).map(
    (member) => [member.key, asVariables(member.name, member.day, member.night)] as const,
  );
  return Array.isArray(day) ? values.map(([, value]) => value) : Object.fromEntries(values);
}

function members(name: string, day: unknown, night: unknown) {
  const nights: Record<string, unknown> = { ...(night as object) };
  return Object.entries(day as object).map(([key, value]) => ({
    key,
    name: `${name}-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    day: value as unknown,
    night: nights[key],
  }));
}
