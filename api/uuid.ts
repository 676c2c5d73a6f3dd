const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id as we write them: in small letters. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The id that somebody names, in whatever letters; null where it is none. A part of an address that cannot be read comes as no text. */
export function uuidIn(named: string | undefined): string | null {
  const id = named?.toLowerCase() ?? "";
  return isUuid(id) ? id : null;
}
