import { connect } from "../../api/platform/db/connect.ts";

export const OWNERS_PASSWORD = "a kite above the long grey sea";

/**
 * Signs up and signs in an owner who may also moderate, and makes them the owner of some seeded trees. Returns their
 * cookies.
 */
export async function ownTrees(
  apiUrl: string,
  databaseUrl: string,
  codes: readonly string[],
  email = "growth@example.org",
): Promise<string> {
  const headers = { "content-type": "application/json", origin: apiUrl };
  const post = (path: string, body: object) =>
    fetch(apiUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/auth/sign-up/email", { email, password: OWNERS_PASSWORD });
  const signedIn = await post("/auth/sign-in/email", { email, password: OWNERS_PASSWORD });
  if (!signedIn.ok) throw new Error(`signing in was answered with ${signedIn.status}: ${await signedIn.text()}`);
  const sql = connect(databaseUrl, { max: 1 });
  await sql`update trees set owner_id = (select id from owners where email = ${email}) where share_code = any(${[...codes]})`;
  await sql`update owners set email_verified = true where email = ${email}`;
  await sql`insert into moderators (owner_id) select id from owners where email = ${email}`;
  await sql.end();
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return cookies.join("; ");
}
