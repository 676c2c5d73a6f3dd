import type { Page } from "@playwright/test";

/** Everything that the browser refused on the page's own policy; with or without JavaScript it says so in its console. */
export function refusedOn(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(`${page.url()}: ${message.text()}`);
  });
  return refused;
}

/** The policy that came with the page the tab was last led to, of all answers that have one. */
export function policyOn(tab: Page, site: string): () => string {
  let policy = "";
  tab.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.url().startsWith(site))
      policy = response.headers()["content-security-policy"] ?? "";
  });
  return () => policy;
}

export const isLax = (policy: string): boolean => !policy.includes("default-src 'self'") || policy.includes("unsafe");
