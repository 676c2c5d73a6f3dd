import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { DoneAct } from "#contract/moderation";
import { mailServer } from "../../test-support/mail-server.ts";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { confirmEmail, type Moderator, newModerator } from "../fixtures/moderators.ts";
import { mailedLink, mailSaying, mailsTo } from "../fixtures/outbox.ts";
import { addGift, cookiesOf, createTree, newOwner, ZONE } from "../fixtures/visitors.ts";

const TIMEOUT_MS = 120_000;
const ROOT = join(import.meta.dirname, "../..");
const folder = newDataDir();
let service: Service;
let moderator: Moderator;

beforeAll(async () => {
  service = await greeted(await startService(folder, { RATE_LIMITS: "off", LOG_LEVEL: "warn" }));
  moderator = await newModerator(service.site, folder);
}, TIMEOUT_MS);
afterAll(async () => {
  if (service.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
}, TIMEOUT_MS);

/** Runs `npm run admin -- …` on the service's data, with what the operator types. */
async function admin(words: string[], typed = "", more = {}): Promise<{ code: number; said: string }> {
  const env = { ...process.env, ...more, DATABASE_URL: "", MESSAGE_KEY: "", MESSAGE_KEY_FILE: "", DATA_DIR: folder };
  const program = spawn(process.execPath, ["scripts/admin.ts", ...words], { cwd: ROOT, env });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (said += chunk));
  program.stdin.end(typed);
  const code = await new Promise<number>((resolve) => program.on("close", (status) => resolve(status ?? 1)));
  return { code, said };
}

async function done(...words: string[]): Promise<string> {
  const { code, said } = await admin(words);
  if (code !== 0) throw new Error(said);
  return said;
}

async function history(): Promise<DoneAct[]> {
  const answer = await fetch(`${service.api}/moderation/history`, { headers: { cookie: moderator.cookie } });
  return (await answer.json()).data;
}

/** Waits until the running service, which another process's change reaches within seconds, answers so. */
async function answers(code: string, status: number): Promise<void> {
  for (const end = Date.now() + 10_000; ; await Bun.sleep(100)) {
    const [page, api] = await Promise.all([
      fetch(`${service.site}/send-message?tree=${code}`),
      fetch(`${service.api}/v1/trees/${code}`),
    ]);
    if (page.status === status && api.status === status) return;
    if (Date.now() > end) throw new Error(`The page answers ${page.status}, the API ${api.status}, not ${status}.`);
  }
}

