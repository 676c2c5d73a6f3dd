import type { Page } from "@playwright/test";

/**
 * Collects everything that the browser warns of in the console, with or without JavaScript, such as what it refused by
 * the page's policy. A page that answers 404 or the like is no fault.
 */
export function warningsOn(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => {
    const isOurs = !/^Failed to load resource: the server responded|blocked by Playwright/.test(message.text());
    if (["warning", "error"].includes(message.type()) && isOurs) warnings.push(`${page.url()}: ${message.text()}`);
  });
  return warnings;
}

/** The content security policy of the tab's last navigation. */
export function policyOn(tab: Page, site: string): () => string {
  let policy = "";
  tab.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.url().startsWith(site))
      policy = response.headers()["content-security-policy"] ?? "";
  });
  return () => policy;
}

export const isLax = (policy: string): boolean => !policy.includes("default-src 'self'") || policy.includes("unsafe");
