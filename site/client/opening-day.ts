import type { Day } from "#contract/days";
import { isTreeType, proposedOpeningDay } from "#contract/trees";
import { knowsServerTime, ownToday } from "./server-clock.ts";

/** Proposes the occasion's day, counted from the visitor's own today, until they pick a day. */
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
      if (name === "type") this.propose(input, new FormData(form));
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
    const proposal = proposalFor(fields);
    if (proposal === null || input.value !== this.proposed) return;
    input.value = proposal;
    this.proposed = proposal;
  }
}

function proposalFor(fields: FormData): Day | null {
  const type = fields.get("type");
  return isTreeType(type) ? proposedOpeningDay(type, ownToday()) : null;
}

customElements.define("opening-day", OpeningDay);
