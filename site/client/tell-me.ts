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
    form.querySelector("button")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.subscribe().then(
        (subscription) => {
          (form.elements.namedItem("device") as HTMLInputElement).value = JSON.stringify(subscription);
          form.requestSubmit();
        },
        () => this.say("refused"),
      );
    });
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

  private say(what: "home" | "refused") {
    this.hidden = false;
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    this.replaceChildren(said);
    said.textContent = this.dataset[what] ?? "";
  }
}

customElements.define("tell-me", TellMe);
