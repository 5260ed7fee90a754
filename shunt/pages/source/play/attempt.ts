/** One attempt at a card while it lasts: what docs/play-records.md counts. */

import type { Attempt } from "./store.ts";

const LONGEST_PAUSE = 60_000; // milliseconds; a longer pause counts as this

export class Recorder {
  #begun: Date | null = null;
  #last = 0;
  #active = 0;
  #undos = 0;
  #hints = 0;
  readonly #clock: () => number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** Note that the player did something: a move or a hint begins the attempt, other acts only pass the time. */
  note(act: "move" | "hint" | "other", undos = 0): void {
    if (this.#begun === null) {
      if (act === "other") return;
      this.#begun = new Date(this.#clock());
      this.#last = this.#clock();
    }
    this.#pass();
    this.#undos += undos;
    if (act === "hint") this.#hints++;
  }

  #pass(): void {
    const now = this.#clock();
    this.#active += Math.min(LONGEST_PAUSE, Math.max(0, now - this.#last));
    this.#last = now;
  }

  /** Leave out the time until `show`, while the page is hidden. */
  hide(): void {
    if (this.#begun !== null) this.#pass();
  }

  show(): void {
    this.#last = this.#clock();
  }

  get hints(): number {
    return this.#hints;
  }

  /** End the attempt and return its record; null if none was begun. */
  end(card: { key: string; name: string }, player: string, moves: number, solved: boolean): Attempt | null {
    if (this.#begun === null) return null;
    this.#pass();
    const attempt: Attempt = {
      schema: "shunt-attempt/1",
      id: card.key,
      card: card.name.slice(0, 100),
      player,
      at: `${this.#begun.toISOString().slice(0, 19)}Z`,
      moves,
      undos: this.#undos,
      hints: this.#hints,
      seconds: Math.min(1_000_000, Math.max(0.1, Math.round(this.#active / 100) / 10)),
      solved,
    };
    this.#begun = null;
    this.#active = this.#undos = this.#hints = 0;
    return attempt;
  }
}
