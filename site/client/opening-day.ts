import { type Day, dayIn, tidyTimeZone } from "#contract/days";
import { isTreeType, openingDayRange, proposedOpeningDay } from "#contract/trees";
import { ownTimeZone, ownToday } from "./own-time-zone.ts";
import { knowsServerTime, serverNow } from "./server-clock.ts";

/** Proposes the day of the occasion, counted from today in the time zone that is chosen, until somebody has chosen a day themselves. */
class OpeningDay extends HTMLElement {
  /** What stands there unless somebody chose: another day is theirs, also where it would be proposed for another occasion. */
  private proposed: Day | null = null;

  connectedCallback() {
    const input = this.querySelector("input");
    const form = input?.form;
    if (!input || !form) return;
    form.addEventListener("change", ({ target }) => {
      const { name } = target as HTMLInputElement | HTMLSelectElement;
      if (name === "type" || name === "timeZone") this.propose(input, new FormData(form));
    });
    void this.proposeAtFirst(input, form);
  }

  private async proposeAtFirst(input: HTMLInputElement, form: HTMLFormElement) {
    // Today is the service's: where the device's clock is in doubt, the service is asked before anything is changed.
    await knowsServerTime();
    const fields = new FormData(form);
    const fromServer = JSON.parse(this.dataset.proposals ?? "{}")[`${fields.get("type")}`];
    // What a browser gives back on the way back to the page is no proposal, unless it was one.
    const isProposed = [fromServer, proposalFor(fields)].includes(input.value);
    if (this.dataset.chosen === undefined && isProposed) this.proposed = input.value;
    this.propose(input, fields);
  }

  private propose(input: HTMLInputElement, fields: FormData) {
    input.max = openingDayRange(todayIn(fields)).latest;
    const proposal = proposalFor(fields);
    if (proposal === null || input.value !== this.proposed) return;
    input.value = proposal;
    this.proposed = proposal;
  }
}

/** The field for the zone may not have been filled in yet. */
function todayIn(fields: FormData): Day {
  const chosen = `${fields.get("timeZone")}`;
  const zone = chosen === ownTimeZone() ? null : tidyTimeZone(chosen);
  return zone === null ? ownToday() : dayIn(zone, new Date(serverNow()));
}

function proposalFor(fields: FormData): Day | null {
  const type = fields.get("type");
  return isTreeType(type) ? proposedOpeningDay(type, todayIn(fields)) : null;
}

customElements.define("opening-day", OpeningDay);
