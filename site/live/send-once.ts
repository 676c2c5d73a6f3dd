const UNDER_WAY_MS = 3000;

/** Forms that were sent, and when: the answer to a second press would say that nothing is left to do. */
let sentAt = new WeakMap<EventTarget, number>();

// The last to hear of it: who sends a form without leaving the page has said so by then.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
  const isUnderWay = event.timeStamp - (sentAt.get(form) ?? Number.NEGATIVE_INFINITY) < UNDER_WAY_MS;
  if (isUnderWay) event.preventDefault();
  else sentAt.set(form, event.timeStamp);
});

// Back on the page, it may be sent again.
addEventListener("pageshow", () => {
  sentAt = new WeakMap();
});
