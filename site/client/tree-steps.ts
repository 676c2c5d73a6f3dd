import { isDay } from "#contract/days";
import { dayInWords } from "../i18n/format.ts";

/**
 * The form for a new tree, one step at a time. The stylesheet collapses the steps and links lead between them; this script
 * validates a step before moving on, moves the focus, and shows a summary at the end.
 */
class TreeSteps extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    if (!form) return;
    this.addEventListener("click", (event) => {
      const isForward = event.target instanceof Element && event.target.closest("[data-turn=next]") !== null;
      if (isForward && !isValid(this.current)) event.preventDefault();
    });
    // Enter in a field goes to the next step instead of submitting the form.
    form.addEventListener("submit", (event) => {
      const next = this.current?.querySelector<HTMLAnchorElement>("[data-turn=next]");
      // A button with a name does something else.
      if (!next || !isShown(next) || event.submitter?.hasAttribute("name")) return;
      event.preventDefault();
      location.hash = next.hash;
    });
    form.addEventListener("input", () => this.showName(form));
    addEventListener("hashchange", () => {
      this.sumUp(form);
      this.querySelector<HTMLElement>(".step:target legend")?.focus({ preventScroll: true });
    });
    // On back navigation, browsers restore the fields only now.
    addEventListener("pageshow", () => {
      this.showName(form);
      this.sumUp(form);
    });
  }

  private get current(): Element | null {
    return this.querySelector(".step:target") ?? this.querySelector(".step.first");
  }

  /** Shows the tree's name on the sign next to the tree. */
  private showName(form: HTMLFormElement) {
    const { name } = filledIn(form);
    for (const sign of document.querySelectorAll<HTMLElement>("[data-tree-name]")) {
      const shown = name || (sign.dataset.treeName ?? "");
      if (sign.textContent?.trim() !== shown) sign.textContent = shown;
    }
  }

  /** Shows on the last step what will be sent. */
  private sumUp(form: HTMLFormElement) {
    const summary = this.current?.querySelector<HTMLElement>("[data-summary]");
    if (!summary) return;
    const { name, openingDay } = filledIn(form);
    const timeZone = zoneInWords(form.querySelector<HTMLSelectElement>("[data-in-words]"));
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
  const [name = "", openingDay = ""] = ["name", "openingDay"].map((each) => `${fields.get(each) ?? ""}`.trim());
  return { name, openingDay };
}

/** The chosen time zone as the page calls it: the group's name and the option's, which is a city. */
function zoneInWords(select: HTMLSelectElement | null): string {
  const option = select?.value ? select.selectedOptions[0] : undefined;
  const zone = option?.closest("optgroup")?.label;
  if (!option || !zone) return option?.text ?? "";
  return (select?.dataset.inWords ?? "").replace("{zone}", zone).replace("{city}", option.text);
}

customElements.define("tree-steps", TreeSteps);
