export type Point = { readonly x: number; readonly y: number };

/** The area for gifts. */
export type Crown = {
  /** The silhouette as a closed polygon, in the picture's units. */
  readonly outline: readonly Point[];
  /** The preferred place of the newest gift. */
  readonly front: Point;
};

/** How far the point is inside the crown; negative if it is outside. */
export function depthInside(crown: Crown, point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  let from = crown.outline.at(-1) ?? crown.front;
  for (const to of crown.outline) {
    nearest = Math.min(nearest, squaredDistanceToEdge(point, from, to));
    const crosses = from.y > point.y !== to.y > point.y;
    if (crosses && point.x < from.x + ((to.x - from.x) * (point.y - from.y)) / (to.y - from.y)) isInside = !isInside;
    from = to;
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest);
}

/** The bounding box of the crown, as its upper left and lower right corner. */
export function boxAround({ outline }: Crown): { readonly from: Point; readonly to: Point } {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return { from: { x: Math.min(...xs), y: Math.min(...ys) }, to: { x: Math.max(...xs), y: Math.max(...ys) } };
}

export function distance(one: Point, other: Point): number {
  return Math.sqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2);
}

function squaredDistanceToEdge(point: Point, from: Point, to: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return (point.x - from.x - share * dx) ** 2 + (point.y - from.y - share * dy) ** 2;
}
