import type { BrowserContext } from "@playwright/test";

/** Gives a browser what a request's `Cookie` header holds: "name=value; name=value", or nothing. */
export async function addCookies(context: BrowserContext, url: string, header: string): Promise<void> {
  if (header === "") return;
  const cookies = header.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url };
  });
  await context.addCookies(cookies);
}
