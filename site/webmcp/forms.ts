import { holdForPerson, isHeld, refusesScript } from "./hold-for-person.ts";
import { type Answer, no } from "./tool.ts";

/** Watches forms that agents may fill in: lets only the person send them, and answers with what came of it. */
export function watchForms(): void {
  const onFilled = (event: Event & { toolName?: string }) => {
    const form = document.querySelector<HTMLFormElement>(`form[toolname="${event.toolName}"]`);
    if (form) markFilled(form);
  };
  // Depending on their version, browsers dispatch the event on the window or the model context.
  for (const target of [document.modelContext, window]) target?.addEventListener("toolactivated", onFilled);
  document.addEventListener("submit", onSubmit, true);
}

/**
 * After an agent filled in the form: says so on the page, shows what was chosen, and leads to the button that sends it. Boxes that only the person may check are unchecked again.
 */
export function markFilled(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLInputElement>("[data-person]")) box.checked = false;
  say(form, isHeld(form) ? "again" : "filled");
  holdForPerson(form, () => say(form, "refused"));
  form.dispatchEvent(new Event("change"));
  // A browser focuses the first button, which may be a hidden one (TellOperator.astro).
  form.querySelector<HTMLElement>("button:not([name], [tabindex])")?.focus();
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (refusesScript(event, form) || !event.agentInvoked || form.method !== "post") return;
  event.preventDefault();
  event.respondWith?.(outcome());
}

export const NO_ANSWER = no("unavailable", "The service did not respond.", "Look at the page, then try again.");

/** Resolves with the result of the gift being sent, from the page that comes back. */
function outcome(): Promise<Answer> {
  return new Promise((resolve) => {
    const onArrival = (event: Event) => {
      // The call would be canceled if its form were removed before the answer.
      event.preventDefault();
      resolve(resultIn((event as CustomEvent<ParentNode | null>).detail) ?? NO_ANSWER);
    };
    document.addEventListener("arrival", onArrival, { once: true });
  });
}

/** The result in a page's data block, or null. */
export function resultIn(page: ParentNode | null): Answer | null {
  const block = page?.querySelector('[type="application/ld+json"]');
  return block ? JSON.parse(block.textContent ?? "").result : null;
}

/** The page contains the sentences in the visitor's language; the styles show the selected one. */
function say(form: HTMLFormElement, state: "filled" | "again" | "refused"): void {
  const said = form.querySelector<HTMLElement>("[data-assistant]");
  if (said) said.dataset.assistant = state;
}
