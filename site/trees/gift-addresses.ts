/** Addresses of an owner's actions on gifts. Each contains the cursor of the current page of gifts, to return to it. */
export type GiftAddresses = ReturnType<typeof giftAddresses>;

/** `before` is the cursor of the page of gifts, null for the newest. */
export function giftAddresses(code: string, before: string | null) {
  const at = (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams({ ...query, ...(before !== null && { before }) }).toString();
    return `/my-trees/${code}${path}${search && `?${search}`}`;
  };
  return {
    bough: at("", {}),
    selecting: at("", { select: "" }),
    selectingAll: at("", { select: "all" }),
    /** Without gift ids: the target of the form with the selected gifts. */
    deletion: `/my-trees/${code}/delete`,
    deletionOf: (id: string) => at("/delete", { gift: id }),
    hidingOf: (id: string) => at("/hide", { gift: id }),
    hidden: at("", { hidden: "" }),
    shown: at("", { shown: "" }),
    names: at("/names", {}),
    namesAll: at("/names", { all: "" }),
    namesSaved: at("", { names: "" }),
    /** `from`: where gifts are unwrapped, or the list with all messages. */
    replyTo: (id: string, from?: "opening" | "all") => at("/reply", { gift: id, ...(from && { [from]: "" }) }),
    /** Back at the gift, where the reply came from. */
    repliedTo: (id: string, from: URLSearchParams) =>
      from.has("opening") ? at("/opening", { gift: id }) : `${at("", from.has("all") ? { all: "" } : {})}#gift-${id}`,
    reportOf: (id: string) => at("/report", { gift: id }),
    reported: (id: string, sent: string) => at("/report", { gift: id, sent }),
    deleted: (amount: number) => at("", { deleted: String(amount) }),
  };
}
