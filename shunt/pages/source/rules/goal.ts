/** Where pieces must end, as in `shunt/rules/position.py`. */

import type { Position, Rules } from "./trains.ts";

export interface Wanted {
  piece: number;
  space: number;
  /** The end that a locomotive must face; -1 is any. */
  heading: number;
}

/** Return whether everything is where the goal wants it; of a group, any members may fill the places named for it. */
export function isGoalMet(rules: Rules, goal: Wanted[], position: Position): boolean {
  return goal.every((wanted) => isPlaceFilled(rules, wanted, position));
}

/** Return whether the piece that one line of the goal asks for is there. */
export function isPlaceFilled(rules: Rules, wanted: Wanted, position: Position): boolean {
  const group = rules.alike.find((members) => members.includes(wanted.piece)) ?? [wanted.piece];
  return group.some((piece) => {
    const facing = wanted.heading < 0 || piece >= rules.locomotives || position.headings[piece] === wanted.heading;
    return position.places[piece] === wanted.space && facing;
  });
}
