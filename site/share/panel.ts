import { attributes } from "../tree-picture/xml.ts";

type Area = { x: number; y: number; width: number; height: number };

const EDGE = { stroke: "#d6c5a6", "stroke-width": 4 };

/** A white panel with round corners, to write on. Its edge shows it on a white picture, too. */
export function panel({ x, y, width, height }: Area, radius: number): string {
  const place = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  return `<rect${attributes({ ...place, rx: radius, fill: "#fff", ...EDGE })}/>`;
}
