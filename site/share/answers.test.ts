import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { TestApp, TestOwner } from "../../api/app.test-utils.ts";
import { findApiAt } from "../addresses.test-utils.ts";
import { apiClient } from "../api-client.ts";
import type { Language } from "../i18n/languages.ts";
import { stringsIn } from "../i18n/strings.ts";
import { listeningApp } from "../listening-app.test-utils.ts";
import { GET as calendarOf } from "../pages/calendar/[code].ics.ts";
import { paintSharePicture } from "./painter.ts";
import { sharePictureAnswer } from "./picture-answer.ts";
import { pictureCache } from "./picture-cache.ts";
import { previewOf, storyCardOf } from "./share-picture-address.ts";
import type { SharePicture } from "./share-picture-svg.ts";

const strings = stringsIn.en;
const newClient = () => apiClient({ address: "192.0.2.1", forwardedFor: null, cookie: null });

let service: TestApp;
let owner: TestOwner;
let paintings = 0;

const pictures = pictureCache(
  (what: SharePicture) => {
    paintings += 1;
    return paintSharePicture(what);
  },
  { bytesAtMost: 10_000_000 },
);

beforeAll(async () => {
  service = await listeningApp();
  owner = await service.signedInOwner();
});
afterAll(() => service.close());

const language: Language = "en";
const askFor = (
  picture: string,
  headers: Record<string, string> = {},
  current: typeof previewOf | typeof storyCardOf = previewOf,
) =>
  sharePictureAnswer(
    { picture, current, request: new Request("http://ours/", { headers }), api: newClient(), language },
    pictures,
  );

/** The picture name in the address that an outdated one redirects to. */
const nameIn = (answer: Response) =>
  /^\/(?:share-picture|story-card)\/(.+)\.png$/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";

/** Runs an action while the API is unavailable. */
function withoutApi(action: () => Promise<Response>): Promise<Response> {
  const restore = findApiAt("http://127.0.0.1:1");
  return action().finally(restore);
}

