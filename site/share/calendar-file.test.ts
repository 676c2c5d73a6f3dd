import { describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import { calendarFile } from "./calendar-file.ts";

const NOW = new Date("2026-11-30T12:00:30Z");
const LINK = "https://trees.example/send-message?tree=Ab3dEf7h";

function file(
  input: { timeZone?: string; openingDay?: string; summary?: string; description?: string; now?: Date } = {},
) {
  const { timeZone = "Asia/Seoul", openingDay = "2026-12-25", now = NOW } = input;
  const strings = { summary: input.summary ?? "“Ada” opens", description: input.description ?? `Read: ${LINK}` };
  return calendarFile({ tree: { shareCode: "Ab3dEf7h", openingDay, timeZone }, link: LINK, strings, now });
}

/** Parses the file with another program's strict parser. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  return { calendar, event: new ICAL.Event(events[0]), component: events[0] as ICAL.Component };
}

describe("the event", () => {
  test.each([
    ["Asia/Seoul", "2026-12-25", "2026-12-24T15:00:00Z"],
    ["Pacific/Kiritimati", "2026-12-25", "2026-12-24T10:00:00Z"],
    ["America/Anchorage", "2026-12-25", "2026-12-25T09:00:00Z"],
    // Clocks in these two zones skip midnight: the day begins at 01:00.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"],
    ["Africa/Cairo", "2027-04-30", "2027-04-29T22:00:00Z"],
  ])("in %s on %s starts when the tree opens, at %s, and lasts half an hour", (timeZone, openingDay, moment) => {
    const { event } = read(file({ timeZone, openingDay }));
    expect(event.startDate.toJSDate().toISOString()).toBe(moment.replace("Z", ".000Z"));
    expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
    expect(event.duration.toSeconds()).toBe(1800);
  });

  test("has one alarm, at its start", () => {
    const alarms = read(file()).component.getAllSubcomponents("valarm");
    expect(alarms).toHaveLength(1);
    expect(alarms[0]?.getFirstPropertyValue("action")).toBe("DISPLAY");
    expect(String(alarms[0]?.getFirstPropertyValue("trigger"))).toBe("PT0S");
    expect(alarms[0]?.getFirstPropertyValue("description")).toBe("“Ada” opens");
  });

  test("has a stable id, and a later file replaces an earlier one", () => {
    const earlier = read(file()).event;
    const later = read(file({ openingDay: "2026-12-31", now: new Date("2026-11-30T12:01:31Z") })).event;
    expect(earlier.uid).toBe("Ab3dEf7h@trees.example");
    expect(later.uid).toBe(earlier.uid);
    expect(later.sequence).toBeGreaterThan(earlier.sequence);
  });

  test("leaves people free, links to the tree, and does not ask for a reply", () => {
    const { calendar, component } = read(file());
    expect(component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
    expect(component.getFirstPropertyValue("url")).toBe(LINK);
    expect(String(component.getFirstPropertyValue("dtstamp"))).toBe("2026-11-30T12:00:30Z");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.hasProperty("method")).toBe(false);
  });
});

const texts = [
  "“지우의 크리스마스 트리” 열리는 날",
  "🎄🎁".repeat(60),
  "👩‍👩‍👧‍👦 한글 and a family ".repeat(20),
  'back\\slash; semicolon, comma: colon "quotes"',
  "first line\nsecond line\n\nlast",
  "END:VEVENT",
  "\\n is not a new line",
  "a".repeat(75),
  ` ${"é".repeat(200)}`,
];

describe.each(texts)("the text %p", (text) => {
  test("survives a round trip", () => {
    const { event } = read(file({ summary: text, description: text }));
    expect(event.summary).toBe(text);
    expect(event.description).toBe(text);
  });

  test("is folded at 75 octets, between characters", () => {
    const lines = file({ summary: text, description: text }).split("\r\n");
    expect(lines.pop()).toBe("");
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(/[\r\n]/);
    }
  });
});

test.each(["\r", "\n", "\r\n", "\u2028", "\u2029", "\u0085"])(
  "a line break %p in a name starts no new line in the file",
  (end) => {
    const { calendar, event } = read(file({ summary: `Ada${end}BEGIN:VALARM${end}X:1` }));
    expect(event.summary).toBe("Ada\nBEGIN:VALARM\nX:1");
    expect(calendar.getAllSubcomponents()).toHaveLength(1);
  },
);

test("removes control characters and lone surrogates", () => {
  const bytes = Buffer.from(file({ summary: "A\u0000d\u0007a\u001b[1m\u007f\u009b\ud83c!" }), "utf8");
  expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toMatch(/[^\P{Cc}\r\n]/u);
  expect(read(bytes.toString()).event.summary).toBe("Ada[1m\ufffd!");
});
