import { chime } from "./chime.ts";
import { rememberOpened } from "./remember-opened.ts";

/** Farther than a tap wanders, in CSS pixels. */
const SWIPE = 48;
/** How long a phone ticks as a gift opens. */
const TICK_MS = 15;
/** Off until it is switched on, each time: nobody expects a page to sound. */
let isSounding = false;
const TURNS: Record<string, string> = { ArrowRight: "next", ArrowLeft: "previous" };

/** The opening, gift by gift: remembers the gift that is shown, lets it sound if asked to, and turns to the next by swiping and arrow keys. */
class GiftOpening extends HTMLElement {
  private from: Touch | null = null;

  connectedCallback() {
    const { opened } = this.dataset;
    if (opened) rememberOpened(location.pathname, opened);
    if (opened && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(TICK_MS);
    if (opened && isSounding) chime();
    this.offerSound();
    this.addEventListener("touchstart", ({ touches }) => this.begin(touches), { passive: true });
    this.addEventListener("touchend", ({ changedTouches }) => this.end(changedTouches[0]));
  }

  private offerSound() {
    const sound = this.querySelector("[data-sound]");
    sound?.setAttribute("aria-pressed", `${isSounding}`);
    sound?.addEventListener("click", () => {
      isSounding = !isSounding;
      sound.setAttribute("aria-pressed", `${isSounding}`);
      if (isSounding) chime();
    });
  }

  private begin({ length, 0: touch }: TouchList) {
    // A page that is enlarged is moved, not turned.
    this.from = length === 1 && touch && (visualViewport?.scale ?? 1) === 1 ? touch : null;
  }

  private end(to: Touch | undefined) {
    if (!this.from || !to || isTypedIn(this.from.target)) return;
    const [x, y] = [to.clientX - this.from.clientX, to.clientY - this.from.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? "next" : "previous");
  }
}

const turn = (step: string) => document.querySelector<HTMLElement>(`gift-opening [data-step=${step}]`)?.click();
const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest("textarea, input") !== null;

document.addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
  const step = TURNS[key];
  if (step && !isTypedIn(target) && !(altKey || ctrlKey || metaKey || shiftKey)) turn(step);
});

customElements.define("gift-opening", GiftOpening);
