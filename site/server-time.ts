/**
 * Sends the server's time to the page's scripts (client/server-clock.ts) in a header, so that the page itself stays the
 * same.
 */
export const setServerTime = (headers: Headers) =>
  headers.set("server-timing", `now;desc="${new Date().toISOString()}"`);
