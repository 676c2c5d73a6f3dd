/**
 * Tells the API whose request the site hands on: the address at the other end of the visitor's socket, and the key that
 * proves the site's word. Sent with every request, so that nothing a visitor writes under these names gets through.
 */
export function visitorHeaders(address: string | undefined): Record<string, string> {
  return { "x-visitor-address": address ?? "", "x-internal-key": process.env.INTERNAL_KEY ?? "" };
}
