import { empty, loadAgain } from "./page-memory.ts";

// Runs before an owner's page is shown. WebKit stores a page that is left before its modules ran, and never runs them.
// The page is emptied on leaving; emptied on return, it would be visible for a moment.
addEventListener("pagehide", empty);
// Runs after the handlers of modules, which save what was typed.
addEventListener("DOMContentLoaded", () => {
  removeEventListener("pagehide", empty);
  addEventListener("pagehide", empty);
});
addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && loadAgain());
