/** Moves made, taken back and made again. */

export interface Entry<Position, Move> {
  move: Move;
  after: Position;
}

export class History<Position, Move> {
  #entries: Entry<Position, Move>[] = [];
  #done = 0;
  readonly start: Position;

  constructor(start: Position) {
    this.start = start;
  }

  get position(): Position {
    return this.#done > 0 ? this.#entries[this.#done - 1]!.after : this.start;
  }

  /** The moves that are made, without those taken back. */
  get made(): Entry<Position, Move>[] {
    return this.#entries.slice(0, this.#done);
  }

  /** All moves, with those that can be made again. */
  get all(): Entry<Position, Move>[] {
    return this.#entries;
  }

  get done(): number {
    return this.#done;
  }

  /** Return the position before the move with this number. */
  before(index: number): Position {
    return index > 0 ? this.#entries[index - 1]!.after : this.start;
  }

  push(move: Move, after: Position): void {
    this.#entries = [...this.made, { move, after }];
    this.#done++;
  }

  undo(): boolean {
    if (this.#done === 0) return false;
    this.#done--;
    return true;
  }

  redo(): boolean {
    if (this.#done === this.#entries.length) return false;
    this.#done++;
    return true;
  }

  reset(): boolean {
    const had = this.#done > 0;
    this.#done = 0;
    return had;
  }
}
