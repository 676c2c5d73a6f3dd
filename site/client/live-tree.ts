import { swapPage } from "./swap-page.ts";
import { swapParts } from "./swap-parts.ts";

/** Most gifts reach an open page within 3 seconds (docs/decisions/041-live-trees.md). */
const ASK_MS = 2000;
const WAIT_MS = 20_000;
/** A tree without news for this long is asked less often. */
const QUIET_AFTER_MS = 15 * 60_000;
const QUIET_ASK_MS = 10_000;
const FAILED_ASK_MAX_MS = 60_000;
/** A tree that is gone may have been taken down for a while. */
const GONE_ASK_MS = 60_000;
/** Screen readers hear of news at most this often. */
const SAY_MS = 30_000;
/** As many gifts as may move at once (styles/tree-picture.css). */
const MOVING_MAX = 12;

/**
 * Shows the gifts that arrive while a tree's page is open: asks for the page with its ETag, and updates the parts named
 * by `data-parts`. A tree that is gone gives way to the page that says so, until it is back. Asks nothing while the page
 * is hidden.
 */
class LiveTree extends HTMLElement {
  private readonly address = this.dataset.address ?? "";
  private tag = tagOf(this.address);
  private timer = 0;
  private isAsking = false;
  private isGone = false;
  private failures = 0;
  private newsMs = performance.now();
  private unsaid = 0;
  private saidMs = Number.NEGATIVE_INFINITY;

  connectedCallback() {
    document.addEventListener("visibilitychange", this.seen);
    this.wait();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
  }

  private readonly seen = () => {
    clearTimeout(this.timer);
    if (!document.hidden) void this.ask();
  };

  private wait() {
    clearTimeout(this.timer);
    if (document.hidden || !this.isConnected) return;
    const isQuiet = performance.now() - this.newsMs > QUIET_AFTER_MS;
    const usual = isQuiet ? QUIET_ASK_MS : ASK_MS;
    const pause = this.isGone ? GONE_ASK_MS : Math.min(usual * 2 ** this.failures, FAILED_ASK_MAX_MS);
    this.timer = window.setTimeout(() => void this.ask(), pause);
  }

  private async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    const status = await this.look().catch(() => 0);
    this.isAsking = false;
    this.failures = status === 200 || status === 304 ? 0 : this.failures + 1;
    this.say();
    this.wait();
  }

  private async look(): Promise<number> {
    const headers = { accept: "text/html", ...(this.tag && { "if-none-match": this.tag }) };
    const answer = await fetch(this.address, { headers, signal: AbortSignal.timeout?.(WAIT_MS) });
    const { status } = answer;
    if (this.isConnected && status === 200) return this.update(answer);
    if (this.isConnected && status === 404 && !this.isGone && !this.dataset.own) await this.giveWay(answer);
    // Chromium counts a request as unfinished until its body is read.
    else await answer.text();
    return status;
  }

  private async update(answer: Response): Promise<number> {
    // The page with the tree has a live tree of its own.
    if (this.isGone && (await swapPage(answer))) this.remove();
    if (this.isGone) return answer.status;
    const { own, parts = "" } = this.dataset;
    if (own) await answer.text();
    const shown = own ? await fetch(own, { headers: { accept: "text/html" } }) : answer;
    // Somebody has signed out elsewhere, or in as another owner: the page asks who, and is emptied (private-page.ts).
    if (own && (shown.redirected || shown.status === 404)) document.dispatchEvent(new Event("session-doubted"));
    if (shown.redirected) this.remove();
    if (shown.redirected || !shown.ok) return shown.status;
    await swapParts(shown, parts.split(","), (arrived) => this.welcome(arrived));
    this.tag = answer.headers.get("etag") ?? "";
    return answer.status;
  }

  private async giveWay(answer: Response) {
    // Outside of what is replaced, to look whether the tree is back.
    document.body.append(this);
    this.isGone = await swapPage(answer);
    this.tag = "";
  }

  /** Lets new gifts swing, and leaves the gift that is being chosen as it is. */
  private welcome(arrived: Document) {
    const [shown, chosen] = [giftsIn(document), previewIn(document)];
    const known = new Set(shown.map(({ dataset }) => dataset.gift));
    const drawn = giftsIn(arrived);
    // The newest are drawn last.
    const fresh = drawn.slice(drawn.findLastIndex(({ dataset }) => known.has(dataset.gift)) + 1);
    for (const gift of fresh.slice(-MOVING_MAX)) gift.classList.add("just-hung");
    const place = previewIn(arrived);
    if (chosen && place) {
      chosen.setAttribute("transform", place.getAttribute("transform") ?? "");
      place.replaceWith(chosen.cloneNode(true));
    }
    keepRows(arrived);
    if (fresh.length > 0) this.newsMs = performance.now();
    this.unsaid += fresh.length;
  }

  private say() {
    if (this.unsaid === 0 || performance.now() - this.saidMs < SAY_MS) return;
    const words = (this.unsaid === 1 ? this.dataset.one : this.dataset.many) ?? "";
    this.textContent = words.replace("{count}", String(this.unsaid));
    this.unsaid = 0;
    this.saidMs = performance.now();
  }
}

/** The ETag of the page as the browser loaded it (site/page-headers.ts); empty if the browser does not expose it. */
function tagOf(address: string): string {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const tag = page?.serverTiming?.find(({ name }) => name === "page")?.description;
  return tag && page.name.split("#")[0] === new URL(address, location.href).href ? `"${tag}"` : "";
}

/**
 * The rows that an owner's list already has stay as they are: still marked as new, and their messages open. Those without
 * messages do not, once the tree is open.
 */
function keepRows(arrived: Document): void {
  if (isClosed(document) && !isClosed(arrived)) return;
  for (const row of document.querySelectorAll(".owners-gifts > li[id]")) {
    arrived.getElementById(row.id)?.replaceWith(row.cloneNode(true));
  }
}

const isClosed = (page: Document) => page.querySelector(".owners-gifts.closed") !== null;

const giftsIn = (page: Document) => [
  ...page.querySelectorAll<SVGGElement>('.tree-picture [data-gift]:not([data-gift="preview"])'),
];
const previewIn = (page: Document) => page.querySelector('.tree-picture [data-gift="preview"]');

customElements.define("live-tree", LiveTree);
