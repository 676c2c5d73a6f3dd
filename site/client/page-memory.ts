/** Removes the page's content until it is loaded again. */
export function empty(): void {
  // Keep the height, so that the browser can restore the scroll position.
  document.body.style.minHeight = `${document.body.scrollHeight}px`;
  document.body.replaceChildren();
}

/** Reloads the page for the current session, without submitting its form again. */
export function loadAgain(): void {
  history.replaceState(history.state, "");
  location.reload();
}
