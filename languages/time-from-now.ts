/**
 * A span of time from now, such as “in 34 days”, “tomorrow” or “30日後”. `numeric`: `auto` for words such as “tomorrow”. In
 * Japanese without the space that Intl puts after the number.
 */
export function timeFromNow(
  amount: number,
  unit: Intl.RelativeTimeFormatUnit,
  locale: string,
  numeric: "auto" | "always" = "auto",
): string {
  const words = formatterOf(locale, numeric).format(amount, unit);
  return locale.startsWith("ja") ? words.replaceAll(" ", "") : words;
}

const formatters = new Map<string, Intl.RelativeTimeFormat>();

function formatterOf(locale: string, numeric: "auto" | "always"): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const made = formatters.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric });
  formatters.set(key, made);
  return made;
}
