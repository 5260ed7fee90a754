/** A search from the start and from the goal at once, which ends where the two meet: the fewest moves, and moves that need no more. */

import { type Goal, isGoalMet } from "./goal.ts";
import { Packed } from "./packed.ts";
import type { Position, Rules } from "./trains.ts";

/** Goal positions to search back from; with more of them only the start is searched from. */
const MOST_GOALS = 150_000;

export interface Puzzle {
  rules: Rules;
  start: Position;
  goal: Goal;
}

export interface Answer {
  status: "optimal" | "unsolvable" | "unknown";
  /** The positions of a shortest solution, the start first; empty without one. */
  path: Position[];
  /** No solution has fewer moves. */
  least: number;
  /** How many positions were looked at. */
  positions: number;
}

/** Positions that one side has met, each with the one that it came from, level by level. */
class Side {
  readonly keys: number[] = [];
  readonly from: number[] = [];
  readonly #numbers = new Map<number, number>();
  /** Where the outermost level begins. */
  level = 0;
  depth = 0;

  add(key: number, from: number): boolean {
    if (this.#numbers.has(key)) return false;
    this.#numbers.set(key, this.keys.length);
    this.keys.push(key);
    this.from.push(from);
    return true;
  }

  find(key: number): number | undefined {
    return this.#numbers.get(key);
  }

  get width(): number {
    return this.keys.length - this.level;
  }

  /** Return the keys from a position to where this side began. */
  wayBack(number: number): number[] {
    const way: number[] = [];
    for (let at = number; at >= 0; at = this.from[at]!) way.push(this.keys[at]!);
    return way;
  }
}

/** Search until the fewest moves are proven, `most` positions have been looked at, or the time is over. */
export function solveTrains({ rules, start, goal }: Puzzle, most: number, milliseconds: number): Answer {
  const nothing: Answer = { status: "unknown", path: [], least: 0, positions: 0 };
  if (isGoalMet(rules, goal, start)) return { ...nothing, status: "optimal", path: [start] };
  const packed = Packed.of(rules, start.places.length);
  if (!packed) return { ...nothing, least: 1 };
  const until = performance.now() + milliseconds;
  const isGoal = (key: number) => isGoalMet(rules, goal, packed.positionOf(key));
  const goals = goalPositions(rules, start, goal);
  const forward = new Side();
  forward.add(packed.keyOf(start), -1);
  const backward = goals && new Side();
  goals?.forEach((position) => backward!.add(packed.keyOf(position), -1));
  for (;;) {
    const size = forward.keys.length + (backward?.keys.length ?? 0);
    const least = forward.depth + (backward?.depth ?? 0) + 1;
    const isBack = backward !== null && backward.width < forward.width;
    const side = isBack ? backward : forward;
    if (side.width === 0) return { status: "unsolvable", path: [], least: Infinity, positions: size };
    const met = widened(packed, side, isBack ? forward : backward, isBack, isGoal, { most: most - size, until });
    const positions = forward.keys.length + (backward?.keys.length ?? 0);
    if (met === "limit") return { status: "unknown", path: [], least, positions };
    if (met === null) continue;
    const keys = backward ? [...forward.wayBack(forward.find(met)!).reverse(), ...backward.wayBack(backward.find(met)!).slice(1)] : forward.wayBack(forward.find(met)!).reverse();
    return { status: "optimal", path: keys.map((key) => packed.positionOf(key)), least, positions };
  }
}

/** Add a level to one side; return the key at which it meets the other or the goal, null for none. */
function widened(packed: Packed, side: Side, other: Side | null, isBack: boolean, isGoal: (key: number) => boolean, limit: { most: number; until: number }): number | null | "limit" {
  const end = side.keys.length;
  let met: number | null = null;
  for (let number = side.level; number < end && met === null; number++) {
    const visit = (key: number) => {
      if (side.add(key, number) && met === null && (other ? other.find(key) !== undefined : isGoal(key))) met = key;
    };
    if (isBack) packed.predecessors(side.keys[number]!, visit);
    else packed.successors(side.keys[number]!, visit);
    if (side.keys.length - end > limit.most || (number % 64 === 0 && performance.now() > limit.until)) return met ?? "limit";
  }
  side.level = end;
  side.depth++;
  return met;
}

/** Return every position in which the goal is met; null if there are too many. */
function goalPositions(rules: Rules, start: Position, goal: Goal): Position[] | null {
  const spaces = [...rules.board.spaces.keys()].filter((space) => !rules.noStop.has(space));
  const seats = start.places.map((_, piece) => {
    const wanted = goal.goal.find((one) => one.piece === piece);
    const allowed = spaces.filter((space) => !rules.closed.get(space)?.has(piece));
    return { spaces: wanted ? [wanted.space] : allowed, headings: piece >= rules.locomotives || !rules.trainRules.hasHeadings ? [0] : wanted && wanted.heading >= 0 ? [wanted.heading] : [0, 1] };
  });
  const settings = rules.board.turntables.reduce<number[][]>((all, { positions }, table) => {
    const choices = rules.board.turntables[table]!.rotation === "locked" ? [start.turntables[table]!] : [...positions.keys()];
    return all.flatMap((one) => choices.map((setting) => [...one, setting]));
  }, [[]]);
  const count = seats.reduce((product, seat) => product * seat.spaces.length * seat.headings.length, settings.length);
  if (count > MOST_GOALS) return null;
  const found: Position[] = [];
  const isSingle = goal.wants.length === 0 && goal.trains.length === 0;
  const place = (places: number[], headings: number[]) => {
    const seat = seats[places.length];
    if (!seat) {
      for (const turntables of settings) {
        const position = { places, headings, turntables };
        if (isSingle || isGoalMet(rules, goal, position)) found.push(position);
      }
      return;
    }
    for (const space of seat.spaces) {
      if (places.some((other) => other === space || rules.partners[space]!.has(other))) continue;
      for (const heading of seat.headings) place([...places, space], places.length < rules.locomotives ? [...headings, heading] : headings);
    }
  };
  place([], []);
  return found;
}
