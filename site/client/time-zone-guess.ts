import { ownTimeZone } from "./own-time-zone.ts";

/** The browser knows its zone; nobody should have to look for it in a list of four hundred. */
class TimeZoneGuess extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector("select");
    if (!select || select.value) return;
    const timeZone = ownTimeZone();
    if (timeZone === "Etc/Unknown") return;
    // Browsers call some zones by names that lists leave out, such as Asia/Calcutta.
    if (![...select.options].some(({ value }) => value === timeZone)) select.add(new Option(timeZone));
    select.value = timeZone;
  }
}

customElements.define("time-zone-guess", TimeZoneGuess);
