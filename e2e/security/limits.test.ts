import { afterEach, expect, test } from "bun:test";
import {
  greeted,
  newDataDir,
  removeDataDir,
  type Service,
  startService,
  stop,
} from "../../test-support/running-service.ts";
import { addGift, createTree } from "../fixtures/visitors.ts";

const folder = newDataDir();
let service: Service | undefined;

afterEach(async () => {
  if (service?.starter.exitCode === null) await stop(service);
  removeDataDir(folder);
});

async function started(variables: Record<string, string>): Promise<Service> {
  if (service) await stop(service);
  service = await startService(folder, variables);
  return greeted(service);
}

const warnings = ({ output }: Service) =>
  output()
    .split("\n")
    .filter((line) => line.includes('"level":"warn"') && line.includes("rate limits are off"));

/** The statuses of requests for a page that is made for one visitor, and of a page that all visitors share. */
async function pagesOf({ site }: Service): Promise<[alone: number[], shared: number]> {
  const alone = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const answer = await fetch(`${site}/en/create?name=Tree+${i}`);
      const body = await answer.text();
      if (answer.status === 429) expect([body.length < 100, answer.headers.get("retry-after")]).toEqual([true, "60"]);
      return answer.status;
    }),
  );
  return [alone.toSorted(), (await fetch(`${site}/en/create`)).status];
}

/** The statuses of an owner's form that is sent twice, and whether each answer returns what was typed. */
async function ownersForms({ site }: Service): Promise<[status: number, isKept: boolean][]> {
  const { code, cookie } = await createTree(site);
  const send = async (): Promise<[number, boolean]> => {
    const body = new URLSearchParams({ change: "name", name: "A name I thought about" });
    const answer = await fetch(`${site}/my-trees/${code}`, { method: "POST", headers: { cookie }, body });
    const text = await answer.text();
    return [answer.status, text.includes("A name I thought about") && Number(answer.headers.get("retry-after")) > 0];
  };
  return [await send(), await send()];
}

/** Whether the forms of a visitor whose address has used up its requests come back with what was typed. */
async function visitorsForms({ site }: Service): Promise<[status: number, isKept: boolean][]> {
  const { code } = await createTree(site);
  await Promise.all(Array.from({ length: 5 }, () => fetch(`${site}/v1/trees/${code}`)));
  const send = async (path: string, field: string): Promise<[number, boolean]> => {
    const body = new URLSearchParams({ [field]: "Words I thought about" });
    const answer = await fetch(`${site}${path}?tree=${code}`, { method: "POST", body });
    const isInField = new RegExp(`<textarea[^>]* name="${field}"[^>]*>Words I thought about<`);
    return [answer.status, isInField.test(await answer.text())];
  };
  return [await send("/send-message", "message"), await send("/report", "details")];
}

/** How many of twelve concurrent gifts from one visitor are accepted. */
async function takenOfTwelve({ site, api }: Service): Promise<number> {
  const { code } = await createTree(site);
  const sent = await Promise.allSettled(Array.from({ length: 12 }, () => addGift(api, code, "Gift")));
  return sent.filter(({ status }) => status === "fulfilled").length;
}

test("applies rate limits unless RATE_LIMITS=off, which logs a warning at every start", async () => {
  const limited = await started({});
  expect([warnings(limited).length, await takenOfTwelve(limited)]).toEqual([0, 10]);
  const wider = await started({ POSTS_PER_ADDRESS: "11" });
  expect([warnings(wider).length, await takenOfTwelve(wider)]).toEqual([0, 1]);
  const few = await started({ PAGES_PER_ADDRESS: "10", REQUESTS_PER_OWNER: "2" });
  expect(await pagesOf(few)).toEqual([[...Array(10).fill(200), 429, 429], 200]);
  // First the change itself is refused, then already what its page reads.
  expect(await ownersForms(few)).toEqual([
    [429, true],
    [429, true],
  ]);
  expect(await visitorsForms(await started({ REQUESTS_PER_ADDRESS: "5" }))).toEqual([
    [429, true],
    [429, true],
  ]);
  for (let i = 0; i < 2; i += 1) {
    const unlimited = await started({ RATE_LIMITS: "off" });
    expect([warnings(unlimited).length, await takenOfTwelve(unlimited)]).toEqual([1, 12]);
  }
}, 120_000);

test("takes a class' gifts from one address while everyone's here, pauses one device alone, and refuses another tree", async () => {
  const { site } = await started({});
  const { code, cookie } = await createTree(site);
  const other = await createTree(site, { owner: cookie });
  const press = (path: string) => {
    const body = new URLSearchParams({ change: "gather" });
    return fetch(site + path, { method: "POST", redirect: "manual", headers: { cookie }, body });
  };
  const pressed = await press(`/ko/tree/${code}/screen`);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, `/ko/tree/${code}/screen?saved`]);
  for (const [language, says] of [
    ["en", "is for one tree at a time"],
    ["ko", "한 번에 트리 하나에서만"],
    ["ja", "一度に1つのツリーだけで"],
  ]) {
    for (const path of [`/tree/${other.code}/screen`, `/my-trees/${other.code}`]) {
      const answer = await press(`/${language}${path}`);
      const isLater = Number(answer.headers.get("retry-after")) > 7000;
      expect([answer.status, isLater, (await answer.text()).includes(says ?? "")]).toEqual([429, true, true]);
    }
  }

  const leave = (fields: Record<string, string>, sender = "") => {
    const body = new URLSearchParams({ giftAssetId: "card", message: "Warm wishes", senderName: "Ann", ...fields });
    return fetch(`${site}/send-message?tree=${code}`, {
      ...{ method: "POST", redirect: "manual", body },
      headers: { cookie: sender },
    });
  };
  const refused: number[] = [];
  let sender = "";
  for (let i = 0; i < 5; i += 1) {
    const answer = await leave({ message: `You are a fucking idiot ${i}` }, sender);
    refused.push(answer.status);
    sender ||=
      answer.headers
        .getSetCookie()
        .find((each) => each.startsWith("tree.sender="))
        ?.split(";")[0] ?? "";
  }
  expect(refused).toEqual([422, 422, 422, 422, 429]);
  const others = await Promise.all(Array.from({ length: 30 }, (_, i) => leave({ senderName: `Friend ${i}` })));
  expect(others.map(({ status }) => status)).toEqual(Array(30).fill(303));
}, 120_000);
