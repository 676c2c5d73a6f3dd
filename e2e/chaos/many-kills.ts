import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addGift, createTree, listGifts } from "../fixtures/visitors.ts";
import { type Fault, type Field, want } from "./harness/fault.ts";
import { killed } from "./harness/supervised.ts";

const KILLS = 80;
const PROGRAMS = ["api/main.ts", "site/server.ts", "scripts/start.ts"];

export const manyKills: Fault = {
  name: "many-kills",
  does: `${KILLS} times in turn, kill -9 of the API, the site, the starter and Postgres, while 16 people post, and owners delete what came`,
  async trouble(field) {
    const { service, now } = field;
    const from = now();
    const life = { goesOn: true, deleted: 0, resurrected: [] as string[] };
    const deleting = comeAndGo(field, life);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = service.restarts();
      await killed(victim(field, kill));
      while (service.restarts() === before) await Bun.sleep(20);
      await answering(service.api);
    }
    life.goesOn = false;
    await deleting;
    const { deleted, resurrected } = life;
    return {
      from,
      until: now(),
      expectations: [
        want("deletions are answered between the kills", deleted > KILLS / 4, `${deleted} deletions`),
        want("no deleted gift or tree returns", resurrected.length === 0, resurrected.join()),
      ],
      summary: `${KILLS} kills, ${deleted} gifts and trees deleted, ${resurrected.length} resurrected.`,
    };
  },
};

function victim({ service, dataDir }: Field, kill: number): number {
  const program = PROGRAMS[kill % (PROGRAMS.length + 1)];
  if (program) return service.pidOf(program);
  return Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

async function answering(api: string): Promise<void> {
  const isUp = () =>
    fetch(`${api}/v1/status`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isUp())) await Bun.sleep(50);
}

/** Deletes a gift of one tree, and another tree, again and again. What an answer said is deleted must stay so. */
async function comeAndGo(
  { service: { api, site }, cookie }: Field,
  life: { goesOn: boolean; deleted: number; resurrected: string[] },
): Promise<void> {
  const owner = { headers: { cookie }, method: "DELETE" };
  // The first kill may come before the first tree.
  const create = (): Promise<string> =>
    createTree(site, { owner: cookie }).then(
      ({ code }) => code,
      () => Bun.sleep(20).then(create),
    );
  const code = await create();
  const gone = { gifts: [] as string[], trees: [] as string[] };
  while (life.goesOn) {
    await addGift(api, code, "Going")
      .then(async (id) => {
        if ((await fetch(`${api}/owner/trees/${code}/messages/${id}`, owner)).ok) gone.gifts.push(id);
        const other = await createTree(site, { owner: cookie });
        if ((await fetch(`${api}/owner/trees/${other.code}`, owner)).ok) gone.trees.push(other.code);
      })
      // Whatever was under way when the kill came: nobody was told that it is done.
      .catch(() => Bun.sleep(20));
  }
  await answering(api);
  const { ids } = await listGifts(api, code);
  life.resurrected = gone.gifts.filter((id) => ids.has(id));
  for (const tree of gone.trees)
    if ((await fetch(`${api}/v1/trees/${tree}`)).status !== 404) life.resurrected.push(tree);
  life.deleted = gone.gifts.length + gone.trees.length;
}
