/** Asks for notifications on this device once its button is pressed. Not there where the browser has none, or refuses them. */
class TellMe extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    if (!form) return;
    if (!("PushManager" in window)) {
      // Only iPhones and iPads say whether they run from the home screen.
      if ("standalone" in navigator) this.say("home");
      return;
    }
    if (Notification.permission === "denied") return;
    this.hidden = false;
    const button = form.querySelector("button") as HTMLButtonElement;
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      button.disabled = true;
      this.say(await this.ask(form));
    });
  }

  private async ask(form: HTMLFormElement) {
    const subscription = await this.subscribe().catch(() => null);
    if (!subscription) return "refused";
    const body = new FormData(form);
    body.set("device", JSON.stringify(subscription));
    // A form that did what it should leads on to a page; who asked stays on this one.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
    return answer?.type === "opaqueredirect" ? "told" : "unable";
  }

  private async subscribe(): Promise<PushSubscription> {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("refused");
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: this.dataset.key };
    return pushManager.subscribe(options).catch(async () => {
      // It was made under a former key.
      await (await pushManager.getSubscription())?.unsubscribe();
      return pushManager.subscribe(options);
    });
  }

  private say(what: "home" | "refused" | "told" | "unable") {
    this.hidden = false;
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    this.replaceChildren(said);
    said.textContent = this.dataset[what] ?? "";
  }
}

customElements.define("tell-me", TellMe);
