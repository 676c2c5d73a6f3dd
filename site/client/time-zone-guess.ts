import { ownTimeZone } from "./own-time-zone.ts";

/** Selects the browser's time zone, so that nobody has to search a list of four hundred. */
class TimeZoneGuess extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector("select");
    if (!select || select.value) return;
    const timeZone = ownTimeZone();
    if (timeZone === "Etc/Unknown") return;
    // Browsers use some names that lists leave out, such as Asia/Calcutta.
    if (![...select.options].some(({ value }) => value === timeZone)) select.add(new Option(timeZone));
    select.value = timeZone;
  }
}

customElements.define("time-zone-guess", TimeZoneGuess);
