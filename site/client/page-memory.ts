/** Leaves nothing of the page to be seen, until it is loaded again. */
export function empty(): void {
  // As long as it was, so that the browser finds the place again where its reader was.
  document.body.style.minHeight = `${document.body.scrollHeight}px`;
  document.body.replaceChildren();
}

/** The page as it is for the session of now; what was sent to get it is not sent again. */
export function loadAgain(): void {
  history.replaceState(history.state, "");
  location.reload();
}
