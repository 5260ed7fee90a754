/** Logs of results over a deck, `shunt-results/1`: the form of `shunt/generator/packs/results.py`, which docs/how-to/generator.md describes. */

import type { CardData } from "../data.ts";

/** A pack as a deck to play; the key follows from its cards. */
export interface Deck {
  name: string;
  title: string;
  key: string;
}

/** One solved card. `at`: when, in UTC, "" if that is not known. */
export interface Result {
  card: string;
  moves: number;
  rank: string;
  at: string;
}

const SCHEMA = "shunt-results/1";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Return results as a log: a line that names the deck, and a line for each. */
export function logOf(deck: Deck, results: readonly Result[]): string {
  const head = { schema: SCHEMA, deck: deck.name, key: deck.key };
  return [head, ...results.map(({ card, moves, rank, at }) => ({ card, moves, rank, at }))].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Read a log of one of some decks; a text says why it is none. Lines that are no results are left out, as in Python. */
export function readLog(text: string, decks: readonly Deck[]): { deck: Deck; results: Result[] } | string {
  const [first = "", ...lines] = text.replace(/^\ufeff/, "").split("\n");
  const head = entryOf(first);
  if (head?.["schema"] !== SCHEMA) return "This file is not a log of results.";
  const deck = decks.find(({ name, key }) => head["deck"] === name && head["key"] === key);
  if (!deck) return `This is the log of another pack: ${String(head["deck"]).slice(0, 100)}.`;
  return { deck, results: lines.map(entryOf).flatMap((entry) => resultOf(entry) ?? []) };
}

function entryOf(line: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(line);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function resultOf(entry: Record<string, unknown> | null): Result | null {
  const { card, moves, rank, at } = entry ?? {};
  if (typeof card !== "string" || !Number.isSafeInteger(moves) || Number(moves) < 0) return null;
  return { card, moves: Number(moves), rank: typeof rank === "string" ? rank : "", at: typeof at === "string" && TIME.test(at) ? at : "" };
}

/** Return whether a card can be solved in so many moves: not in fewer than proven, nor in more than allowed. */
export function isPossible({ optimum, status, limit }: CardData, moves: number): boolean {
  const least = status === "optimal" && typeof optimum === "number" ? optimum : 0;
  return status !== "unsolvable" && moves >= least && (limit === null || moves <= limit);
}
