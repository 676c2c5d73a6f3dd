const listed = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const optionOf = (zone: string, isChosen = false) => `<option${isChosen ? " selected" : ""}>${zone}</option>`;
const noneChosen = listed.map((zone) => optionOf(zone)).join("");

/** The options of a select with every time zone, as HTML. There are over four hundred, so they are built once. */
export function timeZoneOptions(chosen: string | null): string {
  if (chosen === null) return noneChosen;
  // A URL may name a zone that the list leaves out, such as Asia/Calcutta.
  if (!listed.includes(chosen)) return optionOf(chosen, true) + noneChosen;
  return noneChosen.replace(optionOf(chosen), optionOf(chosen, true));
}
