import { no, type Refused } from "./tool.ts";

export const ASK_PERSON = "Ask the person to read it and press the button.";

const held = new WeakMap<HTMLFormElement, (refusal: Refused) => void>();

export const isHeld = (form: HTMLFormElement) => held.has(form);

/** From now on only a real user gesture sends the form: an agent has filled it in. */
export function holdForPerson(form: HTMLFormElement, onRefused: (refusal: Refused) => void): void {
  held.set(form, onRefused);
}

/** Rejects a scripted submit of a form that an agent filled in. Returns whether it did. */
export function refusesScript(event: SubmitEvent, form: HTMLFormElement): boolean {
  // A scripted submit is as trusted as any other; what it lacks is recent user activation.
  if (navigator.userActivation.isActive || !(event.agentInvoked || held.has(form))) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  const refusal = no("person_must_press", "Only the person can send this. Nothing was sent.", ASK_PERSON);
  if (event.agentInvoked) event.respondWith?.(refusal);
  held.get(form)?.(refusal);
  return true;
}
