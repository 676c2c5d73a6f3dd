/** The form for a new tree, one calm step at a time; without this script all steps stand below one another. */
class TreeSteps extends HTMLElement {
  private steps: HTMLFieldSetElement[] = [];
  private current = 0;

  connectedCallback() {
    const form = this.querySelector("form");
    this.steps = [...this.querySelectorAll<HTMLFieldSetElement>(".step")];
    if (!form || this.steps.length === 0) return;
    for (const button of this.querySelectorAll<HTMLButtonElement>("[data-turn]")) {
      button.addEventListener("click", () => this.turn(Number(button.dataset.turn)));
    }
    // Enter in a field goes on to the next step, as it would have sent the whole form.
    form.addEventListener("submit", (event) => {
      if (this.current === this.steps.length - 1) return;
      event.preventDefault();
      this.turn(1);
    });
    form.addEventListener("input", () => this.showNames(form));
    // Who comes back to the page finds what they had typed: browsers fill it in only now.
    addEventListener("pageshow", () => this.showNames(form));
    const faulty = this.steps.findIndex((step) => step.querySelector("[aria-invalid]"));
    this.show(faulty < 0 ? Number(this.dataset.start) : faulty);
  }

  private turn(by: number) {
    const fields = this.steps[this.current]?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");
    if (by > 0 && [...(fields ?? [])].some((field) => !field.reportValidity())) return;
    this.show(this.current + by);
    this.steps[this.current]?.querySelector<HTMLElement>("legend")?.focus();
  }

  private show(wanted: number) {
    this.current = wanted;
    const form = this.querySelector("form");
    // Another occasion may have brought another day.
    if (form) this.showNames(form);
    for (const [place, step] of this.steps.entries()) step.hidden = place !== wanted;
    for (const button of this.querySelectorAll<HTMLButtonElement>("[data-turn]")) {
      button.hidden = this.steps[wanted + Number(button.dataset.turn)] === undefined;
    }
  }

  /** The name on the sign by the tree, and the summary on the last step. */
  private showNames(form: HTMLFormElement) {
    const fields = new FormData(form);
    const [name = "", day, zone] = ["name", "openingDay", "timeZone"].map((each) => `${fields.get(each) ?? ""}`.trim());
    for (const sign of document.querySelectorAll<HTMLElement>("[data-tree-name]")) {
      sign.textContent = name || (sign.dataset.treeName ?? "");
    }
    const summary = this.querySelector<HTMLElement>("[data-summary]");
    if (!summary) return;
    const words = new Intl.DateTimeFormat(this.lang, { dateStyle: "full", timeZone: "UTC" });
    summary.textContent = day ? `${name} · ${words.format(new Date(`${day}T00:00:00Z`))} · ${zone}` : name;
    summary.hidden = name === "";
  }
}

customElements.define("tree-steps", TreeSteps);
