import { holdForPerson, isHeld, refusesScript } from "./hold-for-person.ts";
import { type Answer, no } from "./tool.ts";

/** Looks after the forms that agents may fill in: what is in them is held to its bounds, and sent by the person alone. */
export function watchForms(): void {
  const onFilled = (event: Event & { toolName?: string }) => {
    const form = document.querySelector<HTMLFormElement>(`form[toolname="${event.toolName}"]`);
    if (form) markFilled(form);
  };
  // Browsers tell the window or the model context, by their age.
  for (const target of [document.modelContext, window]) target?.addEventListener("toolactivated", onFilled);
  document.addEventListener("input", ({ target }) => {
    const { form } = target as HTMLInputElement;
    if (form && isHeld(form)) check(form);
  });
  document.addEventListener("submit", onSubmit, true);
}

/** After an agent filled the form in: the page says so, what was chosen is unfolded, and texts are checked. */
export function markFilled(form: HTMLFormElement): void {
  say(form, isHeld(form) ? "again" : "filled");
  holdForPerson(form, () => say(form, "refused"));
  for (const folded of form.querySelectorAll<HTMLDetailsElement>("details:has(:checked)")) folded.open = true;
  check(form);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (refusesScript(event, form) || !event.agentInvoked || form.method !== "post") return;
  event.preventDefault();
  event.respondWith?.(outcome());
}

export const NO_ANSWER = no("unavailable", "The service gave no answer.", "Look at the page, then try again.");

/** What comes of the gift that is being sent: the page that arrives tells it. */
function outcome(): Promise<Answer> {
  return new Promise((resolve) => {
    const onArrival = (event: Event) => {
      // The call would be cancelled if its form went away before it is answered.
      event.preventDefault();
      resolve(resultIn((event as CustomEvent<ParentNode | null>).detail) ?? NO_ANSWER);
    };
    document.addEventListener("arrival", onArrival, { once: true });
  });
}

/** The outcome that a page tells programs in a block of data, or null. */
export function resultIn(page: ParentNode | null): Answer | null {
  const block = page?.querySelector('[type="application/ld+json"]');
  return block ? JSON.parse(block.textContent ?? "").result : null;
}

/** The page has the sentences ready, in the visitor's language; the styles show the one that is named. */
function say(form: HTMLFormElement, state: "filled" | "again" | "refused"): void {
  const said = form.querySelector<HTMLElement>("[data-assistant]");
  if (said) said.dataset.assistant = state;
}

/** `maxlength` binds no agent. The page counts already; its words for a text that is too long are for the person, too. */
function check(form: HTMLFormElement): void {
  for (const { dataset } of form.querySelectorAll<HTMLElement>("character-count")) {
    const field = form.elements.namedItem(dataset.of ?? "") as HTMLInputElement;
    field.setCustomValidity("over" in dataset ? (dataset.tooLong ?? "") : "");
  }
}
