import { draftOf, forgetOldDrafts, keepDraft, restoreDraft } from "./gift-draft.ts";
import { forgetOldBeginnings, noteSent } from "./sent-gift.ts";
import { announce, swapPage } from "./swap-page.ts";

const WAIT_MS = 20_000;

/** The gift form: saves a draft while typing, previews the gift on the tree, and submits without leaving the page. */
class GiftForm extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    const code = this.dataset.tree ?? "";
    if (!form) return;
    const draft = this.hasAttribute("data-untouched") ? draftOf(code) : null;
    if (draft) {
      restoreDraft(draft, form);
      this.say("restored");
      for (const field of form.querySelectorAll("textarea, input")) field.dispatchEvent(new Event("input"));
    }
    form.addEventListener("input", () => keepDraft(code, form));
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === "giftAssetId") showPreview(form);
    });
    // Not every browser gives the focus to a field that a link leads to. The form begins where the screen does.
    document.querySelector("a[href='#message']")?.addEventListener("click", (event) => {
      event.preventDefault();
      form.querySelector("textarea")?.focus({ preventScroll: true });
      form.scrollIntoView();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send(form, code, event.submitter);
    });
    // Nothing was chosen in an untouched form: the tree shows what hangs on it.
    if (draft || !this.hasAttribute("data-untouched")) showPreview(form);
  }

  private async send(form: HTMLFormElement, code: string, pressed: HTMLElement | null) {
    if (form.getAttribute("aria-busy") === "true") return;
    keepDraft(code, form);
    form.setAttribute("aria-busy", "true");
    const isShown = await post(form, pressed).catch(() => false);
    form.removeAttribute("aria-busy");
    if (!isShown) {
      await announce(null);
      return this.say("offline");
    }
    const thanks = document.getElementById("thanks");
    noteThanks();
    const appeal = document.getElementById("appeal-sent");
    const isFaulty = document.querySelector<HTMLElement>("#content [autofocus]");
    const target = thanks ?? appeal ?? isFaulty ?? document.querySelector<HTMLElement>("#content [role=alert]");
    target?.focus({ preventScroll: true });
    // On a phone, the tree with the new gift is above the thanks.
    if (thanks) scrollTo({ top: 0 });
    // What to do about refused words is above the field.
    else if (document.getElementById("refused")) document.getElementById("gift-form")?.scrollIntoView();
    else target?.scrollIntoView({ block: "center" });
  }

  /** Shows one of the messages that the page contains and hides the others. */
  private say(which: string) {
    for (const each of this.querySelectorAll<HTMLElement>("[data-says]")) {
      each.hidden = each.dataset.says !== which;
      if (!each.hidden && which === "offline") each.focus();
    }
  }
}

async function post(form: HTMLFormElement, pressed: HTMLElement | null): Promise<boolean> {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (pressed instanceof HTMLButtonElement && pressed.name) fields.push([pressed.name, pressed.value]);
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout?.(WAIT_MS),
  });
  return swapPage(answer);
}

/** On the thank-you page, notes that the gift was sent. */
function noteThanks() {
  const { tree, sent } = document.getElementById("thanks")?.dataset ?? {};
  if (tree && sent) noteSent(tree, sent);
}

/** Previews the chosen gift on the tree, and scrolls its row to it. */
function showPreview(form: HTMLFormElement) {
  const label = form.querySelector("[name=giftAssetId]:checked")?.closest("label");
  const row = label?.parentElement;
  if (!label || !row) return;
  row.scrollTo({ left: label.offsetLeft - (row.clientWidth - label.offsetWidth) / 2 });
  const drawing = label.querySelector("use")?.getAttribute("href");
  if (!drawing) return;
  form.querySelector(".chosen use")?.setAttribute("href", drawing);
  const preview = document.querySelector<SVGGElement>('[data-gift="preview"]');
  const shown = preview?.querySelector("use");
  preview?.classList.add("is-live");
  shown?.setAttribute("href", drawing);
  shown?.setAttribute("width", "64");
  shown?.setAttribute("height", "64");
}

forgetOldDrafts();
forgetOldBeginnings();
customElements.define("gift-form", GiftForm);

// The thank-you page was loaded by a plain form submit.
noteThanks();
