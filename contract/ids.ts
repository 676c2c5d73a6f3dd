const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an ID in canonical form: lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Parses an ID in any letter case; null if it is invalid. Undefined stands for a path part that cannot be decoded. */
export function uuidIn(named: string | undefined): string | null {
  const id = named?.toLowerCase() ?? "";
  return isUuid(id) ? id : null;
}

/** Parses IDs, and leaves out the invalid ones: clients know them as opaque, so one of another format is unknown. */
export const uuidsIn = (named: readonly string[]): string[] => named.flatMap((each) => uuidIn(each) ?? []);

/**
 * Returns the idempotency key of a form that the site rendered, from the random UUID in the form; undefined if it is no
 * UUID. Such a key is valid from any address: phones often lose a response while they change networks.
 */
export const formKey = (once = ""): string | undefined => (isUuid(once) ? `form-${once}` : undefined);

/** Whether an idempotency key is the random one of a form of the site: a client that repeats it has that very form. */
export const isFormKey = (key: string): boolean => key.startsWith("form-") && isUuid(key.slice("form-".length));
