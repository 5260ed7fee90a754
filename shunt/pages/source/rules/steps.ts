/** Moves of trains by number, which mean one run and no other; as links, records and Yard Guides hold them. */

import { spaceOf } from "./board.ts";
import { couples, mayStop, type Position, positionAfter, positionTurned, readyTrains, type Rules, steps, type Train, positionKey, trailTo, waysFrom } from "./trains.ts";

/** A turntable stepped by hand. */
export type Turn = [-1, table: number];
/** A locomotive, the end (0 or 1) by which it leaves its space, the pieces coupled, the spaces that the train's head passes or reaches. */
export type Run = [locomotive: number, end: number, couples: number[], passes: number[]];
export type Step = Turn | Run;

/** A move made: the step, the trains from start to stop (none for a turntable), and the position after it. */
export interface Made {
  step: Step;
  /** -1 for a turntable. */
  locomotive: number;
  forward: boolean;
  trail: Train[];
  after: Position;
}

/** Make a move; null if the rules do not allow it. */
export function follow(rules: Rules, position: Position, step: Step): Made | null {
  if (step[0] === -1) {
    const table = rules.board.turntables[step[1]];
    if (!table || table.rotation !== "manual") return null;
    return { step, locomotive: -1, forward: true, trail: [], after: positionTurned(rules, position, step[1]) };
  }
  const [locomotive, end, coupled, passes] = step as Run;
  const ready = readyTrains(rules, position).find(
    (one) => one.locomotive === locomotive && leavingEnd(one.train, locomotive) === end && couples(one).join() === coupled.join(),
  );
  const trail = ready && trailAlong(rules, position, ready.train, passes);
  if (!ready || !trail) return null;
  const last = trail[trail.length - 1]!;
  return { step, locomotive, forward: ready.forward, trail, after: positionAfter(rules, position, last) };
}

function leavingEnd(train: Train, locomotive: number): number {
  return train.ends[train.pieces.indexOf(locomotive)]! & 1;
}

/** Return the trains on the path whose head passes these spaces; null if there is none, or if it may not stop there. */
function trailAlong(rules: Rules, position: Position, start: Train, passes: number[]): Train[] | null {
  const trail = [start];
  let rolled = false;
  for (const space of passes) {
    const next = steps(rules, position, trail[trail.length - 1]!).find(({ train }) => headOf(train) === space);
    if (!next) return null;
    trail.push(next.train);
    rolled = next.rolled;
  }
  return rolled && mayStop(rules, trail[trail.length - 1]!) ? trail : null;
}

export const headOf = (train: Train): number => spaceOf(train.ends[train.ends.length - 1]!);

/** Return the move that takes a train along a trail, as a step. */
export function stepOf(locomotive: number, trail: Train[]): Run {
  const start = trail[0]!;
  const coupled = start.pieces.slice(0, start.pieces.indexOf(locomotive)).reverse();
  return [locomotive, leavingEnd(start, locomotive), coupled, trail.slice(1).map(headOf)];
}

/** Return the spaces where the locomotive is along a trail, each once. */
export function pathOf(locomotive: number, trail: Train[]): number[] {
  const path: number[] = [];
  trail.forEach((train, index) => {
    if (index > 0 && train.pieces.length > trail[index - 1]!.pieces.length) return; // contact: nothing rolls
    path.push(spaceOf(train.ends[train.pieces.indexOf(locomotive)]!));
  });
  return path;
}

/** Return what is pushed by the end of a trail, the nearest to the locomotive first. */
export function pushedOn(locomotive: number, trail: Train[]): number[] {
  const last = trail[trail.length - 1]!;
  return last.pieces.slice(last.pieces.indexOf(locomotive) + 1);
}

/** Return a move that leads from one position to another; null if none does. */
export function stepBetween(rules: Rules, from: Position, to: Position): Step | null {
  const key = positionKey(rules, to);
  for (const ready of readyTrains(rules, from)) {
    const ways = waysFrom(rules, from, ready.train);
    const end = ways.findIndex((way) => way.stops && positionKey(rules, positionAfter(rules, from, way.train)) === key);
    if (end >= 0) return stepOf(ready.locomotive, trailTo(ways, end));
  }
  const table = rules.board.turntables.findIndex(({ rotation }, index) => rotation === "manual" && positionKey(rules, positionTurned(rules, from, index)) === key);
  return table >= 0 ? [-1, table] : null;
}
