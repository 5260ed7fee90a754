/** Trains that a goal asks for, as in `shunt/rules/train_rows.py`: pieces next to each other along one track, in an order. */

import { joinsAt, opposite, spaceOf } from "./board.ts";
import type { Position, Rules } from "./trains.ts";

export interface WantedTrain {
  /** The pieces in their order; -1 is any piece. */
  pieces: number[];
  /** Where it is to be, in words. */
  where: string;
  /** The spaces of its place, or of the run along which it stands; none where it may be anywhere. */
  spaces: number[];
  isAlong: boolean;
}

/** Return whether a train is made up. */
export function isMadeUp(rules: Rules, train: WantedTrain, position: Position): boolean {
  return madeUp(rules, train, position).length > 0;
}

/** Return every choice of pieces that are the trains, none of them in two. */
export function allMadeUp(rules: Rules, trains: readonly WantedTrain[], position: Position): Set<number>[] {
  return trains.reduce<Set<number>[]>(
    (chosen, train) => {
      const rows = madeUp(rules, train, position);
      return chosen.flatMap((used) => rows.filter((row) => !row.some((piece) => used.has(piece))).map((row) => new Set([...used, ...row])));
    },
    [new Set()],
  );
}

/** Return the rows of pieces that are a train, from its first piece to its last. */
function madeUp(rules: Rules, train: WantedTrain, position: Position): number[][] {
  const joins = joinsAt(rules.board, position.turntables);
  const at = new Map(position.places.map((space, piece): [number, number] => [space, piece]));
  const isMeant = (name: number, piece: number) => name < 0 || name === piece || rules.alike.some((group) => group.includes(name) && group.includes(piece));
  const longer = (row: number[], leaving: number): number[][] => {
    if (row.length === train.pieces.length) return [row];
    return joins[leaving]!.flatMap((entered) => {
      const piece = at.get(spaceOf(entered));
      if (piece === undefined || row.includes(piece) || !isMeant(train.pieces[row.length]!, piece)) return [];
      return longer([...row, piece], opposite(entered));
    });
  };
  const rows = position.places.flatMap((space, piece) => (isMeant(train.pieces[0]!, piece) ? [0, 1].flatMap((end) => longer([piece], 2 * space + end)) : []));
  return rows.filter((row) => standsWhere(train, row.map((piece) => position.places[piece]!)));
}

/** Return whether spaces in a row are those where a train is to be. */
function standsWhere(train: WantedTrain, spaces: number[]): boolean {
  if (!train.isAlong) return !train.spaces.length || spaces.every((space) => train.spaces.includes(space));
  const first = train.spaces.indexOf(spaces[0]!);
  return first >= 0 && spaces.every((space, index) => train.spaces[first + index] === space);
}
