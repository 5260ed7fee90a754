/** The distances that a page carries for a card of trains: how many moves every position that can be reached is from the goal. */

import type { Position, Rules } from "./trains.ts";

/** As `shunt/pages/distances.py` writes them. */
const DEAD = 254;
const UNKNOWN = 255;

export class Distances {
  readonly #rules: Rules;
  readonly #bytes: Uint8Array;

  private constructor(rules: Rules, bytes: Uint8Array) {
    this.#rules = rules;
    this.#bytes = bytes;
  }

  /** Unpack a table; null if it is damaged, or not one of this card. */
  static async read(text: string, rules: Rules, pieces: number): Promise<Distances | null> {
    try {
      const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      const size = radices(rules, pieces).reduce((product, radix) => product * radix, 1);
      return bytes.length === size ? new Distances(rules, bytes) : null;
    } catch {
      return null;
    }
  }

  /** Return the distance of a position; Infinity if the goal cannot be reached from it, null if it is not known. */
  of(position: Position): number | null {
    const digits = digitsOf(this.#rules, position);
    const index = radices(this.#rules, position.places.length).reduce((number, radix, place) => number * radix + digits[place]!, 0);
    const found = this.#bytes[index] ?? UNKNOWN;
    return found === UNKNOWN ? null : found === DEAD ? Infinity : found;
  }
}

const isPointed = (rules: Rules, piece: number): boolean => rules.trainRules.hasHeadings && piece < rules.locomotives;

/** How many values each digit of a position's number has: those of the pieces, then those of the turntables. */
function radices(rules: Rules, pieces: number): number[] {
  const spaces = rules.board.spaces.length;
  const ofPieces = Array.from({ length: pieces }, (_, piece) => (isPointed(rules, piece) ? 2 * spaces : spaces));
  return [...ofPieces, ...rules.board.turntables.map(({ positions }) => positions.length)];
}

/** Return the digits of a position; those of pieces that may stand for each other rise. */
function digitsOf(rules: Rules, { places, headings, turntables }: Position): number[] {
  const digits = places.map((place, piece) => (isPointed(rules, piece) ? 2 * place + headings[piece]! : place));
  for (const group of rules.alike) {
    const seats = [...group].sort((a, b) => a - b);
    const held = seats.map((seat) => digits[seat]!).sort((a, b) => a - b);
    seats.forEach((seat, index) => (digits[seat] = held[index]!));
  }
  return [...digits, ...turntables];
}
