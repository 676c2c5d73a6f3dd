import { isTreeType, proposedOpeningDay } from "#contract/trees";
import { dayInWords, daysAhead } from "../../languages/dates-in-words.ts";
import { knowsServerTime, ownToday } from "./server-clock.ts";

/** Shows the days until the next occasions, from today in the visitor's time zone by the server's clock. */
class OccasionDays extends HTMLElement {
  async connectedCallback() {
    await knowsServerTime();
    const locale = this.dataset.locale ?? "";
    const today = ownToday();
    for (const card of this.querySelectorAll<HTMLElement>("[data-type]")) {
      const { type } = card.dataset;
      const [time, ahead] = [card.querySelector("time"), card.querySelector("[data-ahead]")];
      if (!isTreeType(type) || !time || !ahead) continue;
      const day = proposedOpeningDay(type, today);
      ahead.textContent = daysAhead(day, today, locale);
      if (day === time.dateTime) continue;
      time.dateTime = day;
      time.textContent = dayInWords(day, locale);
    }
    this.putNearestFirst();
  }

  private putNearestFirst() {
    const dayOf = (card: Element) => card.querySelector("time")?.dateTime ?? "9999";
    const cards = [...this.querySelectorAll("li")];
    const sorted = cards.toSorted?.((one, other) => dayOf(one).localeCompare(dayOf(other))) ?? cards;
    if (sorted.some((card, place) => card !== cards[place])) this.querySelector("ul")?.append(...sorted);
  }
}

customElements.define("occasion-days", OccasionDays);
