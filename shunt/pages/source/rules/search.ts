/** A search in the page, from a position to the goal, in slices of time; for hints where nothing else knows one. */

export interface Found<Position> {
  /** The position after the first move of a way to the goal; null if none was found. */
  first: Position | null;
  /** How many moves the way has. */
  moves: number;
  /** Whether no way has fewer moves. */
  isShortest: boolean;
  /** Whether everything that can be reached was looked at. */
  isExhausted: boolean;
}

interface Node<Position> {
  position: Position;
  first: Position | null;
}

export interface Space<Position> {
  keyOf(position: Position): string;
  isGoal(position: Position): boolean;
  next(position: Position): Iterable<Position>;
  /** The moves of a way that is known from the position with this key; null if none is. */
  known(key: string): number | null;
}

const SLICE = 12; // milliseconds of work between two pictures
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Search level by level; `most` bounds the positions, `milliseconds` the time.
 *
 * A shortest way is found before the bounds are met, or none. In that case the answer is the best way by a position from which
 * one is known, if the search has met any.
 */
export async function searchGoal<Position>(
  space: Space<Position>,
  start: Position,
  most: number,
  milliseconds: number,
): Promise<Found<Position>> {
  const begun = performance.now();
  let slice = begun;
  const seen = new Set([space.keyOf(start)]);
  let best: Found<Position> = { first: null, moves: 0, isShortest: false, isExhausted: false };
  let level: Node<Position>[] = [{ position: start, first: null }];
  for (let moves = 1; level.length > 0; moves++) {
    const following: Node<Position>[] = [];
    for (const node of level) {
      for (const position of space.next(node.position)) {
        const key = space.keyOf(position);
        if (seen.has(key)) continue;
        seen.add(key);
        const first = node.first ?? position;
        if (space.isGoal(position)) return { first, moves, isShortest: true, isExhausted: false };
        const rest = space.known(key);
        if (rest !== null && (!best.first || moves + rest < best.moves)) best = { ...best, first, moves: moves + rest };
        following.push({ position, first });
      }
      const now = performance.now();
      if (seen.size > most || now - begun > milliseconds) return best;
      if (now - slice < SLICE) continue;
      await breathe();
      slice = performance.now();
    }
    level = following;
  }
  return { first: null, moves: 0, isShortest: false, isExhausted: true };
}
