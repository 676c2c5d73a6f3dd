import { empty, loadAgain } from "./page-memory.ts";

// Runs before anything of an owner's page is shown: WebKit stores a page that is left before its modules ran, and never
// runs them. Emptied while it is left, since by the time it is shown again it would be seen for a moment.
addEventListener("pagehide", empty);
// Modules that store what was typed do so first.
addEventListener("DOMContentLoaded", () => {
  removeEventListener("pagehide", empty);
  addEventListener("pagehide", empty);
});
addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && loadAgain());
