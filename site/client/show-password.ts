/** A password field whose input can be shown while it is typed. It is hidden again before it is sent. */
class ShowPassword extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input");
    const button = this.querySelector("button");
    if (!input || !button) return;
    const show = (isShown: boolean) => {
      input.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", String(isShown));
    };
    button.addEventListener("click", () => show(input.type === "password"));
    // Browsers offer to save passwords only, and remember other texts.
    input.form?.addEventListener("submit", () => show(false));
  }
}

customElements.define("show-password", ShowPassword);
