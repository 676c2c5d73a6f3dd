/** Where an owner goes with gifts of a tree, and back to: all of them know the bough that is looked at. */
export type GiftAddresses = ReturnType<typeof giftAddresses>;

/** `before` is the cursor of the bough, null for the newest gifts. */
export function giftAddresses(code: string, before: string | null) {
  const at = (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams({ ...query, ...(before !== null && { before }) }).toString();
    return `/my-trees/${code}${path}${search && `?${search}`}`;
  };
  return {
    bough: at("", {}),
    selecting: at("", { select: "" }),
    selectingAll: at("", { select: "all" }),
    /** Without gifts: where a form sends those that were ticked. */
    deletion: `/my-trees/${code}/delete`,
    deletionOf: (id: string) => at("/delete", { gift: id }),
    reportOf: (id: string) => at("/report", { gift: id }),
    reported: (id: string, reason: string) => at("/report", { gift: id, sent: reason }),
    deleted: (amount: number) => at("", { deleted: String(amount) }),
  };
}
