import type { Page } from "@playwright/test";

/** Links of a page to pages of this site in another language that are not marked as such. */
export const linksAwayFrom = (tab: Page, language: string): Promise<string[]> => tab.evaluate(unmarkedLinks, language);

/** Runs in the browser. A link to a file, such as JSON or a picture, or to a place on the same page leads to no language. */
function unmarkedLinks(language: string): string[] {
  const isPage = ({ origin, pathname }: URL) =>
    origin === location.origin && !/^\/(v1|owner|docs)(\/|$)|\.\w+$/.test(pathname);
  return [...document.querySelectorAll<HTMLAnchorElement | HTMLFormElement>("a[href], form[action]")]
    .filter((each) => !each.hasAttribute("hreflang"))
    .map((each) => new URL(each.getAttribute("href") ?? each.getAttribute("action") ?? "", location.href))
    .filter((to) => isPage(to) && !to.pathname.startsWith(`/${language}/`) && to.pathname !== `/${language}`)
    .map(({ pathname }) => pathname);
}
