/** Where the track of a board lies, as `shunt show` draws it (`shunt/render/geometry.py`): a spot for every space, a curve for every join. */

import { directions, openEndOf, type Point, towards, type Track, turntableMiddle, unit } from "./directions.ts";
import { type Board, type End, trackOf } from "./model.ts";

/** The middle of a space, and the unit vector along its track from end 0 to end 1; y upwards. */
export interface Spot {
  at: Point;
  along: Point;
}

/** Track between two points that leaves them in given directions; `ends` are those that it joins, one of them at a loose end. */
export interface Curve {
  start: Point;
  out: Point;
  end: Point;
  back: Point;
  kind: "join" | "buffer" | "rim" | "bridge";
  ends: readonly End[];
}

export interface Pit {
  name: string;
  at: Point;
  radius: number;
  meets: Map<string, Point>;
}

export interface TrackShape {
  spots: Map<string, Spot>;
  curves: Curve[];
  pits: Pit[];
}

export const HANDLE = 0.4;
const STUB = 0.5;
const RIM = 0.14;

const opposite = ([x, y]: Point): Point => [-x, -y];
const beyond = ([x, y]: Point, [dx, dy]: Point, distance: number): Point => [x + distance * dx, y + distance * dy];
const outOf = ({ along }: Spot, end: 0 | 1): Point => (end ? along : opposite(along));

/** Compute the shape of a board; `settings` has the position of each turntable by its name. */
export function trackShape(board: Board, settings: Readonly<Record<string, number>> = {}): TrackShape {
  const track = trackOf(board);
  const spots = new Map<string, Spot>();
  for (const [space, along] of directions(track)) spots.set(space, { at: track.points.get(space)!, along });
  const pits: Pit[] = [];
  const curves: Curve[] = [];
  for (const { name, bridge, positions } of board.turntables) {
    const middle = turntableMiddle(track, bridge);
    if (!middle) continue;
    const position = positions[settings[name] ?? 0] ?? ["", ""];
    const pit = pitOf(track, name, middle, bridge, positions);
    const beam = bridgeCurve(pit, position);
    position.forEach((outside, end) => outside && pit.meets.set(outside, end ? beam.end : beam.start));
    bridge.forEach((space, number) => spots.set(space, { at: beyond(middle, beam.out, number - (bridge.length - 1) / 2), along: beam.out }));
    pits.push(pit);
    curves.push(beam);
  }
  return { spots, curves: [...fixedCurves(board, track, spots, pits), ...curves], pits };
}

function pitOf(track: Track, name: string, at: Point, bridge: readonly string[], positions: readonly (readonly [string, string])[]): Pit {
  const radius = bridge.length / 2 + RIM;
  const meets = new Map<string, Point>();
  for (const outside of positions.flat()) {
    const point = track.points.get(outside);
    if (point) meets.set(outside, beyond(at, towards(at, point), radius));
  }
  return { name, at, radius, meets };
}

/** Return the track on a bridge: straight through the middle of the pit, as nearly towards both outside spaces as it can. */
function bridgeCurve(pit: Pit, [first, last]: readonly [string, string]): Curve {
  const [one, other] = [pit.meets.get(first), pit.meets.get(last)];
  let [x, y] = one ? [pit.at[0] - one[0], pit.at[1] - one[1]] : [0, 0];
  if (other) [x, y] = [x + other[0] - pit.at[0], y + other[1] - pit.at[1]];
  if (one && Math.hypot(x, y) < 0.05 * pit.radius) [x, y] = [pit.at[1] - one[1], one[0] - pit.at[0]];
  const along = unit(x, y);
  return { start: beyond(pit.at, along, -pit.radius), out: along, end: beyond(pit.at, along, pit.radius), back: opposite(along), kind: "bridge", ends: [] };
}

function fixedCurves(board: Board, track: Track, spots: Map<string, Spot>, pits: readonly Pit[]): Curve[] {
  const bridgeOf = new Map(board.turntables.flatMap(({ bridge, name }) => bridge.map((space) => [space, name] as const)));
  const joined = board.joins.flatMap(([a, b]): Curve[] => {
    const [here, there] = [spots.get(a[0]), spots.get(b[0])];
    if (!here || !there || (bridgeOf.has(a[0]) && bridgeOf.get(a[0]) === bridgeOf.get(b[0]))) return [];
    return [{ start: here.at, out: outOf(here, a[1]), end: there.at, back: outOf(there, b[1]), kind: "join", ends: [a, b] }];
  });
  const loose = board.spaces.flatMap(({ name }) => {
    const spot = spots.get(name);
    if (!spot || bridgeOf.has(name)) return [];
    const pit = pits.findLast(({ meets }) => meets.has(name));
    return ([0, 1] as const).filter((end) => !track.joined(name, end).length).map((end) => looseEnd(spot, [name, end], end === openEndOf(track, name) ? pit : undefined));
  });
  return [...joined, ...loose];
}

/** Return the track at an end without a join: up to the rim of a turntable, or to a buffer stop. */
function looseEnd(spot: Spot, end: End, pit: Pit | undefined): Curve {
  const out = outOf(spot, end[1]);
  if (!pit) return { start: spot.at, out, end: beyond(spot.at, out, STUB), back: opposite(out), kind: "buffer", ends: [end] };
  const point = pit.meets.get(end[0])!;
  return { start: spot.at, out, end: point, back: towards(pit.at, point), kind: "rim", ends: [end] };
}
