/** Which way of a grip a pointer means: the nearest, and of several at the same place the one that continues the present way. */

import type { Spot } from "../data.ts";
import { between, type Pit } from "../play/geometry.ts";
import type { Grip } from "../play/play.ts";

const SHARES = [0.2, 0.4, 0.6, 0.8, 1];
const DETOUR = 0.04; // of a space: what each step away from the present way counts
const MOST_STEPS = 12;

/** A point on the way: a share of the step from its parent. */
export interface Point {
  way: number;
  share: number;
}

export class Following {
  readonly #grip: Grip;
  readonly #unit: number;
  /** Where the held vehicle is on each of the ways. */
  readonly #spots: Spot[];
  readonly #depths: number[];
  readonly #samples: Spot[][];
  #now: Point = { way: 0, share: 1 };

  /** `held`: the vehicle under the pointer, which is the one that was taken or one that moves along with it. */
  constructor(grip: Grip, held: number, unit: number, pits: readonly Pit[]) {
    this.#grip = grip;
    this.#spots = grip.ways.map((way, index) => (held === grip.vehicle ? way.at : grip.frame(index)[held]!));
    this.#unit = unit;
    this.#depths = [];
    this.#samples = [];
    grip.ways.forEach((way, index) => {
      const isRoot = index === 0;
      this.#depths.push(isRoot ? 0 : this.#depths[way.parent]! + 1);
      this.#samples.push(isRoot ? [this.#spots[0]!] : SHARES.map((share) => between(this.#spots[way.parent]!, this.#spots[index]!, share, pits)));
    });
  }

  get now(): Point {
    return this.#now;
  }

  /** Follow the pointer to a point of the sheet, and return the point of the way that is meant. */
  to(x: number, y: number): Point {
    const common = this.#commonDepths();
    const depth = this.#depths[this.#now.way]!;
    let best = Infinity;
    let found = this.#now;
    this.#samples.forEach((samples, way) => {
      const steps = depth + this.#depths[way]! - 2 * common[way]!;
      const penalty = DETOUR * this.#unit * Math.min(steps, MOST_STEPS);
      samples.forEach((spot, index) => {
        const score = Math.hypot(spot[0] - x, spot[1] - y) + penalty;
        if (score >= best) return;
        best = score;
        found = { way, share: way === 0 ? 1 : SHARES[index]! };
      });
    });
    this.#now = found;
    return found;
  }

  /** For each way, how many steps from the start it shares with the present one. */
  #commonDepths(): number[] {
    const present = new Set<number>();
    for (let way = this.#now.way; way >= 0; way = this.#grip.ways[way]!.parent) present.add(way);
    const common: number[] = [];
    this.#grip.ways.forEach((way, index) => common.push(present.has(index) ? this.#depths[index]! : common[way.parent] ?? 0));
    return common;
  }

  /** Return the place to stop that is nearest to the pointer, on the present way or next to it; -1 for none. */
  stopNear(x: number, y: number): number {
    const { ways } = this.#grip;
    const near: number[] = [];
    for (let way = this.#now.way, steps = 0; way >= 0 && steps < 3; way = ways[way]!.parent, steps++) near.push(way);
    ways.forEach((way, index) => way.parent === this.#now.way && near.push(index));
    const distance = (way: number) => Math.hypot(this.#spots[way]![0] - x, this.#spots[way]![1] - y);
    const stops = near.filter((way) => ways[way]!.stops).sort((a, b) => distance(a) - distance(b));
    return stops.length > 0 && distance(stops[0]!) < 0.75 * this.#unit ? stops[0]! : -1;
  }
}
