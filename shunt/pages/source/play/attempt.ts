/** One attempt at a card while it lasts: what docs/how-to/play-records.md counts. */

import type { Attempt } from "./store.ts";

const LONGEST_PAUSE = 60_000; // milliseconds; a longer one between two signs of the player counts as this

/** What is played: its id, its name, and where orders are dealt the order and the bid. */
export interface Puzzle {
  key: string;
  name: string;
  order?: string;
  bid?: number;
}

/**
 * Time begins when the card is first seen (`begin`), since looking for a way is part of playing. An attempt in which neither a move
 * was made nor a hint shown leaves no record.
 */
export class Recorder {
  #begun: Date | null = null;
  #last = 0;
  #active = 0;
  #undos = 0;
  #hints = 0;
  #isPlayed = false;
  #isHidden = false;
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Begin to count time, unless it is counted already: the card is seen. */
  begin(): void {
    if (this.#begun !== null) return;
    this.#last = this.#clock();
    this.#begun = new Date(this.#last);
  }

  /** Note that the player did something; after an attempt has ended that begins the next. */
  note(act: "move" | "hint" | "other", undos = 0): void {
    this.begin();
    this.#pass();
    this.#undos += undos;
    if (act === "hint") this.#hints++;
    if (act !== "other") this.#isPlayed = true;
  }

  /** Note a sign that the player is there, such as a movement of the pointer. */
  seen(): void {
    if (this.#begun !== null) this.#pass();
  }

  #pass(): void {
    const now = this.#clock();
    if (!this.#isHidden) this.#active += Math.min(LONGEST_PAUSE, Math.max(0, now - this.#last));
    this.#last = now;
  }

  /** Leave out the time until `show`, while the page is hidden. */
  hide(): void {
    this.seen();
    this.#isHidden = true;
  }

  show(): void {
    this.seen();
    this.#isHidden = false;
  }

  get hints(): number {
    return this.#hints;
  }

  /** End the attempt and return its record; null if nothing was played. */
  end({ key, name, order, bid }: Puzzle, player: string, moves: number, solved: boolean): Attempt | null {
    this.seen();
    const attempt: Attempt | null = this.#begun !== null && this.#isPlayed ? {
      schema: "shunt-attempt/1",
      id: key,
      card: name.slice(0, 100),
      player,
      at: `${this.#begun.toISOString().slice(0, 19)}Z`,
      moves,
      undos: this.#undos,
      hints: this.#hints,
      seconds: Math.min(1_000_000, Math.max(0.1, Math.round(this.#active / 100) / 10)),
      solved,
      ...(order ? { order } : {}),
      ...(bid ? { bid } : {}),
    } : null;
    this.#begun = null;
    this.#active = this.#undos = this.#hints = 0;
    this.#isPlayed = false;
    return attempt;
  }
}
