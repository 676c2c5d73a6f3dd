import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PlainService, startPlainService } from "../../test-support/plain-service.ts";
import { newModerator } from "../fixtures/moderators.ts";

const TIMEOUT_MS = 120_000;

// Of its own: whether somebody else hears depends on who else moderates.
let service: PlainService & { close: () => Promise<void> };
beforeAll(async () => {
  service = await startPlainService();
}, TIMEOUT_MS);
afterAll(() => service.close(), TIMEOUT_MS);

const LAST = {
  en: "No other moderator gets these emails",
  ko: "이 메일을 받는 다른 신고 담당자가 없어서",
  ja: "このメールを受け取るモデレーターがほかにいないため",
};
const CHECKED = /<input id="mails"[^>]* checked/;

test(
  "tells the last moderator who gets mails, in their language, that they cannot switch theirs off",
  async () => {
    const moderator = await newModerator(service.site, service.dataDir);
    const headers = { cookie: moderator.cookie };
    const switchOff = (language: string) => {
      const body = new URLSearchParams({ change: "mails" });
      return fetch(`${service.site}/${language}/moderation`, { method: "POST", headers, body, redirect: "manual" });
    };
    for (const [language, words] of Object.entries(LAST)) {
      const answer = await switchOff(language);
      const page = await answer.text();
      expect([answer.status, page.includes(words), CHECKED.test(page)]).toEqual([422, true, true]);
    }
    await newModerator(service.site, service.dataDir);
    expect((await switchOff("en")).status).toBe(303);
    const page = await (await fetch(`${service.site}/en/moderation`, { headers })).text();
    expect(CHECKED.test(page)).toBe(false);
  },
  TIMEOUT_MS,
);
