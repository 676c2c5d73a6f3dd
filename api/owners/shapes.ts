import { z } from "zod";
import { tidyText } from "#contract/characters";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, SENDER_NAME_MAX } from "#contract/limits";
import { textField } from "../http/fields.ts";

const email = z.string().trim().toLowerCase().max(EMAIL_MAX, { message: "too_long" }).pipe(z.email());

const newPassword = z.string().superRefine((password, context) => {
  // Counted as they stand: in a password, spaces at the edges are characters too.
  const length = [...password].length;
  if (length < PASSWORD_MIN) context.addIssue({ code: "custom", message: "too_short" });
  if (length > PASSWORD_MAX) context.addIssue({ code: "custom", message: "too_long" });
  // Half a surrogate pair is stored as another character, so that many passwords would fit.
  if (/[\p{Cc}\p{Cs}]/u.test(password)) context.addIssue({ code: "custom", message: "forbidden_characters" });
});

const aboutName = { description: "How to greet the owner.", maxLength: SENDER_NAME_MAX, examples: ["Ada"] };

/** What somebody sends to become an owner. The name is for the greeting only and may be left out. */
export const signUpBody = z.strictObject({
  email,
  password: newPassword,
  name: textField((raw) => tidyText(raw, { max: SENDER_NAME_MAX, multiline: false }), aboutName).optional(),
});

/** What an owner sends to sign in. Nothing is said of a password's form here: it is right or it is not. */
export const signInBody = z.strictObject({
  email,
  password: z.string().max(PASSWORD_MAX * 4),
  rememberMe: z.boolean().optional(),
});
