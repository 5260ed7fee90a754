/** The number of new positions at each level against the perft files, as far as they are given. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Board } from "../../../shunt/pages/source/rules/board.ts";
import { type HumpTrack, humpRuns } from "../../../shunt/pages/source/rules/hump.ts";
import * as sidings from "../../../shunt/pages/source/rules/sidings.ts";
import { type Position, positionKey, rulesOn, successors } from "../../../shunt/pages/source/rules/trains.ts";
import { cases } from "./cases.ts";

interface Cases {
  /** New positions at the last level that is asked for: a file that goes on is cut there. */
  most: number;
  trains: { name: string; plan: Board; card: Parameters<typeof rulesOn>[1]; start: Position; levels: number[] }[];
  sidings: { name: string; yard: sidings.SidingsYard; start: sidings.SidingsPosition; levels: number[] }[];
  humps: { name: string; track: HumpTrack; levels: number[] }[];
}

const given = cases<Cases>();

/** Return the number of new positions after 0, 1, 2 … moves, up to the first level with more than `given.most`. */
function levels<T>(start: T, keyOf: (one: T) => string, next: (one: T) => T[]): number[] {
  let level = [start];
  const seen = new Set([keyOf(start)]);
  const counts: number[] = [];
  while (level.length > 0) {
    counts.push(level.length);
    if (level.length > given.most) break;
    const found: T[] = [];
    for (const one of level.flatMap(next)) {
      const key = keyOf(one);
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(one);
    }
    level = found;
  }
  return counts;
}

for (const { name, plan, card, start, levels: expected } of given.trains) {
  test(name, () => {
    const rules = rulesOn(plan, card);
    const found = levels(start, (one) => positionKey(rules, one), (one) => [...successors(rules, one).values()]);
    assert.deepEqual(found, expected);
  });
}

for (const { name, yard, start, levels: expected } of given.sidings) {
  test(name, () => {
    const next = (one: sidings.SidingsPosition) =>
      sidings.sidingsMoves(yard, one).map((move) => sidings.sidingsAfter(yard, one, move));
    assert.deepEqual(levels(start, (one) => sidings.sidingsKey(yard, one), next), expected);
  });
}

for (const { name, track, levels: expected } of given.humps) {
  test(name, () => {
    const next = (places: number[]) => humpRuns(track, places);
    const nested = (places: number[]) => humpRuns(track, places).flatMap((run) => (run.after ? [run.after] : []));
    assert.ok(next(track.queue).length > 0);
    assert.deepEqual(levels(track.queue, (places) => places.join(), nested), expected);
  });
}
