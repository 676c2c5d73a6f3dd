import type { ApiErrorCode } from "#contract/errors";
import { type AccountDeleted, forEachChoice } from "#contract/owners";
import type { Answer, ApiClient } from "../api-client.ts";
import { forgetClaim } from "../trees/pending-claim.ts";
import { deviceIn, type FormOutcome, formAgain, readForm, seeOther } from "./form.ts";

/** A deleted account: how much was deleted, and the cookies that sign the browser out. */
export type AccountGone = { gone: AccountDeleted; cookies: string[] };
type Values = Record<string, string>;

/** What an answer says of whether the change was one. */
type Facts = { isEmailConfirmed?: boolean; isCanceled?: boolean };
type Change = {
  send: (values: Values, api: ApiClient) => Promise<Answer<unknown>>;
  said: string | ((facts: Facts) => string);
};

const SETTINGS: Change = {
  send: ({ language = "", ...values }, api) =>
    api.changeAccount({ language, ...forEachChoice((choice) => values[choice] === "yes") }),
  said: "saved",
};

/**
 * The action of each form on the page, by its button's value, and the message to show. Any other value means the
 * settings.
 */
const CHANGES = new Map<string, Change>([
  [
    "confirmation",
    {
      send: (_, api) => api.askForConfirmation(),
      // Confirmed meanwhile, it gets no mail.
      said: ({ isEmailConfirmed }) => (isEmailConfirmed ? "confirmed" : "mailed"),
    },
  ],
  ["email", { send: ({ email = "", password = "" }, api) => api.changeEmail(email, password), said: "mailed" }],
  [
    "keepEmail",
    {
      send: (_, api) => api.cancelNewEmail(),
      // Its link may have been followed meanwhile.
      said: ({ isCanceled }) => (isCanceled ? "emailKept" : "noneWaited"),
    },
  ],
  [
    "password",
    {
      send: ({ password = "", newPassword = "" }, api) => api.changePassword(password, newPassword),
      said: "password",
    },
  ],
  ["hide", { send: (values, api) => api.hide(entryOf(values)), said: "hidden" }],
  [
    "mildWords",
    {
      // The second name is of pages that 1.1.0 made, and that are still open.
      send: ({ hidesMildWords, foldsMildWords }, api) =>
        api.changeAccount({ hidesMildWords: (hidesMildWords ?? foldsMildWords) === "yes" }),
      said: "saved",
    },
  ],
  ["unhide", { send: (values, api) => api.unhide(entryOf(values)), said: "unhidden" }],
  ["removePasskey", { send: ({ passkey = "" }, api) => api.removePasskey(passkey), said: "removed" }],
  ["tell", { send: (values, api) => api.tellOwner(deviceIn(values)), said: "saved" }],
  ["stopTelling", { send: ({ session = "" }, api) => api.stopTellingOwner(session), said: "untold" }],
  ["session", { send: ({ session = "" }, api) => api.endSession(session), said: "ended" }],
]);

/** Changes or deletes an owner's account, depending on which form was submitted. */
export async function changeAccount(request: Request, api: ApiClient): Promise<FormOutcome | AccountGone> {
  const values = await readForm(request);
  if (values.change === "delete") return deleteAccount(values, api);
  const change = CHANGES.get(values.change ?? "") ?? SETTINGS;
  const answer = await change.send(values, api);
  // A session that expired meanwhile counts as ended, and a passkey that is gone as removed.
  if (!answer.ok && !GONE.includes(answer.error.code)) return formAgain(values, answer);
  const said = typeof change.said === "string" ? change.said : change.said(answer.ok ? (answer.data as Facts) : {});
  return seeOther(`/account?${said}`, answer.ok ? answer.cookies : []);
}

const GONE: readonly ApiErrorCode[] = ["session_not_found", "passkey_not_found"];

const entryOf = ({ kind = "", text = "" }: Values) => ({ kind, text });

async function deleteAccount(values: Values, api: ApiClient): Promise<FormOutcome | AccountGone> {
  const answer = await api.deleteAccount(values.password ?? "");
  if (!answer.ok) return formAgain(values, answer);
  return { gone: answer.data.deleted, cookies: [...answer.cookies, ...forgetClaim()] };
}
