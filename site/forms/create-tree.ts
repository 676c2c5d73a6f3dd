import { nextAddress, ownTreePage, siteUrl } from "../addresses.ts";
import type { ApiClient, NewTree } from "../api-client.ts";
import { isOutcome } from "../outcome.ts";
import { emptyForm, type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";
import { TELL_OPERATOR, tellOperator } from "./tell-operator.ts";

/** The form's fields that the word filter reads. */
export const NEW_TREE_TEXTS = { name: "treeName", ownerName: "ownerName", organizerName: "ownerName" } as const;

/** The key was already used for a tree: a different one, or one that has been deleted. */
const CREATED: readonly string[] = ["idempotency_key_reused", "tree_not_found"];

/** Creates the tree. If the owner is signed out, the draft is carried through signing up and back to this form. */
export async function createTree(request: Request, api: ApiClient): Promise<FormOutcome> {
  const values = await readForm(request);
  if (TELL_OPERATOR in values) return tellOperator(values, api, NEW_TREE_TEXTS);
  const tree = treeIn(values);
  const session = await api.session();
  if (!session.ok) return formAgain(values, session);
  if (!session.data.owner) {
    // The API, which checks the rest, answers owners alone.
    const missing = Object.keys(tree).filter((field) => values[field]?.trim() === "");
    const fieldErrors = Object.fromEntries(missing.map((field) => [field, { reason: "required" as const }]));
    if (missing.length > 0) return { again: { ...emptyForm(values), fieldErrors, status: 422 } };
    const draft = new URLSearchParams({ ...tree, ...(isSurprise(values) && { surprise: "yes" }) });
    return seeOther(`/sign-up?${new URLSearchParams({ next: `/create?${draft}`, sent: "" })}`);
  }
  const answer = await create(values, api);
  if (answer.ok) return seeOther(`${ownTreePage(answer.data)}?created`);
  const { again } = formAgain(values, answer);
  if (!CREATED.includes(answer.error.code)) return { again };
  // This form's tree exists, and the submitted one differs. Without the key, the next submit creates it as well.
  const { once: _, ...rest } = again.values;
  return { again: { ...again, values: rest, problem: "createdBefore" } };
}

/** A surprise for somebody else has an organizer, and no owner before they have claimed it. */
const isSurprise = ({ surprise }: Record<string, string>) => surprise === "yes";
const create = (values: Record<string, string>, api: ApiClient) =>
  api.createTree(treeIn(values), values.once, isSurprise(values) ? "organizing" : "trees");

/**
 * Creates the tree whose form led to signing up, in the browser that sent that form: anybody can write the address. Returns
 * where to go on.
 */
export async function createDraft(request: Request, api: ApiClient): Promise<string> {
  const { pathname, search, searchParams } = new URL(request.url);
  const next = nextAddress(searchParams.get("next"));
  if (!isOutcome(pathname + search, request.headers.get("cookie"))) return next;
  const draft = Object.fromEntries(new URL(next, siteUrl()).searchParams);
  const answer = await create(draft, api);
  return answer.ok ? `${ownTreePage(answer.data)}?created` : next;
}

/** Without a look, as from an assistant's dialog, the tree gets the usual one. Its owner need not give a name. */
function treeIn(values: Record<string, string>): NewTree {
  const { name = "", ownerName = "", organizerName = "", type = "", look, openingDay = "", timeZone = "" } = values;
  const names = isSurprise(values) ? { ownerName, organizerName } : ownerName.trim() && { ownerName };
  const chosen = { ...names, ...(look !== undefined && { look }) };
  return { name, type, ...chosen, openingDay, timeZone };
}
