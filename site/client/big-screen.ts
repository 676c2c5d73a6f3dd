/** A page for a hall: fills the screen at the press of a button, and stays awake where the browser can. */
class BigScreen extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector<HTMLButtonElement>(":scope > button");
    if (button) {
      button.hidden = !document.fullscreenEnabled;
      // A browser may refuse, and the page is as good without.
      button.addEventListener("click", () => void document.documentElement.requestFullscreen().catch(() => {}));
    }
    document.addEventListener("visibilitychange", stayAwake);
    void stayAwake();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", stayAwake);
  }
}

/** A browser releases the lock of a page that is hidden. */
async function stayAwake() {
  // Refused, for example, while a battery is low.
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

customElements.define("big-screen", BigScreen);
