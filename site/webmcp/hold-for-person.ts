import { no, type Refused } from "./tool.ts";

export const ASK_PERSON = "Ask the person to read it and to press the button.";

const held = new WeakMap<HTMLFormElement, (refusal: Refused) => void>();

export const isHeld = (form: HTMLFormElement) => held.has(form);

/** From now on a real press alone sends the form: an agent has filled it in. */
export function holdForPerson(form: HTMLFormElement, onRefused: (refusal: Refused) => void): void {
  held.set(form, onRefused);
}

/** Refuses a script's press on a form that an agent filled in. Says whether it did. */
export function refusesScript(event: SubmitEvent, form: HTMLFormElement): boolean {
  // A script's press is as trusted as any other; what it lacks is somebody who touched the page a moment ago.
  if (navigator.userActivation.isActive || !(event.agentInvoked || held.has(form))) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  const refusal = no("person_must_press", "Only the person may send this. Nothing was sent.", ASK_PERSON);
  if (event.agentInvoked) event.respondWith?.(refusal);
  held.get(form)?.(refusal);
  return true;
}
