/** Selects the browser's time zone, so that nobody has to search a list of four hundred. */
class TimeZoneGuess extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector("select");
    if (!select || select.value) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const zone: string = JSON.parse(this.dataset.aliases ?? "{}")[timeZone] ?? timeZone;
    if ([...select.options].some(({ value }) => value === zone)) select.value = zone;
  }
}

customElements.define("time-zone-guess", TimeZoneGuess);
