/** What all puzzles share while they are played: moves made, taken back and made again, replays, and hints. */

import { type Found, searchGoal } from "../rules/search.ts";
import type { Frame } from "./geometry.ts";
import { History } from "./history.ts";
import type { Coupling, GoalLine, Grip, Hint, MoveShown, Picture, Play, Story, Target } from "./play.ts";

/** How far the page searches for a hint. */
export interface Reach {
  positions: number;
  milliseconds: number;
}

/** The next move of a way to the goal, and what is said about the way. */
interface Next<Move> {
  move: Move;
  note: string;
}

const NEXT_OF_GUIDE = "That is the next move of the solution.";
const BACK_TO_GUIDE = "That leads back to the solution; it may not be the shortest path.";
const toTheGoal = (moves: number): string => `${moves} ${moves === 1 ? "move" : "moves"} to the goal.`;

export abstract class Played<Position, Move> implements Play {
  abstract readonly picture: Picture;
  protected history: History<Position, Move>;
  /** The moves made, while others are replayed. */
  #aside: History<Position, Move> | null = null;
  protected readonly reach: Reach;

  protected constructor(start: Position, reach: Reach) {
    this.history = new History(start);
    this.reach = reach;
  }

  // What each kind of puzzle says of its positions and moves.

  protected abstract keyOf(position: Position): string;
  protected abstract isGoal(position: Position): boolean;
  protected abstract next(position: Position): Iterable<Position>;
  /** Return the move that leads from one position to another, which one move reaches. */
  protected abstract moveTo(from: Position, to: Position): Move | null;
  protected abstract after(before: Position, move: Move): Position;
  protected abstract frameAt(position: Position): Frame;
  protected abstract framesOf(before: Position, move: Move): Frame[];
  protected abstract shown(before: Position, move: Move): MoveShown;
  /** Return the vehicle that is taken to make a move; -1 for none. */
  protected abstract takenBy(before: Position, move: Move): number;
  protected abstract moveOfGrip(grip: Grip, way: number): Move;

  abstract placeName(place: number): string;
  abstract placeAt(x: number, y: number): number;
  abstract movable(): number[];
  abstract grip(vehicle: number): Grip;
  abstract stuck(vehicle: number): string;
  abstract refusal(vehicle: number, place: number): string;
  abstract counters(): [name: string, count: number][];
  abstract describe(): string;
  abstract encoded(): string;
  abstract restore(text: string): { made: number; isWhole: boolean };

  // What not every kind of puzzle has.

  settings(): number[] {
    return this.settingsAt(this.position);
  }

  protected settingsAt(_position: Position): number[] {
    return [];
  }

  couplings(_vehicle: number): Coupling[] {
    return [];
  }

  toggleCoupling(_vehicle: number, _other: number): void {
    // cars are coupled by taking one of them
  }

  leftBehind(): number[] {
    return [];
  }

  turn(_bridge: number): void {
    // no turntables
  }

  goalLines(): GoalLine[] {
    return [];
  }

  isPlaced(_target: Target): boolean {
    return false;
  }

  /** The moves of the Yard Guide; nothing without one. */
  protected *guided(): Iterable<{ before: Position; move: Move }> {
    // no guide
  }

  /** Whether no solution has fewer moves than the Yard Guide. */
  protected get isGuideShortest(): boolean {
    return false;
  }

  /** Return a shortest way to the goal as its positions, if a search beside the page finds one; null if it gives up. */
  protected async proven(_position: Position): Promise<Position[] | "unreachable" | null> {
    return null;
  }

  // ------------------------------------------------------------------------------------------------ moves

  protected get position(): Position {
    return this.history.position;
  }

  frame(): Frame {
    return this.frameAt(this.position);
  }

  make(grip: Grip, way: number): Frame[] {
    const before = this.position;
    const move = this.moveOfGrip(grip, way);
    const frames = this.framesOf(before, move);
    this.push(move);
    return frames;
  }

  protected push(move: Move): void {
    this.history.push(move, this.after(this.position, move));
  }

  /** Make the moves of a link or of an earlier visit, as far as they can be read and are legal. */
  protected pushAll(texts: string[], read: (text: string) => Move | null): { made: number; isWhole: boolean } {
    for (const text of texts) {
      const move = read(text);
      if (!move) return { made: this.history.done, isWhole: false };
      this.push(move);
    }
    return { made: this.history.done, isWhole: true };
  }

