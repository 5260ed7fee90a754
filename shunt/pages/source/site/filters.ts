/** The filters of a gallery: words, tier, board, moves, and whether a card is solved. */

export interface Listed {
  title: string;
  name: string;
  tier: string;
  board: string;
  pack: string;
  moves: number | null;
  solved: boolean;
}

export interface Wanted {
  words: string;
  tier: string;
  board: string;
  pack: string;
  /** A range such as `4-6`, `16-`, or nothing. */
  moves: string;
  unsolved: boolean;
}

export const MOVES = ["1-3", "4-6", "7-10", "11-15", "16-"];

export function fits(card: Listed, wanted: Wanted): boolean {
  const text = `${card.title} ${card.name}`.toLowerCase();
  return (
    wanted.words.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
    (!wanted.tier || card.tier === wanted.tier) &&
    (!wanted.board || card.board === wanted.board) &&
    (!wanted.pack || card.pack === wanted.pack) &&
    (!wanted.moves || isWithin(card.moves, wanted.moves)) &&
    !(wanted.unsolved && card.solved)
  );
}

function isWithin(moves: number | null, range: string): boolean {
  const [least, most] = range.split("-");
  return moves !== null && moves >= Number(least) && (!most || moves <= Number(most));
}
