/**
 * Updates parts of the current page, by selector, from a fetched page. Unchanged nodes stay, with their focus and
 * animations. Returns false if the response lacks a part, such as a proxy's error page.
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
  // The focused control was replaced: focus its successor.
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
