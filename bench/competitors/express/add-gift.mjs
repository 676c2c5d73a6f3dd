import { dayIn, isOffensive, knownWrapped, sealGift } from "../.built/work.mjs";

const ONE_MORE = { increment: 1 };
// Prisma waits two seconds for a connection. Under full load that is too short, and an early refusal would look fast.
const PATIENCE = { maxWait: 30_000, timeout: 30_000 };

/** Adds a gift once per idempotency key. Returns a status, and the receipt if it is 201. */
export function addGift(prisma, gift, repeat) {
  return prisma.$transaction((within) => hangWithin(within, gift, repeat), PATIENCE);
}

async function hangWithin(within, gift, { id: repeatId, bodyHash }) {
  const { shareCode, giftAssetId } = gift;
  const first = await within.giftIdempotencyKey.findUnique({ where: { shareCode_id: { shareCode, id: repeatId } } });
  if (first) return first.bodyHash === bodyHash ? { status: 201, data: first.answer } : { status: 422 };
  if (isOffensive(gift)) return { status: 422 };
  const wrapped = knownWrapped(shareCode) ?? (await findWrapped(within, shareCode));
  if (!wrapped) return { status: 404 };
  const id = crypto.randomUUID();
  const sealed = sealGift(gift, id, wrapped);
  const [tree] = await within.tree.updateManyAndReturn({
    where: { shareCode, isPaused: false },
    data: { giftCount: ONE_MORE, hungCount: ONE_MORE, version: ONE_MORE },
    select: { giftCount: true, hungCount: true, timeZone: true },
  });
  if (!tree) return { status: 409 };
  const day = dayIn(tree.timeZone, new Date());
  const senderName = gift.showSenderName ? gift.senderName : null;
  const hungOn = new Date(day);
  await within.gift.create({ data: { shareCode, position: tree.hungCount, id, giftAssetId, senderName, hungOn } });
  await within.message.create({ data: { shareCode, giftId: id, ...sealed } });
  const data = { id, shareCode, giftAssetId, createdAt: day, giftCount: tree.giftCount };
  await within.giftIdempotencyKey.create({
    data: { shareCode, id: repeatId, bodyHash, answer: data, createdAt: new Date() },
  });
  return { status: 201, data };
}

async function findWrapped(within, shareCode) {
  const key = await within.treeKey.findUnique({ where: { shareCode } });
  return key && Buffer.from(key.wrapped);
}
