import { z } from "zod";
import { forEachChoice } from "#contract/owners";
import { email, givenPassword, language, name, newPassword } from "./sign-in/sign-in.schemas.ts";

const token = z.string().max(200);

export const resetRequestBody = z.strictObject({ email });
export const mailedLinkBody = z.strictObject({ token });

export const resetBody = z.strictObject({ token, password: newPassword, language: language.optional() });
/** Needs the account's password, unless the request has a session of the account. */
export const confirmationBody = z.strictObject({ token, password: givenPassword.optional() });

export const unsubscribeBody = z.strictObject({ token });

export const accountChangesBody = z.strictObject({
  name: name.optional(),
  language: language.optional(),
  ...forEachChoice(() => z.boolean().optional()),
  hidesMildWords: z.boolean().optional(),
});

export type Settings = z.infer<typeof accountChangesBody>;

// Each of these also requires the current password.
export const newEmailBody = z.strictObject({ email, password: givenPassword });
export const newPasswordBody = z.strictObject({ password: givenPassword, newPassword });
export const deletionBody = z.strictObject({ password: givenPassword });
