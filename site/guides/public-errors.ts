import { API_ERRORS, type ApiErrorCode, type PublicErrorCode, WEBSITE_ONLY_ERRORS } from "#contract/errors";

const isPublic = (code: ApiErrorCode): code is PublicErrorCode =>
  !(WEBSITE_ONLY_ERRORS as readonly ApiErrorCode[]).includes(code);

/** Every error of the public API, by status. */
export const PUBLIC_ERRORS = (Object.keys(API_ERRORS) as ApiErrorCode[])
  .filter(isPublic)
  .map((code) => ({ code, ...API_ERRORS[code] }))
  .toSorted((a, b) => a.status - b.status);
