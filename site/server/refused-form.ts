import { WRITTEN } from "../forms/form.ts";
import { withForm } from "./pages.ts";

/** Returns the text written in a refused form, so that it is not lost; empty if there is none. */
export async function writtenIn(request: Request, address: string): Promise<string> {
  const page = await withForm(request, address).catch(() => null);
  const form = await page?.formData().catch(() => null);
  if (!form) return "";
  const texts = WRITTEN.map((name) => form.get(name)).filter((text) => typeof text === "string" && text.trim() !== "");
  return texts.join("\n\n");
}
