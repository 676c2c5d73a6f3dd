import { expect, test } from "bun:test";
import { mailboxOf, readEmail } from "./emails.ts";

test.each([
  ["ada@example.org", "ada@example.org"],
  [" Ada@Example.ORG ", "ada@example.org"],
  ["ada@xn--3e0b707e.xn--3e0b707e", "ada@xn--3e0b707e.xn--3e0b707e"],
  ["r&d@example.com", "r&d@example.com"],
  ["x..y@docomo.ne.jp", "x..y@docomo.ne.jp"],
  [".first.@docomo.ne.jp", ".first.@docomo.ne.jp"],
  ["o'neil!#$%&'*+/=?^_`{|}~-@example.com", "o'neil!#$%&'*+/=?^_`{|}~-@example.com"],
  ["ada@1.2.example", "ada@1.2.example"],
  ["ada@한국.kr", "ada@xn--3e0b707e.kr"],
  ["ada@Bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
])("reads %j", (text, email) => {
  expect(readEmail(text)).toBe(email);
  expect(readEmail(email)).toBe(email);
});

test.each([
  ...["", "@", "ada", "ada@", "@example.org", "ada@localhost", "ada@example.", "ada@.example", "ada@-a.example"],
  ...[
    "ada@a-.example",
    "a b@example.org",
    "a@b@example.org",
    "ada@exa mple.org",
    "ada@example.org:25",
    "ada@exämple.org/x",
  ],
  ...[
    "ädä@example.org",
    "ada@한국",
    "ada@한국.kr:25",
    "a\r\nBcc:b@example.org",
    "Ada <ada@example.org>",
    "a,b@example.org",
  ],
  ...[`ada@${"a".repeat(64)}.example`, "ada@[127.0.0.1]", "ada@한국%2ekr"],
])("refuses %j", (text) => {
  expect(readEmail(text)).toBeNull();
});

test("maps a tagged address, in any case, to its mailbox", () => {
  for (const tagged of ["victim+1@example.org", "Victim+a+b@example.org", "VICTIM@EXAMPLE.ORG"]) {
    expect(mailboxOf(readEmail(tagged) ?? "")).toBe("victim@example.org");
  }
  expect(mailboxOf("+1@example.org")).toBe("+1@example.org");
});

test("maps dots and other signs that a provider ignores to its mailbox, and no others", () => {
  for (const dotted of ["victim@gmail.com", "v.ic.tim@gmail.com", "vi.ctim+a.b@GoogleMail.com"]) {
    expect(mailboxOf(readEmail(dotted) ?? "")).toBe("victim@gmail.com");
  }
  expect(mailboxOf("a.d_a-l+x@pm.me")).toBe("adal@proton.me");
  expect(mailboxOf("a.d_a-l+x@example.org")).toBe("a.d_a-l@example.org");
  expect(mailboxOf("a.da@notgmail.com")).toBe("a.da@notgmail.com");
});

test.each([
  ["adal@proton.me", ["adal@proton.me", "ada.l@protonmail.com", "a_d-al+x@pm.me", "adal@protonmail.ch"]],
  ["ada.l@icloud.com", ["ada.l@icloud.com", "ada.l+x@me.com", "ada.l@mac.com"]],
  ["ada-l@yandex.ru", ["com", "by", "kz", "ua", "ru"].map((country) => `ada.l+x@yandex.${country}`)],
  ["ada-l@yandex.ru", ["ada-l@ya.ru", "ada.l@ya.ru"]],
  ["ada@yahoo.com", ["ada@yahoo.com", "ada-trees@yahoo.com", "ada-trees-2@yahoo.com"]],
  ["ada@yahoo.co.uk", ["ada-trees@yahoo.co.uk"]],
  ["ada@fastmail.com", ["ada@fastmail.com", "ada+x@fastmail.com", "trees@ada.fastmail.com", "x+y@ada.fastmail.com"]],
])("maps all names of one provider to %s", (mailbox, names) => {
  expect(names.map(mailboxOf)).toEqual(names.map(() => mailbox));
});

test("keeps apart what a provider keeps apart", () => {
  const apart = ["ada-l@icloud.com", "a.da@yahoo.com", "ada-l@example.org", "ada@x.example.org", "-x@yahoo.com"];
  expect(apart.map(mailboxOf)).toEqual(apart);
  expect(mailboxOf("adal@yandex.ru")).not.toBe(mailboxOf("ada.l@yandex.ru"));
});
