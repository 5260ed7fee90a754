/** Where vehicles are on the sheet, and how they run from one space to the next. */

import type { Spot } from "../data.ts";

/** The spot of every vehicle; the angle is the direction in which its body points. */
export type Frame = Spot[];

/** A turntable's pit, whose bridge is straight. */
export interface Pit {
  middle: [number, number];
  radius: number;
}

const NEAR_RIM = 0.05; // millimetres
const HANDLE = 0.4; // of a curve's handles, as a share of the distance, as in shunt/render/geometry.py
const PIECES = 10; // of the track from one spot to the next, each drawn straight
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Return the spot a share `t` of the way from one to another, along the rails; on a bridge they are straight. */
export function between(from: Spot, to: Spot, t: number, pits: readonly Pit[] = []): Spot {
  const rim = rimBetween(from, to, pits);
  if (!rim) return curved(from, to, t);
  const [first, second] = [apart(from, rim), apart(rim, to)];
  const at = t * (first + second);
  return at < first ? curved(from, rim, at / first) : between(rim, to, (at - first) / second, pits);
}

/** Return where a way meets the rim of a turntable, if one end of it is on the bridge and the other is not. */
function rimBetween(from: Spot, to: Spot, pits: readonly Pit[]): Spot | null {
  for (const { middle, radius } of pits) {
    const [away, there] = [apart(from, middle), apart(to, middle)];
    if (Math.min(away, there) > radius - NEAR_RIM || Math.max(away, there) < radius + NEAR_RIM) continue;
    const [on, off] = away < there ? [from, to] : [to, from];
    const [x, y] = along(on[2], off[0] - middle[0], off[1] - middle[1]);
    const angle = (Math.atan2(y, x) * 180) / Math.PI + (on === to ? 180 : 0);
    const isReversed = along(from[2], to[0] - from[0], to[1] - from[1])[2];
    return [middle[0] + radius * x, middle[1] + radius * y, isReversed ? angle + 180 : angle];
  }
  return null;
}

function curved(from: Spot, to: Spot, t: number): Spot {
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

export function frameBetween(from: Frame, to: Frame, t: number, pits: readonly Pit[]): Frame {
  return from.map((spot, index) => (spot === to[index] ? spot : between(spot, to[index]!, t, pits)));
}

export function apart(from: readonly number[], to: readonly number[]): number {
  return Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!);
}

/** Return points on the rails along some spots, close enough to be drawn as a line. */
export function trackAlong(spots: readonly Spot[], pits: readonly Pit[]): Spot[] {
  return spots.flatMap((to, index) => {
    const from = spots[index - 1];
    if (!from) return [to];
    return apart(from, to) < 0.01 ? [] : Array.from({ length: PIECES }, (_, piece) => between(from, to, (piece + 1) / PIECES, pits));
  });
}

/** Return a line without the last part of it, of some length; nothing of a line that is no longer. */
export function shortened(points: readonly Spot[], length: number): Spot[] {
  let rest = length;
  for (let last = points.length - 1; last > 0; last--) {
    const step = apart(points[last - 1]!, points[last]!);
    if (step > rest) return [...points.slice(0, last), between(points[last - 1]!, points[last]!, 1 - rest / step)];
    rest -= step;
  }
  return [];
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
