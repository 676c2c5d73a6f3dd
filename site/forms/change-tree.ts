import type { ApiClient } from "../api-client.ts";
import { type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** Renames, pauses or deletes an owner's tree: whichever of the page's three forms was sent. */
export async function changeTree(request: Request, api: ApiClient, code: string): Promise<FormOutcome> {
  const values = await readForm(request);
  if (values.change === "fell") return fellTree(values, api, code);
  const changes = values.change === "pause" ? { isPaused: values.isPaused === "yes" } : { name: values.name ?? "" };
  const answer = await api.changeTree(code, changes);
  if (!answer.ok) return formAgain(values, answer.error);
  return seeOther(`/my-trees/${code}?saved`);
}

async function fellTree(values: Record<string, string>, api: ApiClient, code: string): Promise<FormOutcome> {
  if (values.confirm !== "yes") {
    return formAgain(values, {
      code: "validation_failed",
      message: "",
      requestId: "",
      details: [{ field: "confirm", reason: "required" }],
    });
  }
  const answer = await api.fellTree(code);
  if (!answer.ok) return formAgain(values, answer.error);
  return seeOther("/my-trees?felled");
}
