import { rememberOpened } from "./remember-opened.ts";

// A gift whose text the owner expands in the list of gifts is unwrapped.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !target.dataset.gift) return;
    rememberOpened(`${location.pathname}/opening`, target.dataset.gift);
  },
  true,
);
