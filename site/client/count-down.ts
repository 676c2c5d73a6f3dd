import { knowsServerTime, serverNow } from "./server-clock.ts";
import { swapParts } from "./swap-parts.ts";

const MINUTE_MS = 60_000;
/** Everybody's begins at another moment: who waits for midnight does not ask together with all others. */
const TICK_MS = MINUTE_MS / 2;
/** Some process of the service may still remember the tree as closed. Longer than so many ticks nobody waits for it. */
const LOOKS_MAX = 20;
const units = [
  ["day", 48 * 60],
  ["hour", 2 * 60],
  ["minute", 0],
] as const;
const minutesIn = { day: 24 * 60, hour: 60, minute: 1 };

/** In the last two days the days are no measure any more. */
class CountDown extends HTMLElement {
  private timer = 0;
  private looks = 0;
  private readonly renews = this.dataset.renews?.split(",") ?? [];

  connectedCallback() {
    this.timer = window.setInterval(() => void this.show(), TICK_MS);
    void this.show();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  private async show() {
    const isCertain = await knowsServerTime();
    const time = this.querySelector("time");
    if (!time) return;
    const left = Math.ceil((Date.parse(time.dateTime) - serverNow()) / MINUTE_MS);
    // Only the service says that a tree opens.
    const minutes = isCertain ? left : Math.max(left, 1);
    if (minutes <= 0) {
      time.textContent = new Intl.RelativeTimeFormat(time.lang, { numeric: "auto" }).format(0, "second");
      void this.look(time.dateTime);
      return;
    }
    const [unit] = units.find(([, from]) => minutes >= from) ?? units[2];
    if (unit === "day") return;
    const words = new Intl.RelativeTimeFormat(time.lang, { numeric: "always" });
    time.textContent = words.format(Math.floor(minutes / minutesIn[unit]), unit);
  }

  /** Whether the service says so, too: as long as it counts down to that moment, all stays until the next tick. */
  private async look(moment: string) {
    this.looks += 1;
    if (this.looks >= LOOKS_MAX) clearInterval(this.timer);
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok || answer.redirected || (await answer.clone().text()).includes(moment)) return;
      // Whoever cannot see it is told.
      document.querySelector(this.renews[0] ?? "main")?.setAttribute("aria-live", "polite");
      await swapParts(answer, this.renews);
    } catch {
      // There is no connection just now, perhaps at the next tick.
    }
  }
}

customElements.define("count-down", CountDown);