const post = (path: string, body: object, cookie = "") =>
  fetch(`${service.api}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });

const isSignedIn = async (cookie: string) =>
  (await fetch(`${service.api}/owner/account`, { headers: { cookie } })).status === 200;

test(
  "shows a tree without texts or senders, takes it down, shows it again, and records both",
  async () => {
    const email = "tree@example.com";
    const cookie = await confirmEmail(service.site, email, folder, await newOwner(service.site, email));
    const { code } = await createTree(service.site, { owner: cookie, name: "Ada's tree" });
    await addGift(service.api, code, "A secret text", { senderName: "Rumpelstiltskin", showSenderName: true });
    const shown = await done("tree", code);
    for (const part of [code, "Ada's tree", "christmas", ZONE, "gifts        1", "reports      0"])
      expect(shown).toContain(part);
    for (const secret of ["A secret text", "Rumpelstiltskin", email]) expect(shown).not.toContain(secret);
    await answers(code, 200);

    const why = ["--reason", "hate", "--note", "A court asked for it."];
    expect(await done("tree", code, "take-down", ...why)).toContain(`Took down the tree ${code}`);
    await answers(code, 404);
    expect(await mailSaying(email, "taken down", folder)).toBeTruthy();
    expect(await done("tree", code, "show")).toContain("taken down (Hate speech)");
    expect(await done("tree", code, "take-down", "--reason", "spam")).toContain("already");
    const [act] = await history();
    expect(act).toMatchObject({
      act: "take_down_tree",
      reason: "hate",
      note: "A court asked for it.",
      moderator: null,
      isOperators: true,
      shareCode: code,
      canUndo: true,
    });
    const page = await fetch(`${service.site}/moderation/history`, { headers: { cookie: moderator.cookie } });
    expect((await page.text()).replaceAll("&#39;", "'")).toContain("The site's operator");

    expect(await done("tree", code, "restore", "--reason", "owner_objected")).toContain("shows again");
    await answers(code, 200);
    expect(await done("tree", code, "restore", "--reason", "mistake")).toContain("not taken down");
    expect(await mailSaying(email, "can see your tree", folder)).toBeTruthy();
    expect((await history())[0]).toMatchObject({ act: "undo", reason: "owner_objected", isOperators: true });
  },
  TIMEOUT_MS,
);

test(
  "deletes a tree once that is confirmed",
  async () => {
    const { code } = await createTree(service.site);
    const words = ["tree", code, "delete", "--reason", "requested"];
    for (const typed of ["", "yes\n", `${code.toLowerCase()}x\n`]) {
      const refused = await admin(words, typed);
      expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("Nothing was deleted")]);
    }
    await answers(code, 200);
    const deleted = await admin(words, `${code}\n`);
    expect([deleted.code, deleted.said]).toEqual([0, expect.stringContaining(`Deleted the tree ${code}`)]);
    await answers(code, 404);
    expect((await history())[0]).toMatchObject({
      act: "delete_tree",
      reason: "requested",
      isOperators: true,
      shareCode: code,
      treeName: null,
      canUndo: false,
    });
    const gone = await admin([...words, "--yes"]);
    expect([gone.code, gone.said]).toEqual([1, expect.stringContaining(`There is no tree ${code}`)]);
  },
  TIMEOUT_MS,
);

test(
  "takes down an account's trees and shows them again, except one that a moderator took down, then deletes it",
  async () => {
    const email = "account@example.com";
    const cookie = await confirmEmail(service.site, email, folder, await newOwner(service.site, email));
    const create = async () => (await createTree(service.site, { owner: cookie })).code;
    const [first, other, reported] = [await create(), await create(), await create()];
    await addGift(service.api, first, "A secret text");
    await reportAndTakeDown(reported);

    const shown = await done("account", email.toUpperCase());
    for (const part of [
      email,
      "confirmed",
      "trees        3",
      first,
      other,
      "taken down (Advertising or spam)",
      "1 gift",
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain("A secret text");

    const takenDown = await done("account", email, "take-down", "--reason", "harassment");
    expect(takenDown).toContain("Took down 2 trees");
    for (const code of [first, other, reported]) await answers(code, 404);
    await mailSaying(email, "Your trees were taken down", folder);
    expect(await done("account", email, "restore", "--reason", "mistake")).toContain("Restored 2 trees");
    for (const code of [first, other]) await answers(code, 200);
    await answers(reported, 404);
    await mailSaying(email, "Your trees are back", folder);
    const subjects = mailsTo(email, folder).map((mail) => /^Subject: (.*(?:taken down|back))$/m.exec(mail)?.[1] ?? "");
    // The mail about the one that a moderator took down names it: its subject is encoded.
    expect(subjects.filter(Boolean)).toEqual(["Your trees were taken down", "Your trees are back"]);

    expect((await admin(["account", email, "delete", "--reason", "requested"])).code).toBe(1);
    expect(await isSignedIn(cookie)).toBe(true);
    const deleted = await done("account", email, "delete", "--reason", "requested", "--yes");
    expect(deleted).toContain("with 3 trees and 1 gift.");
    for (const code of [first, other]) await answers(code, 404);
    expect(await isSignedIn(cookie)).toBe(false);
    const [act] = await history();
    expect(act).toMatchObject({ act: "delete_account", reason: "requested", isOperators: true, shareCode: null });
    expect(JSON.stringify(act)).not.toContain(email);
    const page = await fetch(`${service.site}/moderation/history`, { headers: { cookie: moderator.cookie } });
    expect(await page.text()).toContain("deleted an account");
    expect((await admin(["account", email])).said).toContain("There is no account");
  },
  TIMEOUT_MS,
);

test(
  "creates an account, whose owner sets a password by the mailed link",
  async () => {
    const email = "invited@example.com";
    expect(await done("account", email, "create")).toContain(`Created the account ${email}`);
    expect(await done("account", email)).toContain("not confirmed");
    const again = await admin(["account", email, "create"]);
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining(`with the email ${email} already. To mail`) });
    const token = new URL(await mailedLink(email, "Your sign-in link", folder)).searchParams.get("token");
    const password = "correct horse battery";
    expect((await post("/auth/reset-password", { token, password })).status).toBe(200);
    expect((await post("/auth/sign-in/email", { email, password })).status).toBe(200);
    expect(await done("account", email)).toContain("email        confirmed");
    await done("account", "hangul@example.com", "create", "--language", "ko");
    expect(await mailSaying("hangul@example.com", "/ko/reset-password", folder)).toBeTruthy();
  },
  TIMEOUT_MS,
);

test(
  "confirms an address and ends every grant from before, and mails a link that signs in",
  async () => {
    const email = "unreachable@example.com";
    const cookie = await newOwner(service.site, email);
    const early = await mailedLink(email, "Confirm your email address", folder);
    expect(await done("account", email, "confirm")).toContain(`Confirmed the address of ${email}`);
    expect(await done("account", email, "confirm")).toContain("confirmed already");
    expect(await isSignedIn(cookie)).toBe(false);
    const token = new URL(early).searchParams.get("token");
    expect((await post("/auth/link", { token })).status).not.toBe(200);
    await done("account", email, "link");
    const link = new URL(await mailedLink(email, "Your sign-in link", folder)).searchParams.get("token");
    const answer = await post("/auth/sign-in/link", { token: link });
    expect(await isSignedIn(cookiesOf(answer))).toBe(true);
  },
  TIMEOUT_MS,
);

test(
  "sends a test mail, and says what the mail server answers",
  async () => {
    const server = await mailServer((address) => (address === "full@example.com" ? 552 : null));
    const settings = { SMTP_URL: server.url, MAIL_FROM: "Tree <hello@tree.example>" };
    const host = new URL(server.url).host;
    const sent = await admin(["mail", "you@example.com"], "", settings);
    expect([sent.code, sent.said]).toEqual([0, expect.stringContaining(`${host} accepted a mail to you@example.com`)]);
    expect(server.lastTo("you@example.com").raw).toContain("From: Tree <hello@tree.example>");
    const refused = await admin(["mail", "full@example.com"], "", settings);
    expect([refused.code, refused.said]).toEqual([
      1,
      `${host} did not accept the mail: the mail server refused the recipient (552 5.7.1).\n`,
    ]);
    await server.close();
    expect((await admin(["mail", "you@example.com"], "", settings)).said).toContain("ECONNREFUSED");
    expect((await admin(["mail", "you@example.com"])).said).toContain("SMTP_URL is not set here");
  },
  TIMEOUT_MS,
);

test(
  "prints its usage, or the value that is wrong, for other words",
  async () => {
    const code = "aB3dE5gH";
    const attempts: [words: string[], says: string][] = [
      [[], "npm run admin -- tree CODE"],
      [["tree", code, "confirm"], "npm run admin -- tree CODE"],
      [["account", "a@example.com", "link", "--yes"], "npm run admin -- tree CODE"],
      [["mail", "a@example.com", "show"], "npm run admin -- tree CODE"],
      [["mail", "nobody"], '"nobody" is not an email address'],
      [["account", "a@example.com", "create", "--language", "xx"], "--language must be one of en"],
      [["tree"], "npm run admin -- tree CODE"],
      [["gift", code], "npm run admin -- tree CODE"],
      [["tree", code, "destroy"], "npm run admin -- tree CODE"],
      [["tree", code, "show", "--force"], "npm run admin -- tree CODE"],
      [["tree", code, "restore", "--reason", "mistake", "--yes"], "npm run admin -- tree CODE"],
      [["tree", "short"], '"short" is not a tree\'s code'],
      [["account", "nobody"], '"nobody" is not an email address'],
      [["tree", code, "take-down"], "  spam                 Advertising or spam"],
      [["tree", code, "restore", "--reason", "spam"], "  mistake              Made by mistake"],
      [["tree", code, "delete", "--reason", "requested", "--note", "Why"], "A deletion takes no --note"],
      [["tree", code, "take-down", "--reason", "spam", "--note", " "], "--note must have 1 to 500 characters"],
      [["tree", code, "take-down", "--reason", "spam"], `There is no tree ${code}`],
    ];
    for (const [words, says] of attempts) {
      const { code, said } = await admin(words);
      expect([words, code, said]).toEqual([words, 1, expect.stringContaining(says)]);
    }
  },
  TIMEOUT_MS,
);

test.each(["admin", "moderator", "keys", "backup", "restore", "migrate", "restore-drill"])(
  "prints how %s is used, if that is asked for, as a success",
  async (name) => {
    for (const word of ["help", "--help", "-h"]) {
      const { exitCode, stdout } = Bun.spawnSync([process.execPath, `scripts/${name}.ts`, word], { cwd: ROOT });
      expect([exitCode, stdout.toString()]).toEqual([
        0,
        expect.stringContaining(`npm run ${name.replace("-d", ":d")}`),
      ]);
      if (name === "admin") expect(stdout.toString()).toContain("owner_objected       Appeal accepted");
    }
  },
  TIMEOUT_MS,
);

/** A visitor reports a tree, and the moderator takes it down. */
async function reportAndTakeDown(shareCode: string): Promise<void> {
  await post("/v1/reports", { shareCode, reason: "spam" });
  const act = { act: "take_down_tree", shareCode, reason: "spam" };
  const answer = await post("/moderation/acts", act, moderator.cookie);
  if (!answer.ok) throw new Error(`The act was answered with ${answer.status}`);
}
