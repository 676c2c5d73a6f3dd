import { withForm } from "./pages.ts";

/** What people write themselves in forms. Never a password, nor an address. */
const WRITTEN = ["message", "details", "senderName", "name"];

/** What somebody wrote in a form that is refused, to be given back as plain text; empty where there is none. */
export async function writtenIn(request: Request, address: string): Promise<string> {
  const whole = await withForm(request, address).catch(() => null);
  const form = await whole?.formData().catch(() => null);
  if (!form) return "";
  const texts = WRITTEN.map((name) => form.get(name)).filter((text) => typeof text === "string" && text.trim() !== "");
  return texts.join("\n\n");
}
