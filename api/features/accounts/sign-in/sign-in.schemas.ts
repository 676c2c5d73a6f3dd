import { z } from "zod";
import { tidyText } from "#contract/characters";
import { readEmail } from "#contract/emails";
import type { FieldErrorReason } from "#contract/errors";
import { LANGUAGES } from "#contract/languages";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, SENDER_NAME_MAX } from "#contract/limits";
import { addFieldError, textField } from "../../../http/input.ts";
import { isCommonPassword } from "./common-passwords/is-common.ts";
import { isGuessable } from "./passwords.ts";

/** An e-mail address in its stored form: `ada@example.org`, `ada@xn--3e0b707e.kr`. */
export const email = z.string().transform((text, context) => {
  const read = text.length > EMAIL_MAX * 2 ? null : readEmail(text);
  if (read !== null && read.length <= EMAIL_MAX) return read;
  const { length } = read ?? text.trim();
  if (length > EMAIL_MAX) addFieldError(context, "too_long", { max: EMAIL_MAX, length });
  else addFieldError(context, "malformed");
  return z.NEVER;
});

export const newPassword = z.string().superRefine((password, context) => {
  // Counted untrimmed: in a password, spaces at the edges are characters too.
  const length = [...password].length;
  if (length < PASSWORD_MIN) addFieldError(context, "too_short", { min: PASSWORD_MIN, length });
  if (length > PASSWORD_MAX) addFieldError(context, "too_long", { max: PASSWORD_MAX, length });
  // A lone surrogate would be stored as a replacement character, so that many passwords would match.
  if (/[\p{Cc}\p{Cs}]/u.test(password)) addFieldError(context, "forbidden_characters");
  if (isCommonPassword(password)) addFieldError(context, "too_common");
});

/** A password to compare. Its form is not checked: it is right or wrong. */
export const givenPassword = z.string().max(PASSWORD_MAX * 4);

const aboutName = { description: "How to greet the owner.", maxLength: SENDER_NAME_MAX, examples: ["Ada"] };

export const name = textField((raw) => tidyText(raw, { max: SENDER_NAME_MAX, multiline: false }), aboutName);

export const language = z.enum(LANGUAGES);

/** Body of a sign-up. The name is only for the greeting; it and the language of mails are optional. */
export const signUpBody = z
  .strictObject({
    email,
    password: newPassword,
    name: name.optional(),
    language: language.optional(),
  })
  .superRefine(({ email, password }, context) => {
    const fieldError: FieldErrorReason = "easy_to_guess";
    if (isGuessable(password, email)) context.addIssue({ code: "custom", message: fieldError, path: ["password"] });
  });

export const signInBody = z.strictObject({
  email,
  password: givenPassword,
  rememberMe: z.boolean().optional(),
});
