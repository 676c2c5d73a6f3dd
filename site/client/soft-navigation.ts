import { allRemembered } from "./remember-opened.ts";
import { moveTo, swapPage } from "./swap-page.ts";

/**
 * Follows its links, those in a picture included, and sends its forms without a full page load; if that fails, the
 * browser navigates as usual.
 */
class SoftNavigation extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a[data-soft-navigation], svg a");
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void follow(link.getAttribute("href") ?? "");
    });
    this.addEventListener("submit", (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.matches("[data-soft-navigation]")) return;
      event.preventDefault();
      void follow(form.action, { method: "POST", body: new URLSearchParams(asText(new FormData(form))) });
    });
  }
}

const asText = (fields: FormData) => [...fields].map(([name, value]) => [name, `${value}`]);

let presses = 0;

/** A form answers with a redirect to the address it was sent to. */
async function follow(href: string, form?: RequestInit) {
  const address = new URL(href, location.href).href;
  presses += 1;
  const press = presses;
  try {
    await allRemembered();
    const answer = await fetch(address, form);
    // Another link was followed meanwhile: drop this response.
    if (press !== presses) return;
    // Redirected elsewhere, for example to the sign-in page: load that page in full.
    if (answer.url !== address || !answer.ok) return location.assign(address);
    if (await swapPage(answer)) arrive(address);
    else location.assign(address);
  } catch {
    location.assign(address);
  }
}

function arrive(address: string) {
  if (location.href !== address) moveTo(address);
  const arrived = document.querySelector<HTMLElement>("[data-arrive]");
  arrived?.focus({ preventScroll: true });
  arrived?.scrollIntoView({ block: "nearest" });
}

customElements.define("soft-navigation", SoftNavigation);
