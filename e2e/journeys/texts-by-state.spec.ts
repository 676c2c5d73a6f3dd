import { expect, test } from "../fixtures/visiting.ts";
import { createTree, inDays } from "../fixtures/visitors.ts";

const FIRST = "Be the first!";
const ASKS = "Leave me a gift by ";
const SHARE = "No gifts yet. Invite your friends!";
const LATE = "It's not too late: share the link.";
const CALENDAR = "Add opening day to calendar";

for (const { state, days, isPaused, visitor, owner, invitation } of [
  {
    state: "closed",
    days: 30,
    isPaused: false,
    visitor: [FIRST, ASKS, "Opens "],
    owner: [SHARE, CALENDAR],
    invitation: "open on",
  },
  {
    state: "closed and paused",
    days: 30,
    isPaused: true,
    visitor: ["Opens "],
    owner: [CALENDAR],
    invitation: "open on",
  },
  { state: "open", days: 0, isPaused: false, visitor: [FIRST, "Opened "], owner: [LATE], invitation: "is open." },
  { state: "open and paused", days: 0, isPaused: true, visitor: ["Opened "], owner: [], invitation: "is open." },
])
  test(`nothing contradicts that an empty tree is ${state}`, async ({ request, site }) => {
    const { code, cookie } = await createTree(site, { openingDay: inDays(days) });
    const headers = { cookie, origin: site };
    await request.patch(`${site}/owner/trees/${code}`, { headers, data: { isPaused } });
    const said = async (path: string) => {
      const page = await (await request.get(`${site}/en${path}`, { headers })).text();
      return page
        .replace(/.*<main/s, "")
        .replace(/<[^>]*>|\s+/g, " ")
        .replaceAll("&#39;", "'");
    };
    const saysOf = async (path: string, sentences: string[]) => {
      const text = await said(path);
      return sentences.filter((sentence) => text.includes(sentence));
    };
    const onTree = [FIRST, ASKS, "0 gifts", "Opens ", "Opened "];
    expect(await saysOf(`/send-message?tree=${code}`, onTree)).toEqual(visitor);
    const previewed = await (await request.get(`${site}/en/send-message?tree=${code}`)).text();
    expect(/name="description" content="[^"]*Be the first!/.test(previewed)).toBe(!isPaused);
    expect(await saysOf(`/my-trees/${code}`, [SHARE, LATE, CALENDAR])).toEqual(owner);
    expect(await saysOf(`/invitation/${code}`, ["open on", "is open."])).toEqual([invitation]);
  });
