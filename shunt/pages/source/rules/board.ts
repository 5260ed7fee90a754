/** A board and a card as the page gets them from Python: names once, everything else by number. */

/** One end of a space: twice the number of the space, plus 0 or 1. */
export type End = number;

export interface Turntable {
  name: string;
  /** The spaces of the bridge, first end to last. */
  bridge: number[];
  /** The outer ends of the bridge, first and last. */
  ends: [End, End];
  /** For each setting, the outside ends that the bridge's first and last end meet; -1 for none. */
  positions: [End, End][];
  rotation: "each-move" | "manual" | "locked";
}

export interface Board {
  name: string;
  spaces: string[];
  /** The joins that never change: for each end, the ends it is joined to. */
  fixed: End[][];
  turntables: Turntable[];
  /** Spaces where nothing may stop. */
  noStop: number[];
  /** Groups of spaces of which only one may be occupied. */
  exclusive: number[][];
}

export const opposite = (end: End): End => end ^ 1;
export const spaceOf = (end: End): number => end >> 1;

const known = new WeakMap<Board, Map<string, End[][]>>();

/** Return all joins at the settings of the turntables: for each end, the ends it is joined to. */
export function joinsAt(board: Board, settings: number[]): End[][] {
  const cache = known.get(board) ?? new Map<string, End[][]>();
  known.set(board, cache);
  const key = settings.join();
  const found = cache.get(key);
  if (found) return found;
  const joins = board.fixed.map((others) => [...others]);
  board.turntables.forEach((table, index) => {
    table.positions[settings[index]!]!.forEach((outside, side) => {
      if (outside < 0) return;
      joins[table.ends[side]!]!.push(outside);
      joins[outside]!.push(table.ends[side]!);
    });
  });
  cache.set(key, joins);
  return joins;
}

/** Return the settings after one move: every `each-move` turntable steps, and the one stepped by hand, if any. */
export function settingsAfter(board: Board, settings: number[], byHand = -1): number[] {
  return settings.map((setting, index) => {
    const table = board.turntables[index]!;
    const steps = table.rotation === "each-move" || index === byHand;
    return steps ? (setting + 1) % table.positions.length : setting;
  });
}

/** For each space, the spaces that may not be occupied together with it. */
export function partnersOf(board: Board): Set<number>[] {
  const partners = board.spaces.map(() => new Set<number>());
  for (const group of board.exclusive) {
    for (const one of group) for (const other of group) if (one !== other) partners[one]!.add(other);
  }
  return partners;
}
