import { PAGES } from "../audit/pages.ts";
import { seedService } from "../audit/seed.ts";
import { expect, test } from "../fixtures/visiting.ts";
import { addGift, createTree, prepareSurprise } from "../fixtures/visitors.ts";

/** URLs that answer an owner with private data. */
const privateAddresses = (code: string, surprise: string) => [
  ...[
    "",
    "?before=YmVsb3c6Mg",
    "?select",
    "/delete",
    "/hide",
    "/reply",
    "/names",
    "/report",
    "/opening",
    "/keepsake",
  ].map((rest) => `/my-trees/${code}${rest}`),
  ...["", "/link"].map((rest) => `/organizing/${surprise}${rest}`),
  ...[
    "/my-trees",
    "/account",
    `/owner/trees/${code}/messages`,
    "/owner/trees",
    "/owner/account",
    "/owner/hiding",
    "/owner/passkeys",
    "/owner/export",
    `/owner/trees/${code}/export`,
    "/owner/organizing",
    `/owner/organizing/${surprise}`,
  ],
];
const IN_ANY_ENCODING = { "accept-encoding": "br, gzip, deflate, zstd" };

test("compresses no answer with an owner's private data, and forbids proxies to", async ({ site, api }) => {
  const { code, cookie } = await createTree(site);
  for (let i = 0; i < 4; i += 1) await addGift(api, code, "A text that repeats itself. ".repeat(15));
  const surprise = await prepareSurprise(site, cookie);
  for (const language of ["", "/ko"]) {
    for (const address of privateAddresses(code, surprise).filter(
      (each) => language === "" || !each.startsWith("/owner"),
    )) {
      const answer = await fetch(site + language + address, { headers: { cookie, ...IN_ANY_ENCODING } });
      const { headers, status } = answer;
      await answer.arrayBuffer();
      expect([address, status, headers.get("content-encoding")]).toEqual([address, 200, null]);
      expect([address, headers.get("cache-control")]).toEqual([address, expect.stringContaining("no-transform")]);
    }
  }
});

test("covers every page of an owner, and those where a sender sees a reply", async ({ site, api }) => {
  const { seed } = await seedService(site, api);
  const own = PAGES.filter(({ isSignedIn, sends }) => isSignedIn && !sends).map(({ address }) => address(seed));
  const ownersPages = own.filter((address) => /^\/(my-trees|organizing|account)/.test(address));
  expect(ownersPages.length).toBeGreaterThan(5);
  const sendersPages = PAGES.filter(({ name }) => /^take-back-rep/.test(name)).map(({ address }) => address(seed));
  expect(sendersPages).toHaveLength(2);
  for (const address of [...ownersPages, ...sendersPages]) {
    const answer = await fetch(site + address, { headers: { cookie: seed.cookie, ...IN_ANY_ENCODING } });
    expect([address, answer.headers.get("content-encoding")]).toEqual([address, null]);
  }
});

test("has the same size for a stranger's right and wrong guess", async ({ site, api }) => {
  const secret = "The key lies under the third stone beside the well";
  const guesses = [secret, [...secret].toReversed().join("")];
  const lengths = await Promise.all(
    guesses.map(async (guess) => {
      const { code, cookie } = await createTree(site);
      await addGift(api, code, secret);
      await addGift(api, code, guess);
      const headers = { cookie, ...IN_ANY_ENCODING };
      const answer = await fetch(`${site}/owner/trees/${code}/export`, { headers });
      return Number((await answer.arrayBuffer()).byteLength);
    }),
  );
  expect(lengths[0]).toBe(lengths[1] ?? 0);
});

test("compresses public pages, for an owner too", async ({ site }) => {
  const { code, cookie } = await createTree(site);
  for (const address of ["/", `/send-message?tree=${code}`, "/guides/privacy"]) {
    const answer = await fetch(site + address, { headers: { cookie, accept: "text/html", "accept-encoding": "br" } });
    expect([address, answer.headers.get("content-encoding")]).toEqual([address, "br"]);
  }
});
