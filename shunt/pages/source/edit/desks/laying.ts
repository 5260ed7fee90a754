/** Laying track with a drag: spaces a step apart on the way of the hand, joined to what it starts from, crosses and ends on. */

import { distance, lyingOn, overlap, type Point, towards } from "../model/directions.ts";
import { type Board, type End, join, joinedTo, STEP, trackOf } from "../model/model.ts";
import type { Pit, Spot, TrackShape } from "../model/shape.ts";

const GRID = 0.05;
/** How far beside a space, and on its buffer stop, the hand still means it. */
const NEAR = 0.22;
/** Beyond the rim of a turntable to the middle of the next space. */
const BEYOND = 0.45;
const MOST = 200;
const SHORT = 0.6;
const SLACK = 1e-6;
/** The name of a space that is only tried: no file has it. */
const NEW = " ";
/** How much longer than a step a join may be, to a space that the hand crosses, and to the next free place. */
const LONG = 0.95;
const LONGER = [0, 0.15, 0.3, 0.45, 0.6];
const SAMPLE = 0.05;

export const snapped = (value: number): number => Math.round(value / GRID) * GRID;

/** What a drag works on; after each change the board and its shape are new ones. */
export interface Ground {
  board(): Board;
  shape(): TrackShape;
  /** Lay a space joined to an end and named after another one, and return its far end. */
  lay(x: number, y: number, after: End | null, like: string): End;
  join(a: End, b: End): void;
}

export class Laying {
  readonly #ground: Ground;
  readonly #pressed: Point;
  #from: string;
  /** The end from which the track continues; null if the direction of the drag is to choose it. */
  #out: 0 | 1 | null = null;
  #before = "";
  #like = "";
  /** Whether anything was laid or joined. */
  hasLaid = false;

