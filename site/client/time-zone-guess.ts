/** Selects the browser's time zone, so that nobody has to search a list of four hundred. It comes first, then the nearest. */
class TimeZoneGuess extends HTMLElement {
  connectedCallback() {
    const select = this.querySelector("select");
    if (!select) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const zone: string = JSON.parse(this.dataset.aliases ?? "{}")[timeZone] ?? timeZone;
    const own = [...select.options].find(({ value }) => value === zone)?.closest("optgroup");
    if (!own) return;
    const chosen = select.value || zone;
    const offset = (group: HTMLElement) => Number(group.dataset.offset);
    const distance = (group: HTMLElement) => (group === own ? -1 : Math.abs(offset(group) - offset(own)));
    select.append(...[...select.querySelectorAll("optgroup")].sort((one, other) => distance(one) - distance(other)));
    select.value = chosen;
  }
}

customElements.define("time-zone-guess", TimeZoneGuess);
