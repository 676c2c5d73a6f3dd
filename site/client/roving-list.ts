const STEPS: Record<string, number> = { j: 1, k: -1 };

/**
 * A list navigated with j and k. The keys work only while the focus is in the list and not in a field, so that they do
 * not override anybody's own shortcuts (WCAG 2.1.4). They only move the focus.
 */
class RovingList extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", (event) => this.walk(event));
  }

  private walk(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const { target } = event;
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.matches("input, textarea, select")) return;
    const entries = [...this.querySelectorAll<HTMLElement>("article")];
    const here = entries.findIndex((entry) => entry.contains(target));
    const next = entries[here + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("roving-list", RovingList);
