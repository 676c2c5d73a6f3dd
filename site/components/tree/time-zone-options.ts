import { homeZoneIn, zoneInWords } from "../../../languages/time-zones-in-words.ts";
import { offsetIn, tidyTimeZone, ZONE_NAMES, ZONES } from "../../../shared/time-zones.ts";
import { escapeXml } from "../../tree-picture/xml.ts";

/** Names that devices have for zones of the list, such as Asia/Calcutta, with that zone, as JSON. */
export const timeZoneAliases = JSON.stringify(
  Object.fromEntries(
    ZONE_NAMES.flatMap((name) => {
      const zone = tidyTimeZone(name);
      return zone !== null && zone !== name && ZONES.includes(zone) ? [[name, zone]] : [];
    }),
  ),
);

const noneChosen = new Map<string, string>();

/** The options of a select with every time zone, as HTML. There are over four hundred, so they are built once. */
export function timeZoneOptions(chosen: string | null, locale: string): string {
  const options = noneChosen.get(locale) ?? allOptions(locale);
  noneChosen.set(locale, options);
  if (chosen === null) return options;
  // A URL may name a fixed offset, such as Etc/GMT+5, which the list leaves out.
  if (!ZONES.includes(chosen)) return optionOf(chosen, zoneInWords(chosen, locale).zone, " selected") + options;
  return options.replace(`<option value="${chosen}"`, "$& selected");
}

/** Cities under the names of their zones, so that typing a city's first letters finds it. */
function allOptions(locale: string): string {
  const { compare } = new Intl.Collator(locale);
  const zones = new Map<string, { timeZone: string; city: string }[]>();
  for (const timeZone of ZONES) {
    const { zone, city } = zoneInWords(timeZone, locale);
    zones.set(zone, [...(zones.get(zone) ?? []), { timeZone, city: city ?? zone }]);
  }
  const now = new Date();
  const home = homeZoneIn(locale);
  const homeOffset = offsetIn(home, now);
  const groups = [...zones].map(([name, cities]) => ({
    name,
    cities: cities.toSorted((one, other) => compare(one.city, other.city)),
    isHome: cities.some(({ timeZone }) => timeZone === home),
    offset: offsetIn(cities[0]?.timeZone ?? home, now),
  }));
  const distance = (group: (typeof groups)[number]) => (group.isHome ? -1 : Math.abs(group.offset - homeOffset));
  return groups
    .toSorted((one, other) => distance(one) - distance(other))
    .map(({ name, offset, cities }) => {
      const options = cities.map(({ timeZone, city }) => optionOf(timeZone, city)).join("");
      return `<optgroup label="${escapeXml(name)}" data-offset="${offset}">${options}</optgroup>`;
    })
    .join("");
}

const optionOf = (timeZone: string, words: string, attributes = "") =>
  `<option value="${timeZone}"${attributes}>${escapeXml(words)}</option>`;
