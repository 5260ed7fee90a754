/**
 * Which way the spaces of a drawing point, and which of them lie on each other: `shunt/track/directions.py` for the page.
 *
 * Lengths are in space lengths, x to the right, y upwards.
 */

export type Point = readonly [x: number, y: number];

/** What is drawn: the points that are known, what is joined to what, and turntables. */
export interface Track {
  spaces: readonly string[];
  points: ReadonlyMap<string, Point>;
  /** The directions that a layout gives, in degrees. */
  angles: ReadonlyMap<string, number>;
  joined: (space: string, end: 0 | 1) => readonly string[];
  turntables: readonly { bridge: readonly string[]; positions: readonly (readonly [string, string])[] }[];
  exclusive: readonly (readonly string[])[];
}

/** Half the length and the width of a space. */
export const BODY = [0.37, 0.21] as const;
const BENDING = 12;
const LEVEL = 1e-3; // the most that a unit vector rises on level track

export function unit(x: number, y: number): Point {
  const length = Math.hypot(x, y);
  return length > 1e-9 ? [x / length, y / length] : [1, 0];
}

export const towards = (here: Point, there: Point): Point => unit(there[0] - here[0], there[1] - here[1]);

/** Return the middle of points, null of none. */
export function middleOf(points: readonly Point[]): Point | null {
  if (!points.length) return null;
  return [points.reduce((sum, [x]) => sum + x, 0) / points.length, points.reduce((sum, [, y]) => sum + y, 0) / points.length];
}

/** Return the middle of a turntable, that of its bridge; null if a space of that has no point. */
export function turntableMiddle(track: Track, bridge: readonly string[]): Point | null {
  const points = bridge.flatMap((space) => [track.points.get(space) ?? []].filter((one): one is Point => one.length > 0));
  return points.length === bridge.length ? middleOf(points) : null;
}

/** Return the end by which a space meets a turntable: the one without a join, end 0 of a space without any. */
export const openEndOf = (track: Track, space: string): 0 | 1 => (track.joined(space, 0).length ? 1 : 0);

/** Return the unit vector from end 0 to end 1 of every space that has a point and is on no bridge. */
export function directions(track: Track): Map<string, Point> {
  const onBridge = new Set(track.turntables.flatMap(({ bridge }) => bridge));
  const ends = endPoints(track);
  const found = new Map<string, Point>();
  for (const space of track.spaces) {
    const here = track.points.get(space);
    if (!here || onBridge.has(space)) continue;
    let along = alongTrack(here, ends(space, 0), ends(space, 1));
    const angle = track.angles.get(space);
    if (angle !== undefined) {
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      along = x * along[0] + y * along[1] > -0.3 ? [x, y] : [-x, -y];
    }
    found.set(space, along);
  }
  return found;
}

/** Return what is at each end of each space: its neighbours, and the middle of a turntable that it meets. */
function endPoints(track: Track): (space: string, end: 0 | 1) => Point[] {
  const middles = new Map<string, Point[]>();
  for (const { bridge, positions } of track.turntables) {
    const middle = turntableMiddle(track, bridge);
    if (middle) for (const outside of new Set(positions.flat().filter(Boolean))) middles.set(outside, [...(middles.get(outside) ?? []), middle]);
  }
  return (space, end) => {
    const neighbours = track.joined(space, end).flatMap((other) => (track.points.has(other) ? [track.points.get(other)!] : []));
    return middles.has(space) && openEndOf(track, space) === end ? [...neighbours, ...middles.get(space)!] : neighbours;
  };
}

/** Return the direction of a space along the straightest track through it, or between several that are about as straight. */
function alongTrack(here: Point, behind: readonly Point[], ahead: readonly Point[]): Point {
  const before = behind.map((point) => towards(point, here));
  const after = ahead.map((point) => towards(here, point));
  if (!before.length || !after.length) {
    const all = before.length ? before : after.length ? after : [[1, 0] as Point];
    const level = all.filter(([, y]) => Math.abs(y) < LEVEL); // the main line, from which the others branch off
    const known = level.length ? level : all;
    return unit(known.reduce((sum, [x]) => sum + x, 0), known.reduce((sum, [, y]) => sum + y, 0));
  }
  const pairs = before.flatMap((a) => after.map((b) => [a, b] as const));
  const bends = pairs.map(([a, b]) => (Math.acos(Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1]))) * 180) / Math.PI);
  const least = Math.min(...bends);
  let [x, y] = [0, 0];
  pairs.forEach(([a, b], index) => {
    const path = unit(a[0] + b[0], a[1] + b[1]);
    const weight = Math.exp(-(((bends[index]! - least) / BENDING) ** 2));
    [x, y] = [x + weight * path[0], y + weight * path[1]];
  });
  return unit(x, y);
}

// ------------------------------------------------------------------------------------- spaces that lie on each other

/**
 * Return each space that lies on another one, with the first such space. Spaces that exclude each other may share a place; a space
 * that a turning bridge meets lies on the first space of that.
 */
export function lyingOn(track: Track): [space: string, other: string][] {
  const along = directions(track);
  const order = new Map([...along.keys()].map((space, place) => [space, place]));
  const at = (space: string) => track.points.get(space)!;
  const found = new Map<string, string>();
  let near: string[] = [];
  for (const space of [...along.keys()].sort((a, b) => at(a)[0] - at(b)[0])) {
    near = near.filter((other) => at(space)[0] - at(other)[0] < 2 * Math.hypot(...BODY));
    for (const other of near) {
      const [first, last] = order.get(space)! < order.get(other)! ? [space, other] : [other, space];
      if (!overlap(at(first), along.get(first)!, at(last), along.get(last)!) || track.exclusive.some((group) => group.includes(first) && group.includes(last))) continue;
      if (!found.has(last) || order.get(first)! < order.get(found.get(last)!)!) found.set(last, first);
    }
    near.push(space);
  }
  for (const { bridge } of track.turntables) {
    const middle = turntableMiddle(track, bridge);
    const radius = bridge.length / 2;
    for (const [space, way] of middle ? along : []) if (distance(at(space), way, middle!) < radius - 1e-9) found.set(space, bridge[0]!);
  }
  return [...found].sort((a, b) => order.get(a[0])! - order.get(b[0])!);
}

/** Return whether two spaces overlap: no line along a side of either separates them. */
export function overlap(one: Point, along: Point, other: Point, across: Point): boolean {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const turned = Math.abs(along[0] * across[0] + along[1] * across[1]);
  const crossed = Math.abs(along[0] * across[1] - along[1] * across[0]);
  const reach = [BODY[0] + BODY[0] * turned + BODY[1] * crossed, BODY[1] + BODY[0] * crossed + BODY[1] * turned] as const;
  return [along, across].every(([x, y]) => Math.abs(dx * x + dy * y) < reach[0] - 1e-9 && Math.abs(dy * x - dx * y) < reach[1] - 1e-9);
}

/** Return how far a point is from the body of a space. */
export function distance(space: Point, along: Point, point: Point): number {
  const [dx, dy] = [point[0] - space[0], point[1] - space[1]];
  const [ahead, aside] = [Math.abs(dx * along[0] + dy * along[1]) - BODY[0], Math.abs(dy * along[0] - dx * along[1]) - BODY[1]];
  return Math.hypot(Math.max(ahead, 0), Math.max(aside, 0));
}
