const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const FORM_KEY = new RegExp(`^form-${UUID}$`);
const FORM_ID = new RegExp(`^${UUID}$`);

/**
 * The idempotency key of a form that the site made, from the random UUID it carries; undefined where that is none.
 * Such a key holds from whatever address its repeat comes: phones lose an answer just when they change networks.
 */
export function formKey(once: string | undefined): string | undefined {
  return once !== undefined && FORM_ID.test(once) ? `form-${once}` : undefined;
}

/** Whether an idempotency key is one that a form of the site carries. */
export const isFormKey = (key: string): boolean => FORM_KEY.test(key);
