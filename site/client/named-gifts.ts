/** Half of 44 CSS pixels. */
const FINGER_TIP = 22;
const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * A tree's picture whose gifts with a name are links to their rows in the list. Shows the name beside a gift instead.
 * The gifts are one tab stop; the arrow keys move among them.
 */
class NamedGifts extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link = linkNear(event);
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // WebKit does not focus a link that is pressed.
      link.focus({ preventScroll: true });
      this.show(link);
    });
    this.addEventListener("focusin", ({ target }) => {
      const link = linkAt(target);
      if (link) this.show(link);
    });
    this.addEventListener("focusout", () => this.hide());
    this.addEventListener("keydown", (event) => this.step(event));
    document.addEventListener("pointerdown", this.leave);
  }

  disconnectedCallback() {
    document.removeEventListener("pointerdown", this.leave);
  }

  /** A finger beside the gifts does not move the focus in every browser. */
  private readonly leave = (event: PointerEvent) => {
    if (!linkNear(event)) this.hide();
  };

  private step(event: KeyboardEvent) {
    if (event.key === "Escape") return this.hide();
    // The newest gift is drawn last, and comes first.
    const links = [...this.querySelectorAll<SVGAElement>("svg a")].reverse();
    const next = links[links.indexOf(linkAt(event.target) as SVGAElement) + (ARROWS[event.key] ?? 0)];
    if (!(event.key in ARROWS) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!next) return;
    for (const link of links) link.setAttribute("tabindex", link === next ? "0" : "-1");
    next.focus({ preventScroll: true });
  }

  private show(link: SVGAElement) {
    const bubble = this.querySelector<HTMLElement>(".bubble");
    const row = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    if (!bubble || !row) return;
    bubble.textContent = row.querySelector(".soft")?.textContent ?? "";
    bubble.hidden = false;
    const [picture, gift] = [this.getBoundingClientRect(), link.getBoundingClientRect()];
    const middle = gift.left + gift.width / 2 - picture.left;
    const left = Math.max(0, Math.min(middle - bubble.offsetWidth / 2, picture.width - bubble.offsetWidth));
    bubble.style.left = `${left}px`;
    bubble.style.bottom = `${picture.bottom - gift.top}px`;
    bubble.style.setProperty("--tip", `${middle - left}px`);
  }

  private hide() {
    const bubble = this.querySelector<HTMLElement>(".bubble");
    if (bubble) bubble.hidden = true;
  }
}

/** The gift under a finger, or near it: on a full tree they are smaller than its tip. */
function linkNear(event: MouseEvent): SVGAElement | null {
  const { target, clientX, clientY } = event;
  const under = linkAt(target);
  if (under) return under;
  const gifts = target instanceof Element ? target.closest("named-gifts") : null;
  const links = [...(gifts?.querySelectorAll<SVGAElement>("svg a") ?? [])];
  const away = links.map((link) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
  });
  const nearest = Math.min(...away);
  return nearest <= FINGER_TIP ? (links[away.indexOf(nearest)] ?? null) : null;
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<SVGAElement>("named-gifts svg a") : null;

customElements.define("named-gifts", NamedGifts);
