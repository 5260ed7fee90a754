/** A search in the page, from a position to the goal, in slices of time; for hints where nothing else knows one. */

export interface Searched<Move> {
  /** The first move of a shortest solution; null if none was found. */
  first: Move | null;
  /** How many moves the solution has. */
  moves: number;
  /** Whether everything that can be reached was looked at. */
  isExhausted: boolean;
}

interface Node<Position, Move> {
  position: Position;
  first: Move | null;
  moves: number;
}

export interface Space<Position, Move> {
  keyOf(position: Position): string;
  isGoal(position: Position): boolean;
  next(position: Position): Iterable<[Move, Position]>;
}

const SLICE = 12; // milliseconds of work between two pictures
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Search level by level; `most` bounds the positions, `milliseconds` the time. */
export async function searchGoal<Position, Move>(
  space: Space<Position, Move>,
  start: Position,
  most: number,
  milliseconds: number,
): Promise<Searched<Move>> {
  const begun = performance.now();
  let slice = begun;
  const seen = new Set([space.keyOf(start)]);
  let level: Node<Position, Move>[] = [{ position: start, first: null, moves: 0 }];
  while (level.length > 0) {
    const following: Node<Position, Move>[] = [];
    for (const node of level) {
      for (const [move, position] of space.next(node.position)) {
        const key = space.keyOf(position);
        if (seen.has(key)) continue;
        seen.add(key);
        const first = node.first ?? move;
        if (space.isGoal(position)) return { first, moves: node.moves + 1, isExhausted: false };
        following.push({ position, first, moves: node.moves + 1 });
      }
      const now = performance.now();
      if (seen.size > most || now - begun > milliseconds) return { first: null, moves: 0, isExhausted: false };
      if (now - slice < SLICE) continue;
      await breathe();
      slice = performance.now();
    }
    level = following;
  }
  return { first: null, moves: 0, isExhausted: true };
}
