/**
 * Updates parts of the current page, by selector, from a fetched page. Unchanged nodes stay, with their focus and
 * animations. Returns false if the response lacks a part, such as a proxy's error page. `prepare` may change the fetched
 * page before it is compared.
 */
export async function swapParts(
  response: Response,
  selectors: readonly string[],
  prepare?: (arrived: Document) => void,
): Promise<boolean> {
  const arrived = new DOMParser().parseFromString(await response.text(), "text/html");
  const pairs = selectors.map((each) => [document.querySelector(each), arrived.querySelector(each)] as const);
  if (pairs.some(([present, next]) => !present || !next)) return false;
  prepare?.(arrived);
  for (const [present, next] of pairs) if (present && next) renew(present, next);
  return true;
}

function renew(present: Element, next: Element) {
  const focused = document.activeElement;
  const place = controlsIn(present).indexOf(focused as HTMLElement);
  renewElement(present, next);
  // The focused control was replaced: focus its successor.
  if (place < 0 || present.contains(document.activeElement)) return;
  const href = focused?.getAttribute("href");
  const controls = controlsIn(present);
  const same = controls.find((each) => href && each.getAttribute("href") === href);
  (same ?? controls[place])?.focus({ preventScroll: true });
}

function renewElement(present: Element, next: Element) {
  for (const { name, value } of next.attributes) present.setAttribute(name, value);
  renewChildren(present, [...next.childNodes]);
}

function renewChildren(present: Element, next: readonly ChildNode[]) {
  const stays = (old: ChildNode) => next.some((fresh) => fresh.isEqualNode(old) || isSameHolder(old, fresh));
  for (const old of [...present.childNodes]) if (!stays(old)) old.remove();
  let standing = present.firstChild;
  for (const fresh of next) {
    if (standing && isSameHolder(standing, fresh)) renewElement(standing as Element, fresh as Element);
    else if (!standing?.isEqualNode(fresh)) {
      present.insertBefore(fresh, standing);
      continue;
    }
    standing = standing.nextSibling;
  }
  while (standing) {
    const after: ChildNode | null = standing.nextSibling;
    standing.remove();
    standing = after;
  }
}

/** A list or a collapsed part stays itself, with its rows and whether it is open, when something in it changes. */
const isSameHolder = (present: Node, next: Node) =>
  /^([OU]L|DETAILS)$/.test(present.nodeName) && present.nodeName === next.nodeName;

const controlsIn = (part: Element) => [...part.querySelectorAll<HTMLElement>("a, button")];
