import { z } from "zod";
import { email, givenPassword, language, name, newPassword } from "../owners/schemas.ts";

const token = z.string().max(200);

export const resetRequestBody = z.strictObject({ email });
export const resetBody = z.strictObject({ token, password: newPassword });
/** With the account's password, or in a session of the account without. */
export const confirmationBody = z.strictObject({ token, password: givenPassword.optional() });

/** What an owner may change of the account as such; fields left out stay as they are. */
export const accountChangesBody = z.strictObject({
  name: name.optional(),
  language: language.optional(),
  openingMails: z.boolean().optional(),
});

// Each of these asks for the present password as well.
export const newEmailBody = z.strictObject({ email, password: givenPassword });
export const newPasswordBody = z.strictObject({ password: givenPassword, newPassword });
export const deletionBody = z.strictObject({ password: givenPassword });
