/** Where vehicles are on the sheet, and how they run from one space to the next. */

import type { Spot } from "../data.ts";

/** The spot of every vehicle; the angle is the direction in which its body points. */
export type Frame = Spot[];

const HANDLE = 0.4; // of a curve's handles, as a share of the distance, as in shunt/render/geometry.py
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Return the spot a share `t` of the way from one to another, along the curve that the track follows. */
export function between(from: Spot, to: Spot, t: number): Spot {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const distance = Math.hypot(dx, dy);
  if (distance < 0.01) return t < 0.5 ? from : to;
  const out = along(from[2], dx, dy);
  const into = along(to[2], dx, dy);
  const reach = HANDLE * distance;
  const xs: Curve = [from[0], from[0] + reach * out[0], to[0] - reach * into[0], to[0]];
  const ys: Curve = [from[1], from[1] + reach * out[1], to[1] - reach * into[1], to[1]];
  const angle = (Math.atan2(slope(ys, t), slope(xs, t)) * 180) / Math.PI;
  return [point(xs, t), point(ys, t), out[2] ? angle + 180 : angle];
}

/** Return the direction of travel along a track at this angle, and whether that is against the angle. */
function along(angle: number, dx: number, dy: number): [number, number, boolean] {
  const x = Math.cos(radians(angle));
  const y = Math.sin(radians(angle));
  const reversed = x * dx + y * dy < 0;
  return reversed ? [-x, -y, true] : [x, y, false];
}

type Curve = [number, number, number, number];

function point([a, b, c, d]: Curve, t: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * t * u * u * b + 3 * t * t * u * c + t * t * t * d;
}

function slope([a, b, c, d]: Curve, t: number): number {
  const u = 1 - t;
  return u * u * (b - a) + 2 * t * u * (c - b) + t * t * (d - c);
}

export function frameBetween(from: Frame, to: Frame, t: number): Frame {
  return from.map((spot, index) => (spot === to[index] ? spot : between(spot, to[index]!, t)));
}

/** Return a spot turned about a point by an angle. */
export function turned(spot: Spot, [x, y]: readonly [number, number, ...unknown[]], angle: number): Spot {
  const [sin, cos] = [Math.sin(radians(angle)), Math.cos(radians(angle))];
  const [dx, dy] = [spot[0] - x, spot[1] - y];
  return [x + cos * dx - sin * dy, y + sin * dx + cos * dy, spot[2] + angle];
}

/** Return an angle as the shortest turn, from -180 to 180 degrees. */
export function shortest(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

/** Return whether text along this angle would be upside down. */
export function isUpsideDown(angle: number): boolean {
  const x = Math.cos(radians(angle));
  return x < -0.01 || (Math.abs(x) <= 0.01 && Math.sin(radians(angle)) > 0);
}