  moves(): MoveShown[] {
    return this.history.all.map(({ move }, index) => this.shown(this.history.before(index), move));
  }

  done(): number {
    return this.history.done;
  }

  undo(): boolean {
    return this.history.undo();
  }

  redo(): boolean {
    return this.history.redo();
  }

  reset(): boolean {
    return this.history.reset();
  }

  begin(): void {
    this.history = new History(this.history.start);
  }

  score(): number {
    return this.history.done;
  }

  isSolved(): boolean {
    return this.isGoal(this.position);
  }

  // ------------------------------------------------------------------------------------------------ replay

  hasGuide(): boolean {
    return [...this.guided()].length > 0;
  }

  rehearse(isGuide: boolean): Story {
    const moves = isGuide ? [...this.guided()].map(({ move }) => move) : this.history.made.map(({ move }) => move);
    this.#aside = this.history;
    this.history = new History(this.history.start);
    moves.forEach((move) => this.push(move));
    const story = this.history.made.map(({ move }, index) => {
      const before = this.history.before(index);
      return { frames: this.framesOf(before, move), vehicle: this.takenBy(before, move), words: this.shown(before, move).words };
    });
    this.history.reset();
    return story;
  }

  resume(): void {
    this.history = this.#aside ?? this.history;
    this.#aside = null;
  }

  // ------------------------------------------------------------------------------------------------ hints

  async hint(): Promise<Hint> {
    const position = this.position;
    if (this.isGoal(position)) return this.#none("The goal is reached.");
    const found = this.#nextOfGuide(position) ?? (await this.#nextProven(position)) ?? (await this.#searched(position));
    if (found === "unreachable") return this.#none("The goal can no longer be reached from here. Take back some moves.");
    if (!found) return this.#none(this.#pathBack());
    const { move, note } = found;
    const words = `${this.shown(position, move).words}. ${note}`;
    return { words, frames: this.framesOf(position, move), vehicle: this.takenBy(position, move) };
  }

  #none(words: string): Hint {
    return { words, frames: null, vehicle: -1 };
  }

  /** How many moves of the Yard Guide follow, by the key of each position on its path. */
  #guidePath(): Map<string, { move: Move; moves: number }> {
    const moves = [...this.guided()];
    return new Map(moves.map(({ before, move }, index) => [this.keyOf(before), { move, moves: moves.length - index }]));
  }

  #nextOfGuide(position: Position): Next<Move> | null {
    const found = this.#guidePath().get(this.keyOf(position));
    return found ? { move: found.move, note: this.isGuideShortest ? toTheGoal(found.moves) : NEXT_OF_GUIDE } : null;
  }

  async #nextProven(position: Position): Promise<Next<Move> | "unreachable" | null> {
    const way = await this.proven(position);
    if (way === null || way === "unreachable") return way;
    const move = this.moveTo(position, way[1]!);
    return move && { move, note: toTheGoal(way.length - 1) };
  }

  async #searched(position: Position): Promise<Next<Move> | "unreachable" | null> {
    const path = this.#guidePath();
    const found: Found<Position> = await searchGoal(
      {
        keyOf: (one) => this.keyOf(one),
        isGoal: (one) => this.isGoal(one),
        next: (one) => this.next(one),
        known: (key) => path.get(key)?.moves ?? null,
      },
      position,
      this.reach.positions,
      this.reach.milliseconds,
    );
    if (!found.first) return found.isExhausted ? "unreachable" : null;
    const move = this.moveTo(position, found.first);
    return move && { move, note: found.isShortest ? toTheGoal(found.moves) : BACK_TO_GUIDE };
  }

  /** How to return to a position from which a way is known. */
  #pathBack(): string {
    const path = this.#guidePath();
    if (path.size === 0) return "No hint was found. Take back some moves.";
    for (let back = 1; back <= this.history.done; back++) {
      if (!path.has(this.keyOf(this.history.before(this.history.done - back)))) continue;
      return `No hint is known here. Take back ${back} ${back === 1 ? "move" : "moves"} to return to a known path.`;
    }
    return "No hint is known here. Start again for a known path.";
  }
}
