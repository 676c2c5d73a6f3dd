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
