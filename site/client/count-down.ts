import { timeFromNow } from "../../languages/time-from-now.ts";
import { knowsServerTime, serverNow } from "./server-clock.ts";
import { swapPage } from "./swap-page.ts";
import { swapParts } from "./swap-parts.ts";

const MINUTE_MS = 60_000;
/** Each page's interval starts when the page loads, so visitors waiting for midnight do not all request at once. */
const TICK_MS = MINUTE_MS / 2;
/** Some server process may still have the closed tree cached. Stop asking after this many ticks. */
const LOOKS_MAX = 20;
const units = [
  ["day", 48 * 60],
  ["hour", 2 * 60],
  ["minute", 0],
] as const;
const minutesIn = { day: 24 * 60, hour: 60, minute: 1 };

/** Counts down in days, in hours within the last two days, and in minutes within the last two hours. */
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
    // Only the server decides that a tree is open.
    const minutes = isCertain ? left : Math.max(left, 1);
    if (minutes <= 0) {
      time.textContent = timeFromNow(0, "second", time.lang);
      void this.look(time.dateTime);
      return;
    }
    const [unit] = units.find(([, from]) => minutes >= from) ?? units[2];
    if (unit === "day") return;
    time.textContent = timeFromNow(Math.floor(minutes / minutesIn[unit]), unit, time.lang, "always");
  }

  /** Asks the server whether the tree is open; if the page still has the countdown, waits for the next tick. */
  private async look(moment: string) {
    this.looks += 1;
    if (this.looks >= LOOKS_MAX) clearInterval(this.timer);
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.status === 404) await swapPage(answer);
      if (!answer.ok || answer.redirected || (await answer.clone().text()).includes(moment)) return;
      // Screen readers announce the change.
      document.querySelector(this.renews[0] ?? "main")?.setAttribute("aria-live", "polite");
      await swapParts(answer, this.renews);
    } catch {
      // Offline; the next tick tries again.
    }
  }
}

customElements.define("count-down", CountDown);
