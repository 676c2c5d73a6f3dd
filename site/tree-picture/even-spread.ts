import { distance, type Point } from "./crown.ts";

/** Adds each place as far as possible from those already taken. */
export function farthestApart(front: Point, ground: readonly Point[], count: number): Point[] {
  const places = [front];
  const room = ground.map((point) => distance(point, front));
  while (places.length < count) {
    const farthest = ground[room.indexOf(Math.max(...room))] ?? front;
    places.push(farthest);
    for (const [index, point] of ground.entries()) {
      room[index] = Math.min(room[index] ?? 0, distance(point, farthest));
    }
  }
  return places;
}

/** One round of Lloyd's relaxation: moves each place to the center of the ground points nearest to it. */
export function middlesOfCells(places: readonly Point[], ground: readonly Point[]): Point[] {
  const cells = places.map(({ x, y }) => ({ x, y, sumX: 0, sumY: 0, points: 0 }));
  for (const point of ground) {
    let nearest = cells[0];
    let shortest = Number.POSITIVE_INFINITY;
    for (const cell of cells) {
      const length = (point.x - cell.x) ** 2 + (point.y - cell.y) ** 2;
      if (length >= shortest) continue;
      nearest = cell;
      shortest = length;
    }
    if (!nearest) break;
    nearest.sumX += point.x;
    nearest.sumY += point.y;
    nearest.points += 1;
  }
  return cells.map(({ x, y, sumX, sumY, points }) => (points ? { x: sumX / points, y: sumY / points } : { x, y }));
}
