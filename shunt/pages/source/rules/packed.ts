/**
 * Positions as numbers, with the moves of `trains.ts` forward and backward, for searches of many positions.
 *
 * A position is a number with a digit for each piece, locomotives first (twice its space plus its heading, or its space alone), then
 * one for the settings of all turntables; digits of pieces that may stand for each other rise. Moves backward follow
 * `shunt/rules/retraction.py`: a train rolls back space by space, and may have met anywhere what it pushes. What a train may do at
 * all, `isAllowed` of `trains.ts` decides here too, and a test holds both directions against the moves of that module.
 */

import { type End, joinsAt, opposite, settingsAfter, spaceOf } from "./board.ts";
import { isAllowed, isDragged, mayStop, type Position, type Rules, type Train } from "./trains.ts";

const LARGEST = Number.MAX_SAFE_INTEGER;

export class Packed {
  readonly #rules: Rules;
  readonly #pieces: number;
  readonly #weights: number[] = [];
  readonly #radices: number[] = [];
  /** Every setting of all turntables, the setting after a move, those after a step by hand, and the joins. */
  readonly #settings: number[][];
  readonly #next: number[];
  readonly #byHand: number[][];
  readonly #joins: End[][][];
  readonly #groups: number[][];
  // The position that is looked at.
  #digits: number[] = [];
  #places: number[] = [];
  #setting = 0;
  #onSpace: Int16Array;

  private constructor(rules: Rules, pieces: number) {
    const { board } = rules;
    this.#rules = rules;
    this.#pieces = pieces;
    this.#settings = board.turntables.reduce<number[][]>((all, { positions }) => all.flatMap((one) => positions.map((_, setting) => [...one, setting])), [[]]);
    const numbers = new Map(this.#settings.map((one, number) => [one.join(), number]));
    const number = (settings: number[]) => numbers.get(settings.join())!;
    this.#next = this.#settings.map((one) => number(settingsAfter(board, one)));
    const manual = board.turntables.flatMap(({ rotation }, table) => (rotation === "manual" ? [table] : []));
    this.#byHand = this.#settings.map((one) => manual.map((table) => number(settingsAfter(board, one, table))));
    this.#joins = this.#settings.map((one) => joinsAt(board, one));
    this.#groups = rules.alike.map((group) => [...group].sort((a, b) => a - b));
    this.#onSpace = new Int16Array(board.spaces.length).fill(-1);
    let weight = this.#settings.length;
    for (let piece = pieces - 1; piece >= 0; piece--) {
      this.#radices[piece] = board.spaces.length * (this.#isPointed(piece) ? 2 : 1);
      this.#weights[piece] = weight;
      weight *= this.#radices[piece]!;
    }
  }

  /** Return the numbering of a card's positions; null if there are too many to be numbered. */
  static of(rules: Rules, pieces: number): Packed | null {
    const settings = rules.board.turntables.reduce((product, { positions }) => product * positions.length, 1);
    return settings * (2 * rules.board.spaces.length) ** pieces < LARGEST ? new Packed(rules, pieces) : null;
  }

  #isPointed(piece: number): boolean {
    return this.#rules.trainRules.hasHeadings && piece < this.#rules.locomotives;
  }

  keyOf({ places, headings, turntables }: Position): number {
    const setting = this.#settings.findIndex((one) => one.join() === turntables.join());
    return this.#number(places.map((place, piece) => (this.#isPointed(piece) ? 2 * place + headings[piece]! : place)), setting);
  }

  #number(digits: number[], setting: number): number {
    for (const group of this.#groups) {
      const held = group.map((seat) => digits[seat]!).sort((a, b) => a - b);
      group.forEach((seat, index) => (digits[seat] = held[index]!));
    }
    let key = setting;
    for (let piece = 0; piece < this.#pieces; piece++) key += digits[piece]! * this.#weights[piece]!;
    return key;
  }