describe("a share picture's address", () => {
  test("redirects from a wrong version to the current one without painting", async () => {
    const { shareCode } = await service.createTree(owner);
    const counted = paintings;
    for (const guess of ["0000000000", "x", "----------"]) {
      const answer = await askFor(`${shareCode}-${guess}`);
      expect(answer.status).toBe(302);
      expect(nameIn(answer)).toStartWith(`${shareCode}-`);
      expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    }
    expect(paintings).toBe(counted);
  });

  test.each([
    ["share picture", previewOf],
    ["story card", storyCardOf],
  ])("serves the current %s as a PNG, painted once", async (_, current) => {
    const { shareCode } = await service.createTree(owner, { type: "birthday" });
    await service.addGift(shareCode);
    const name = nameIn(await askFor(`${shareCode}-en`, {}, current));
    const counted = paintings;
    const answers = await Promise.all([1, 2, 3].map(() => askFor(name, {}, current)));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
      expect((await answer.bytes()).slice(1, 4)).toEqual(new Uint8Array(Buffer.from("PNG")));
    }
    expect(paintings).toBe(counted + 1);
  });

  test("answers 304 to a browser that has the picture, without painting", async () => {
    const { shareCode } = await service.createTree(owner, { type: "valentine" });
    await service.addGift(shareCode);
    const name = nameIn(await askFor(`${shareCode}-x`));
    const counted = paintings;
    const answer = await askFor(name, { "if-none-match": `W/"other", "${name.slice(12)}"` });
    expect(answer.status).toBe(304);
    expect(paintings).toBe(counted);
  });

  test("is painted in turn while another owner renames fourteen trees over and over", async () => {
    const free = Promise.withResolvers<void>();
    const painted: (string | undefined)[] = [];
    const busy = pictureCache(
      async ({ name }: SharePicture) => {
        painted.push(name);
        await free.promise;
        return new Uint8Array(1);
      },
      { bytesAtMost: 10_000 },
    );
    const currentOf = async (shareCode: string) => nameIn(await askFor(`${shareCode}-x`));
    /** Resolves once the picture waits, with the status that its answer will have. */
    async function ask(picture: string) {
      const found = Promise.withResolvers<void>();
      const api = newClient();
      const watched: typeof api.treePage = (...asked) => api.treePage(...asked).finally(found.resolve);
      const request = new Request("http://ours/");
      const asked = { picture, current: previewOf, request, api: { treePage: watched }, language };
      const status = sharePictureAnswer(asked, busy).then((answer) => answer.status);
      await found.promise;
      await Bun.sleep(0);
      return { status };
    }
    const renaming = await service.signedInOwner();
    const codes: string[] = [];
    for (let i = 0; i < 14; i += 1) codes.push((await service.createTree(renaming)).shareCode);
    const statuses: Promise<number>[] = [];
    for (let round = 0; round < 4; round += 1)
      for (const code of codes) {
        await renaming.patch(`/owner/trees/${code}`, { name: `${code} ${round}` });
        statuses.push((await ask(await currentOf(code))).status);
      }
    const { shareCode } = await service.createTree(owner, { name: "Another's" });
    const others = await ask(await currentOf(shareCode));
    free.resolve();
    expect(await others.status).toBe(200);
    expect(painted.indexOf("Another's")).toBeLessThan(3);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200, 503]));
  });

  test("is outdated by the next gift", async () => {
    const { shareCode } = await service.createTree(owner);
    const name = nameIn(await askFor(`${shareCode}-x`));
    expect((await askFor(name)).status).toBe(200);
    await service.addGift(shareCode);
    const answer = await askFor(name);
    expect(answer.status).toBe(302);
    expect(nameIn(answer)).not.toBe(name);
  });

  test.each(["home2", "short-x", "abcd EFGH", "abcdEFGH", "abcdEFGH-", "abcdEFGH-../../x", "-".repeat(50), ""])(
    "is not %p",
    async (picture) => {
      const answer = await askFor(picture);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toStartWith("text/plain");
    },
  );

  test("gives a plain 404 for an unknown or deleted tree", async () => {
    const { shareCode } = await service.createTree(owner);
    const name = nameIn(await askFor(`${shareCode}-x`));
    expect((await askFor(name)).status).toBe(200);
    await owner.delete(`/owner/trees/${shareCode}`);
    expect((await askFor(name)).status).toBe(404);
    const answer = await askFor("zzzzzzzz-0000000000");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toStartWith(strings.tree.unknownTitle);
  });

  test("asks to retry later if the API is unavailable", async () => {
    const answer = await withoutApi(() => askFor("zzzzzzzz-0000000000"));
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
  });
});

describe("a calendar file's address", () => {
  const askForCalendar = async (code: string, language: keyof typeof stringsIn = "en") =>
    calendarOf({ params: { code }, locals: { api: newClient(), strings: stringsIn[language] } } as never);

  test("serves the opening day as a file in the visitor's language", async () => {
    const { shareCode } = await service.createTree(owner, { name: "지우, 하나; 🎄" });
    const answer = await askForCalendar(shareCode, "ko");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="tree-${shareCode}.ics"`);
    const text = (await answer.text()).replaceAll("\r\n ", "");
    expect(text).toContain("\r\nDTSTART:20261224T150000Z\r\n");
    expect(text).toContain("지우\\, 하나\\; 🎄");
    expect(text).toContain(`/send-message?tree=${shareCode}`);
  });

  test("redirects from a code with extra characters to the clean address", async () => {
    const answer = await askForCalendar("aB3dE5gH).");
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/calendar/aB3dE5gH.ics"]);
  });

  test("gives a plain 404 without a tree, and asks to retry later if the API is unavailable", async () => {
    expect((await askForCalendar("zzzzzzzz")).status).toBe(404);
    expect((await askForCalendar("no code")).status).toBe(404);
    const answer = await withoutApi(() => askForCalendar("zzzzzzzz"));
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
  });
});
