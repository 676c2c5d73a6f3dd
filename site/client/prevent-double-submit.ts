const UNDER_WAY_MS = 3000;

/** Forms that were sent, and when: the answer to a second press would say that nothing is left to do. */
let sentAt = new WeakMap<EventTarget, number>();

// The first to hear of it: the key that a form is sent under is stored with what was typed, and the same when it is sent again.
addEventListener(
  "submit",
  ({ target }) => {
    const once = target instanceof HTMLFormElement && target.elements.namedItem("once");
    // Browsers make none on a page without TLS; the site derives one then.
    if (once instanceof HTMLInputElement && once.value === "") once.value = crypto.randomUUID?.() ?? "";
  },
  true,
);

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
