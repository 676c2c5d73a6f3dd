import { tidyTimeZone, ZONE_NAMES, ZONES } from "../../../shared/time-zones.ts";

const optionOf = (zone: string, isChosen = false) => `<option${isChosen ? " selected" : ""}>${zone}</option>`;
const noneChosen = ZONES.map((zone) => optionOf(zone)).join("");

/** Names that devices have for zones of the list, such as Asia/Calcutta, with that zone, as JSON. */
export const timeZoneAliases = JSON.stringify(
  Object.fromEntries(
    ZONE_NAMES.flatMap((name) => {
      const zone = tidyTimeZone(name);
      return zone !== null && zone !== name && ZONES.includes(zone) ? [[name, zone]] : [];
    }),
  ),
);

/** The options of a select with every time zone, as HTML. There are over four hundred, so they are built once. */
export function timeZoneOptions(chosen: string | null): string {
  if (chosen === null) return noneChosen;
  // A URL may name a fixed offset, such as Etc/GMT+5, which the list leaves out.
  if (!ZONES.includes(chosen)) return optionOf(chosen, true) + noneChosen;
  return noneChosen.replace(optionOf(chosen), optionOf(chosen, true));
}
