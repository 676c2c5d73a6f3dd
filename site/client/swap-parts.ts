/**
 * Renews parts of the present page from a page that was fetched, by selector. Whatever is the same in both stays in
 * its place: its focus, and what moves in it. False where what came back lacks a part, such as a proxy's own error.
 */
export async function swapParts(response: Response, selectors: readonly string[]): Promise<boolean> {
  const arrived = new DOMParser().parseFromString(await response.text(), "text/html");
  const pairs = selectors.map((each) => [document.querySelector(each), arrived.querySelector(each)] as const);
  if (pairs.some(([present, next]) => !present || !next)) return false;
  for (const [present, next] of pairs) if (present && next) renew(present, next);
  return true;
}

function renew(present: Element, next: Element) {
  const place = controlsIn(present).indexOf(document.activeElement as HTMLElement);
  for (const { name, value } of next.attributes) present.setAttribute(name, value);
  renewChildren(present, [...next.childNodes]);
  // The control that had the focus has made way for another in its place.
  if (place >= 0 && !present.contains(document.activeElement))
    controlsIn(present)[place]?.focus({ preventScroll: true });
}

function renewChildren(present: Element, next: readonly ChildNode[]) {
  for (const old of [...present.childNodes]) if (!next.some((fresh) => fresh.isEqualNode(old))) old.remove();
  let standing = present.firstChild;
  for (const fresh of next) {
    if (standing?.isEqualNode(fresh)) standing = standing.nextSibling;
    else present.insertBefore(fresh, standing);
  }
  while (standing) {
    const after: ChildNode | null = standing.nextSibling;
    standing.remove();
    standing = after;
  }
}

const controlsIn = (part: Element) => [...part.querySelectorAll<HTMLElement>("a, button")];
