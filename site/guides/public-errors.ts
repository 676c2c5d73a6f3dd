import { API_ERRORS, type ApiErrorCode, WEBSITE_ONLY_ERRORS } from "#contract/errors";

/** Every error of the public API, by status. */
export const PUBLIC_ERRORS = (Object.keys(API_ERRORS) as ApiErrorCode[])
  .filter((code) => !(WEBSITE_ONLY_ERRORS as readonly ApiErrorCode[]).includes(code))
  .map((code) => ({ code, ...API_ERRORS[code] }))
  .toSorted((a, b) => a.status - b.status);
