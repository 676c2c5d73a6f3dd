import { type Day, dayIn, tidyTimeZone } from "#contract/days";
import { isTreeType, openingDayRange, proposedOpeningDay, TREE_TYPES } from "#contract/trees";
import { ownTimeZone } from "./own-time-zone.ts";

/** Proposes the day of the occasion, counted from today in the time zone that is chosen, until somebody has chosen a day themselves. */
class OpeningDay extends HTMLElement {
  private proposals = new Set<Day>();

  connectedCallback() {
    const input = this.querySelector("input");
    const form = input?.form;
    if (!input || !form) return;
    this.proposals = new Set(Object.values(JSON.parse(this.dataset.proposals ?? "{}")));
    form.addEventListener("change", ({ target }) => {
      const { name } = target as HTMLInputElement | HTMLSelectElement;
      if (name === "type" || name === "timeZone") this.propose(input, new FormData(form));
    });
    // What a browser gives back on the way back to the page is no proposal, unless it was one.
    const isChosen = this.dataset.chosen !== undefined || !this.proposals.has(input.value);
    this.propose(input, new FormData(form), isChosen);
  }

  private propose(input: HTMLInputElement, fields: FormData, isChosen = !this.proposals.has(input.value)) {
    // The field for the zone may not have been filled in yet.
    const today = dayIn(tidyTimeZone(`${fields.get("timeZone")}`) ?? ownTimeZone(), new Date());
    input.max = openingDayRange(today).latest;
    for (const each of TREE_TYPES) this.proposals.add(proposedOpeningDay(each, today));
    const type = fields.get("type");
    if (!isChosen && isTreeType(type)) input.value = proposedOpeningDay(type, today);
  }
}

customElements.define("opening-day", OpeningDay);
