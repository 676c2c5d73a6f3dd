import { connect } from "../../api/db/connect.ts";

const EMAIL = "growth@example.org";
const PASSWORD = "a kite above the long grey sea";

/** Signs an owner up and in, and gives them some trees of the seeded ones; answers their cookies. */
export async function ownTrees(apiUrl: string, databaseUrl: string, codes: readonly string[]): Promise<string> {
  const headers = { "content-type": "application/json", origin: apiUrl };
  const post = (path: string, body: object) =>
    fetch(apiUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/auth/sign-up/email", { email: EMAIL, password: PASSWORD });
  const signedIn = await post("/auth/sign-in/email", { email: EMAIL, password: PASSWORD });
  if (!signedIn.ok) throw new Error(`signing in was answered with ${signedIn.status}: ${await signedIn.text()}`);
  const sql = connect(databaseUrl, { max: 1 });
  await sql`update trees set owner_id = (select id from owners where email = ${EMAIL}) where share_code = any(${[...codes]})`;
  await sql.end();
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return cookies.join("; ");
}
