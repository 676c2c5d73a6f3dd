const UNDER_WAY_MS = 3000;

/** Submitted forms and when: the response to a second submit would say that there is nothing left to do. */
let sentAt = new WeakMap<EventTarget, number>();

// Runs in the capture phase, before other handlers: the idempotency key is saved with the draft and reused on a retry.
addEventListener(
  "submit",
  ({ target }) => {
    const once = target instanceof HTMLFormElement && target.elements.namedItem("once");
    // Browsers have no randomUUID on a page without TLS; the server derives a key then.
    if (once instanceof HTMLInputElement && once.value === "") once.value = crypto.randomUUID?.() ?? "";
  },
  true,
);

// Runs last: a handler that submits the form without leaving the page has called preventDefault by then.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  const isUnderWay = event.timeStamp - (sentAt.get(form) ?? Number.NEGATIVE_INFINITY) < UNDER_WAY_MS;
  if (isUnderWay) event.preventDefault();
  else sentAt.set(form, event.timeStamp);
});

// After coming back to the page, the form may be submitted again.
addEventListener("pageshow", () => {
  sentAt = new WeakMap();
});