  /** Begin on a space, or on the ground, where a new one is laid once the direction of the drag is known. */
  constructor(ground: Ground, pressed: Point) {
    [this.#ground, this.#pressed] = [ground, pressed];
    this.#from = spaceAt(ground.shape(), pressed) ?? "";
    this.#begin([1, 0], false);
  }

  /** Begin with the space that a new one would lie on, or with a new one. */
  #begin(way: Point, lays: boolean): void {
    if (!this.#from) this.#from = this.#metBy(this.#pressed, way) ?? "";
    this.#like ||= this.#from;
    if (!this.#from && lays) this.#lay(this.#pressed, null);
  }

  /** The space where the track ends now. */
  get last(): string {
    return this.#from;
  }

  /** Lay track towards a point. */
  to(now: Point): void {
    if (!this.#from) {
      if (Math.hypot(now[0] - this.#pressed[0], now[1] - this.#pressed[1]) < SHORT) return;
      this.#begin(towards(this.#pressed, now), true);
    }
    for (let count = 0; count < MOST; count++) {
      const { at, reach } = this.#middle();
      const far = Math.hypot(now[0] - at[0], now[1] - at[1]);
      if (far < reach - SLACK) return;
      const way = towards(at, now);
      const along = (length: number): Point => [at[0] + length * way[0], at[1] + length * way[1]];
      const crossed = this.#crossedBy(along, Math.min(far, reach + LONG));
      if (crossed !== null) this.#continueOn(crossed, way);
      else {
        const after: End = [this.#from, this.#outTowards(way)];
        const free = LONGER.map((more) => reach + more).find((length) => length <= far + GRID && this.#isClear((board) => addAt(board, along(length), after)));
        if (free === undefined) return;
        this.#lay(along(free), after);
      }
    }
  }

  /** Return whether a change leaves no more spaces on each other: joins turn the spaces that they join. */
  #isClear(act: (board: Board) => void): boolean {
    const board = this.#ground.board();
    const then = structuredClone(board);
    act(then);
    return lyingOn(trackOf(then)).length <= lyingOn(trackOf(board)).length;
  }

  #lay(at: Point, after: End | null): void {
    this.#before = this.#from;
    [this.#from, this.#out] = this.#ground.lay(snapped(at[0]), snapped(at[1]), after, this.#like);
    this.#like = this.#from;
    this.hasLaid = true;
  }

  /** End the drag: a space under the hand is joined, and a drag too short for a step lays one. */
  end(now: Point): void {
    this.#begin([1, 0], true);
    const met = spaceAt(this.#ground.shape(), now);
    const { at, reach } = this.#middle();
    const way = towards(at, now);
    if (met !== null && met !== this.#from && met !== this.#before) this.#continueOn(met, way);
    else if (met === null && !this.hasLaid && Math.hypot(now[0] - at[0], now[1] - at[1]) > SHORT) this.to([at[0] + reach * way[0], at[1] + reach * way[1]]);
  }

  /** Return the middle of the last space, or of its turntable, and how far away the middle of the next one is. */
  #middle(): { at: Point; reach: number } {
    const { spots } = this.#ground.shape();
    const pit = this.#pitOf(this.#from);
    return pit ? { at: pit.at, reach: pit.radius + BEYOND } : { at: spots.get(this.#from)!.at, reach: STEP };
  }

  #pitOf(space: string): Pit | undefined {
    const table = this.#ground.board().turntables.find(({ bridge }) => bridge.includes(space));
    return table && this.#ground.shape().pits.find(({ name }) => name === table.name);
  }

  #outTowards(way: Point): 0 | 1 {
    return this.#out ?? endTowards(this.#ground.shape().spots.get(this.#from)!, way, this.#pressed);
  }

  /** Join the track to a space that it meets, unless it is, and continue from there. */
  #continueOn(met: string, way: Point): void {
    const out: End = [this.#from, this.#outTowards(way)];
    const isBeside = ([0, 1] as const).some((end) => joinedTo(this.#ground.board(), [met, end]).some(([name]) => name === this.#from));
    if (!isBeside) {
      const ahead = endTowards(this.#ground.shape().spots.get(met)!, way);
      const into = ([1 - ahead, ahead] as (0 | 1)[]).find((end) => this.#isClear((board) => join(board, out, [met, end]))) ?? 1 - ahead;
      this.#ground.join(out, [met, into as 0 | 1]);
      this.hasLaid = true;
    }
    this.#before = this.#from;
    [this.#from, this.#out] = [met, null];
  }

  /** Return the first space or turntable on the way of the hand, null if there is none. */
  #crossedBy(along: (length: number) => Point, far: number): string | null {
    for (let length = SAMPLE; length <= far; length += SAMPLE) {
      const met = this.#nearest((spot) => distance(spot.at, spot.along, along(length)) === 0, (pit) => Math.hypot(pit.at[0] - along(length)[0], pit.at[1] - along(length)[1]) < pit.radius, along(length));
      if (met !== null) return met;
    }
    return null;
  }

  /** Return the nearest space or turntable that a space would lie on, null if there is none. */
  #metBy(at: Point, way: Point): string | null {
    return this.#nearest((spot) => overlap(at, way, spot.at, spot.along), (pit) => distance(at, way, pit.at) < pit.radius, at);
  }

  /** Return the nearest of the spaces and turntables that are meant, except those where the track comes from. */
  #nearest(isMeant: (spot: Spot) => boolean, isMeantPit: (pit: Pit) => boolean, to: Point): string | null {
    const { spots, pits } = this.#ground.shape();
    const bridgeOf = new Map(this.#ground.board().turntables.map(({ name, bridge }) => [name, bridge]));
    const away = ([x, y]: Point) => Math.hypot(x - to[0], y - to[1]);
    const found = [...spots].filter(([space, spot]) => away(spot.at) < 1 && space !== this.#from && space !== this.#before && isMeant(spot)).map(([space, { at }]) => [away(at), space] as const);
    for (const pit of pits) {
      const bridge = bridgeOf.get(pit.name)!;
      if (!bridge.includes(this.#from) && !bridge.includes(this.#before) && isMeantPit(pit)) found.push([0, bridge[0]!]);
    }
    return found.sort(([a], [b]) => a - b)[0]?.[1] ?? null;
  }
}

/** Add a space that is only tried. */
function addAt(board: Board, [x, y]: Point, after: End): void {
  board.spaces.push({ name: NEW, x: snapped(x), y: snapped(y), turned: null, has: {} });
  join(board, after, [NEW, 0]);
}

/** Return the end of a space that a direction leads to; across the space it is the one that was pressed. */
function endTowards({ at, along }: Spot, way: Point, pressed: Point = at): 0 | 1 {
  const ahead = way[0] * along[0] + way[1] * along[1];
  const side = (pressed[0] - at[0]) * along[0] + (pressed[1] - at[1]) * along[1];
  return (Math.abs(ahead) > 0.25 || !side ? ahead : side) > 0 ? 1 : 0;
}

/** Return the space whose body is at a point, null if there is none. */
export function spaceAt({ spots }: TrackShape, point: Point): string | null {
  const found = [...spots].map(([space, { at, along }]) => [distance(at, along, point), space] as const).sort(([a], [b]) => a - b)[0];
  return found && found[0] < NEAR ? found[1] : null;
}