  /** Return a position as the page's rules have it; asked for also while the moves of another one are visited. */
  positionOf(key: number): Position {
    const digits = this.#weights.map((weight, piece) => Math.floor(key / weight) % this.#radices[piece]!);
    const headings = Array.from({ length: this.#rules.locomotives }, (_, piece) => (this.#isPointed(piece) ? digits[piece]! & 1 : 0));
    return { places: digits.map((digit, piece) => (this.#isPointed(piece) ? digit >> 1 : digit)), headings, turntables: [...this.#settings[key % this.#settings.length]!] };
  }

  /** Look at a position: its digits, its places, and what is on each space. */
  #look(key: number): void {
    for (const place of this.#places) this.#onSpace[place] = -1;
    let rest = key;
    for (let piece = 0; piece < this.#pieces; piece++) {
      const digit = Math.floor(rest / this.#weights[piece]!);
      rest -= digit * this.#weights[piece]!;
      this.#digits[piece] = digit;
      this.#places[piece] = this.#isPointed(piece) ? digit >> 1 : digit;
      this.#onSpace[this.#places[piece]!] = piece;
    }
    this.#setting = rest;
  }

  /** Return the number of the position in which some pieces stand otherwise than in the one looked at. */
  #changed({ pieces, ends, ahead }: Train, setting: number): number {
    const digits = [...this.#digits];
    for (let at = 0; at < pieces.length; at++) {
      const end = ends[at]!;
      digits[pieces[at]!] = this.#isPointed(pieces[at]!) ? (ahead[at] ? end : opposite(end)) : spaceOf(end);
    }
    return this.#number(digits, setting);
  }

  #faces(piece: number, end: End): boolean {
    return this.#isPointed(piece) && this.#digits[piece] === end;
  }

  // ------------------------------------------------------------------------------------------------ trains that are ready

  /** Call `visit` with every train that is ready to leave, by the locomotive that leads it. */
  #ready(joins: End[][], visit: (train: Train, locomotive: number) => void): void {
    const { trainRules, locomotives } = this.#rules;
    const { couplesBothWays, dragsCoupled } = trainRules;
    for (let locomotive = 0; locomotive < locomotives; locomotive++) {
      for (const forward of [true, false]) {
        const heading = this.#isPointed(locomotive) ? this.#digits[locomotive]! & 1 : 0;
        const leaving = 2 * this.#places[locomotive]! + (forward ? heading : 1 - heading);
        const alone: Train = { pieces: [locomotive], ends: [leaving], ahead: [forward], leader: 0, distance: 0 };
        const mayCouple = forward || couplesBothWays || dragsCoupled;
        const grow = (train: Train) => {
          if (forward || couplesBothWays || train.leader === 0 || isDragged(this.#rules, train)) visit(train, locomotive);
          if (!mayCouple) return;
          for (const end of joins[opposite(train.ends[0]!)]!) {
            const piece = this.#onSpace[spaceOf(end)]!;
            if (piece < 0 || train.pieces.includes(piece)) continue;
            const ahead = [this.#faces(piece, end), ...train.ahead];
            grow({ pieces: [piece, ...train.pieces], ends: [end, ...train.ends], ahead, leader: train.leader + 1, distance: 0 });
          }
        };
        grow(alone);
      }
    }
  }

  // ------------------------------------------------------------------------------------------------ moves forward

  /** Call `visit` with every position that one move leads to; some more than once. */
  successors(key: number, visit: (key: number) => void): void {
    this.#look(key);
    for (const setting of this.#byHand[this.#setting]!) visit(this.#number([...this.#digits], setting));
    const joins = this.#joins[this.#setting]!;
    const after = this.#next[this.#setting]!;
    this.#ready(joins, (start) => {
      const seen = new Seen(this.#rules);
      const todo: Train[] = [start];
      for (let train = todo.pop(); train; train = todo.pop()) {
        for (const entered of joins[train.ends[train.ends.length - 1]!]!) {
          const space = spaceOf(entered);
          const piece = this.#onSpace[space]!;
          const out = opposite(entered);
          if (piece >= 0 && !train.pieces.includes(piece)) {
            const longer = this.#longer(train, piece, out);
            if (isAllowed(this.#rules, longer) && seen.isNew(longer, 0)) todo.push(longer);
          } else if (this.#mayEnter(train, space)) {
            const { pieces, ends, ahead, leader, distance } = train;
            const next = { pieces, ends: [...ends.slice(1), out], ahead, leader, distance: distance + 1 };
            if (!isAllowed(this.#rules, next) || !seen.isNew(next, 1)) continue;
            if (mayStop(this.#rules, next)) visit(this.#changed(next, after));
            if (seen.isNew(next, 0)) todo.push(next);
          }
        }
      }
    });
  }

  /** Return a train that also pushes a piece, which leaves its space by the end `out`. */
  #longer({ pieces, ends, ahead, leader, distance }: Train, piece: number, out: End): Train {
    return { pieces: [...pieces, piece], ends: [...ends, out], ahead: [...ahead, this.#faces(piece, out)], leader, distance };
  }

  #mayEnter({ pieces, ends }: Train, space: number): boolean {
    for (let at = 1; at < ends.length; at++) if (spaceOf(ends[at]!) === space) return false;
    if (pieces.length === 1 && space === spaceOf(ends[0]!)) return false;
    const partners = this.#rules.partners[space]!;
    if (partners.size === 0) return true;
    if (ends.slice(1).some((end) => partners.has(spaceOf(end)))) return false;
    return !this.#places.some((place, piece) => partners.has(place) && !pieces.includes(piece));
  }

  // ------------------------------------------------------------------------------------------------ moves backward

  /** Call `visit` with every position from which one move leads to this one; some more than once. */
  predecessors(key: number, visit: (key: number) => void): void {
    this.#look(key);
    this.#byHand.forEach((after, before) => after.includes(this.#setting) && visit(this.#number([...this.#digits], before)));
    this.#next.forEach((after, before) => {
      if (after !== this.#setting) return;
      const joins = this.#joins[before]!;
      this.#ready(joins, (start, locomotive) => this.#pushing(joins, start, (train) => this.#takenBack(joins, before, train, locomotive, visit)));
    });
  }

  /** Call `visit` with the train with 0, 1, 2 … of the pieces before its head, along every branch on which they stand. */
  #pushing(joins: End[][], train: Train, visit: (train: Train) => void): void {
    visit(train);
    for (const entered of joins[train.ends[train.ends.length - 1]!]!) {
      const piece = this.#onSpace[spaceOf(entered)]!;
      if (piece < 0 || train.pieces.includes(piece)) continue;
      this.#pushing(joins, this.#longer(train, piece, opposite(entered)), visit);
    }
  }

  /** Visit the positions from which a move that ends with this train can have begun. The first `length` pieces still roll, the rest stands where it was met. */
  #takenBack(joins: End[][], setting: number, end: Train, locomotive: number, visit: (key: number) => void): void {
    const seen = new Seen(this.#rules);
    const todo: { train: Train; length: number }[] = [];
    const look = (train: Train, length: number) => {
      if (!seen.isNew(train, length)) return;
      const rolling = { ...train, pieces: train.pieces.slice(0, length), ends: train.ends.slice(0, length) };
      if (isAllowed(this.#rules, rolling)) todo.push({ train, length });
    };
    const back = (train: Train, length: number) => {
      for (const ends of this.#oneSpaceBack(joins, train, length)) look({ ...train, ends, distance: train.distance + 1 }, length);
    };
    if (isAllowed(this.#rules, end)) back(end, end.pieces.length);
    for (let one = todo.pop(); one; one = todo.pop()) {
      const { train, length } = one;
      if (train.pieces[length - 1] === locomotive) {
        if (this.#mayStand(train)) visit(this.#changed(train, setting));
      } else look(train, length - 1); // the head may have been met here
      back(train, length);
    }
  }

  /** Return the ends of all pieces one space before. */
  #oneSpaceBack(joins: End[][], { pieces, ends }: Train, length: number): End[][] {
    const head = spaceOf(ends[length - 1]!);
    const held = new Set<number>(); // before the step and after it
    for (let at = 0; at < ends.length; at++) if (at !== length - 1) held.add(spaceOf(ends[at]!));
    this.#places.forEach((place, piece) => pieces.includes(piece) || held.add(place));
    for (const partner of this.#rules.partners[head]!) if (held.has(partner)) return [];
    return joins[opposite(ends[0]!)]!.flatMap((tail) => {
      if (held.has(spaceOf(tail)) || (length === 1 && spaceOf(tail) === head)) return [];
      return [[tail, ...ends.slice(0, length - 1), ...ends.slice(length)]];
    });
  }

  #mayStand({ pieces, ends }: Train): boolean {
    const { noStop, partners } = this.#rules;
    const places = [...this.#places];
    pieces.forEach((piece, at) => (places[piece] = spaceOf(ends[at]!)));
    return !places.some((place) => noStop.has(place) || places.some((other) => partners[place]!.has(other)));
  }
}

/** The trains met in a move, by the list of their pieces, their ends, a mark, and how far they have rolled if a rule depends on it. */
class Seen {
  readonly #radix: number;
  readonly #countsSpaces: boolean;
  readonly #known = new Map<number[], Set<number | string>[]>();

  constructor({ board, trainRules }: Rules) {
    this.#radix = 2 * board.spaces.length;
    this.#countsSpaces = trainRules.countsSpaces;
  }

  isNew({ pieces, ends, distance }: Train, mark: number): boolean {
    let marks = this.#known.get(pieces);
    if (!marks) this.#known.set(pieces, (marks = []));
    const known = (marks[mark] ??= new Set());
    const rolled = this.#countsSpaces ? distance : 0;
    let key: number | string = rolled;
    for (const end of ends) key = key * this.#radix + end;
    if (key >= LARGEST) key = [rolled, ...ends].join();
    const size = known.size;
    return known.add(key).size > size;
  }
}
