const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const FORM_KEY = new RegExp(`^form-${UUID}$`);
const FORM_ID = new RegExp(`^${UUID}$`);

/**
 * Returns the idempotency key of a form that the site rendered, from the random UUID in the form; undefined if it is no
 * UUID. Such a key is valid from any address: phones often lose a response while they change networks.
 */
export function formKey(once: string | undefined): string | undefined {
  return once !== undefined && FORM_ID.test(once) ? `form-${once}` : undefined;
}

/** Whether an idempotency key is the random one of a form of the site: whoever repeats it has that very form. */
export const isFormKey = (key: string): boolean => FORM_KEY.test(key);
