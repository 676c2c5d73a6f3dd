import type { Page } from "@playwright/test";

/**
 * Collects everything that the browser refused by the page's policy; it logs that to the console, with or without
 * JavaScript.
 */
export function refusedOn(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(`${page.url()}: ${message.text()}`);
  });
  return refused;
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
