import { attributes } from "../tree-picture/xml.ts";

type Area = { x: number; y: number; width: number; height: number };

/** A white panel with round corners, to write on. */
export function panel({ x, y, width, height }: Area, radius: number): string {
  const place = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  return `<rect${attributes({ ...place, rx: radius, fill: "#fff" })}/>`;
}
