/** Where pieces must end, as in `shunt/rules/position.py`. */

import { isMatching } from "./matching.ts";
import { allMadeUp, type WantedTrain } from "./trainGoal.ts";
import type { Position, Rules } from "./trains.ts";

export interface Wanted {
  piece: number;
  space: number;
  /** The end that a locomotive must face; -1 is any. */
  heading: number;
}

/** A part of a goal: `count` of some pieces must end on some spaces, which the card calls a place. */
export interface WantedInPlace {
  place: string;
  pieces: number[];
  spaces: number[];
  count: number;
}

/** Where pieces must end: on single spaces, in places, in trains. */
export interface Goal {
  goal: Wanted[];
  wants: WantedInPlace[];
  trains: WantedTrain[];
}

/** Return whether everything is where the goal wants it; of a group, any members may fill the places named for it. */
export function isGoalMet(rules: Rules, { goal, wants, trains }: Goal, position: Position): boolean {
  if (!goal.every((wanted) => isPlaceFilled(rules, wanted, position))) return false;
  if (wants.length === 0 && trains.length === 0) return true;
  const single = goal.map((wanted) => alike(rules, wanted.piece).filter((piece) => isFilledBy(rules, wanted, position, piece)));
  const choices = [...single, ...wants.flatMap((want) => doers(rules, want, position))];
  return allMadeUp(rules, trains, position).some((used) => isMatching(choices.map((pieces) => pieces.filter((piece) => !used.has(piece)))));
}

/** Return whether a place has the pieces that one line of the goal asks for. */
export function isPlaceServed(rules: Rules, want: WantedInPlace, position: Position): boolean {
  return isMatching(doers(rules, want, position));
}

/** Return the pieces in a place that count for it, once for each that it takes. */
function doers(rules: Rules, want: WantedInPlace, position: Position): number[][] {
  const pieces = [...new Set(want.pieces.flatMap((piece) => alike(rules, piece)))];
  const there = pieces.filter((piece) => want.spaces.includes(position.places[piece]!));
  return Array.from({ length: want.count }, () => there);
}

function alike(rules: Rules, piece: number): number[] {
  return rules.alike.find((members) => members.includes(piece)) ?? [piece];
}

/** Return whether the piece that one line of the goal asks for is there. */
export function isPlaceFilled(rules: Rules, wanted: Wanted, position: Position): boolean {
  return alike(rules, wanted.piece).some((piece) => isFilledBy(rules, wanted, position, piece));
}

function isFilledBy(rules: Rules, wanted: Wanted, position: Position, piece: number): boolean {
  const facing = wanted.heading < 0 || piece >= rules.locomotives || position.headings[piece] === wanted.heading;
  return position.places[piece] === wanted.space && facing;
}
