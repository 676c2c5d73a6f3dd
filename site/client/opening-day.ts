import { type Day, dayIn, tidyTimeZone } from "#contract/days";
import { isTreeType, openingDayRange, proposedOpeningDay } from "#contract/trees";
import { ownTimeZone, ownToday } from "./own-time-zone.ts";
import { knowsServerTime, serverNow } from "./server-clock.ts";

/** Proposes the occasion's day, counted from today in the chosen time zone, until the visitor picks a day. */
class OpeningDay extends HTMLElement {
  /**
   * The current proposal. Any other value was picked by the visitor, even if it is the proposal for another occasion.
   */
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
    // Today is taken from the server's clock; ask the server first if the device's clock is in doubt.
    await knowsServerTime();
    const fields = new FormData(form);
    const fromServer = JSON.parse(this.dataset.proposals ?? "{}")[`${fields.get("type")}`];
    // A value that the browser restored on back navigation counts as picked, unless it was the proposal.
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

/** The time zone field may not be filled in yet. */
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
