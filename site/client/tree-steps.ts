import { isDay } from "#contract/days";
import { dayInWords } from "../i18n/format.ts";

/**
 * The form for a new tree, one calm step at a time. The stylesheet folds the steps, and links lead from one to the next;
 * this script looks at what was filled in before it goes on, moves the focus along, and sums up at the end.
 */
class TreeSteps extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    if (!form) return;
    this.addEventListener("click", (event) => {
      const isForward = event.target instanceof Element && event.target.closest("[data-turn=next]") !== null;
      if (isForward && !isValid(this.current)) event.preventDefault();
    });
    // Enter in a field goes on to the next step, as it would have sent the whole form.
    form.addEventListener("submit", (event) => {
      const next = this.current?.querySelector<HTMLAnchorElement>("[data-turn=next]");
      if (!next || !isShown(next)) return;
      event.preventDefault();
      location.hash = next.hash;
    });
    // What the browser refuses to send may stand in a step that is folded.
    form.addEventListener("invalid", (event) => this.leadTo(event), true);
    form.addEventListener("input", () => this.showName(form));
    addEventListener("hashchange", () => {
      this.sumUp(form);
      this.querySelector<HTMLElement>(".step:target legend")?.focus({ preventScroll: true });
    });
    // Who comes back to the page finds what they had typed: browsers fill it in only now.
    addEventListener("pageshow", () => {
      this.showName(form);
      this.sumUp(form);
    });
  }

  private get current(): Element | null {
    return this.querySelector(".step:target") ?? this.querySelector(".step.first");
  }

  private leadTo(event: Event) {
    const step = event.target instanceof Element && event.target.closest(".step");
    if (!step || isShown(step)) return;
    event.preventDefault();
    // Each field that is refused is told of, one after the other: all of them first.
    setTimeout(() => {
      location.hash = step.id;
    });
  }

  /** The name on the sign by the tree. */
  private showName(form: HTMLFormElement) {
    const { name } = filledIn(form);
    for (const sign of document.querySelectorAll<HTMLElement>("[data-tree-name]")) {
      const shown = name || (sign.dataset.treeName ?? "");
      if (sign.textContent?.trim() !== shown) sign.textContent = shown;
    }
  }

  /** On the last step, what will be sent. */
  private sumUp(form: HTMLFormElement) {
    const summary = this.current?.querySelector<HTMLElement>("[data-summary]");
    if (!summary) return;
    const { name, openingDay, timeZone } = filledIn(form);
    const day = isDay(openingDay) ? dayInWords(openingDay, this.dataset.locale ?? "") : "";
    summary.textContent = name && [name, day, timeZone].filter(Boolean).join(" · ");
  }
}

const isShown = (element: Element) => element.getClientRects().length > 0;

function isValid(step: Element | null): boolean {
  const fields = step?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select") ?? [];
  return [...fields].every((field) => field.reportValidity());
}

function filledIn(form: HTMLFormElement) {
  const fields = new FormData(form);
  const [name = "", openingDay = "", timeZone = ""] = ["name", "openingDay", "timeZone"].map((each) =>
    `${fields.get(each) ?? ""}`.trim(),
  );
  return { name, openingDay, timeZone };
}

customElements.define("tree-steps", TreeSteps);
