/** A train being sorted in a hump yard: cuts roll as far as they can, and the whole train must leave in a given order. */

import type { HumpCard, Spot } from "../data.ts";
import { spaceOf } from "../rules/board.ts";
import { type Cut, type CutRun, humpRuns } from "../rules/hump.ts";
import type { Frame } from "./geometry.ts";
import { History } from "./history.ts";
import type { Bidding, GoalLine, Grip, MoveShown, Picture, Way } from "./play.ts";
import { Played } from "./played.ts";

const REACH = { positions: 400_000, milliseconds: 6_000 };

/** Where the cars are; once they have left, their order. */
interface Sorted {
  places: number[];
  left: number[] | null;
}

interface HumpGrip extends Grip {
  runs: (CutRun | null)[];
}

export class HumpPlay extends Played<Sorted, CutRun> implements Bidding {
  readonly picture: Picture;
  readonly bidding = this;
  readonly #card: HumpCard;
  #order: string;
  /** The moves that were bid; 0 before a bid. */
  bid = 0;

  constructor(card: HumpCard, art: Record<string, string>) {
    super({ places: card.track.queue, left: null }, REACH);
    this.#card = card;
    this.#order = Object.keys(card.optima)[0]!;
    const { width, height, ground } = card.drawing;
    const vehicles = card.train.map((name, index) => {
      const { body, label, colour } = card.art[index]!;
      return { name, isLocomotive: false, body: art[body]!, label, colour, symbol: card.symbols[index]! };
    });
    this.picture = { width, height, unit: card.unit, ground, top: "", bridges: [], targets: [], vehicles };
  }

  /** Deal another order of those that are possible, but for the one in which the train stands if there are others. */
  deal(): void {
    const orders = Object.keys(this.#card.optima).filter((order) => order !== this.#order);
    const hard = orders.filter((order) => this.#card.optima[order]! > 1);
    const from = hard.length > 0 ? hard : orders;
    this.#order = from[Math.floor(Math.random() * from.length)] ?? this.#order;
    this.bid = 0;
    this.history = new History<Sorted, CutRun>({ places: this.#card.track.queue, left: null });
  }

  override goalLines(): GoalLine[] {
    return [{ words: "Leave in this order, the first one first:", vehicles: [...this.#order].map((car) => this.#card.train.indexOf(car)) }];
  }

  /** What came of the bid, once the train has left. */
  verdict(): string {
    const optimum = this.#card.optima[this.#order]!;
    const moves = this.history.done;
    const proven = moves === optimum ? "No shorter solution exists." : `The shortest solution has ${optimum}.`;
    if (this.bid === 0) return proven;
    const holds = moves <= this.bid ? `Your bid of ${this.bid} holds.` : `Your bid of ${this.bid} does not hold.`;
    const possible = this.bid < optimum ? " No solution could have kept it." : "";
    return `${holds}${possible} ${proven}`;
  }

  get order(): string {
    return this.#order;
  }

  // ------------------------------------------------------------------------------------------------ positions

  protected keyOf({ places, left }: Sorted): string {
    return left ? `left ${left.join()}` : places.join();
  }

  protected isGoal({ left }: Sorted): boolean {
    return left?.map((car) => this.#card.train[car]).join("") === this.#order;
  }

  protected next(before: Sorted): Sorted[] {
    return this.#runsFrom(before).map((run) => this.after(before, run));
  }

  protected moveTo(from: Sorted, to: Sorted): CutRun | null {
    return this.#runsFrom(from).find((run) => this.keyOf(this.after(from, run)) === this.keyOf(to)) ?? null;
  }

  protected after({ places }: Sorted, run: CutRun): Sorted {
    return { places: run.after ?? places, left: run.after ? null : run.cars };
  }

  #runsFrom({ places, left }: Sorted): CutRun[] {
    return left ? [] : humpRuns(this.#card.track, places);
  }

  protected frameAt({ places, left }: Sorted): Frame {
    const { spots, gone } = this.#card.drawing;
    if (!left) return places.map((space) => spots[space]!);
    const frame: Frame = [];
    left.forEach((car, index) => (frame[car] = gone[left.length - 1 - index]!));
    return frame;
  }

  placeName(place: number): string {
    return this.#card.track.spaces[place] ?? "the sink";
  }

  placeAt(x: number, y: number): number {
    const near = (spots: Spot[]) => spots.findIndex((spot) => Math.hypot(spot[0] - x, spot[1] - y) < 0.5 * this.#card.unit);
    const space = near(this.#card.drawing.spots);
    return space < 0 && near(this.#card.drawing.gone) >= 0 ? this.#card.track.spaces.length : space;
  }

  movable(): number[] {
    const runs = this.#runsFrom(this.position);
    return this.#card.train.flatMap((_, car) => (runs.some((run) => lastOf(run.cars) === car) ? [car] : []));
  }

  /** A car is taken with all that roll in front of it. */
  grip(vehicle: number): HumpGrip {
    const start = this.frame();
    const ways: Way[] = [{ parent: -1, at: start[vehicle]!, place: this.position.places[vehicle]!, stops: false, words: "", outcome: "" }];
    const frames: Frame[] = [start];
    const grip: HumpGrip = { vehicle, ways, runs: [null], frame: (way) => frames[way]! };
    for (const run of this.#runsFrom(this.position).filter(({ cars }) => lastOf(cars) === vehicle)) {
      const path = this.framesOf(this.position, run);
      path.slice(1).forEach((frame, index) => {
        const isLast = index === path.length - 2;
        const place = isLast && !run.after ? this.#card.track.spaces.length : spaceOf(lastOf((run.trail[index + 1] ?? lastOf(run.trail)).ends));
        const words = isLast ? this.#wordsOf(run) : "";
        ways.push({ parent: index === 0 ? 0 : ways.length - 1, at: frame[vehicle]!, place, stops: isLast, words, outcome: words && outcomeOf(run) });
        frames.push(frame);
        grip.runs.push(isLast ? run : null);
      });
    }
    return grip;
  }

  protected framesOf(before: Sorted, run: CutRun): Frame[] {
    const start = this.frameAt(before);
    const frames = run.trail.map((cut) => this.#frameOfCut(start, cut));
    return run.after ? frames : [...frames, this.frameAt({ places: before.places, left: run.cars })];
  }

  #frameOfCut(start: Frame, cut: Cut): Frame {
    const frame = [...start];
    cut.cars.forEach((car, index) => (frame[car] = this.#card.drawing.spots[spaceOf(cut.ends[index]!)]!));
    return frame;
  }

  #wordsOf(run: CutRun): string {
    const cars = run.cars.map((car) => this.#card.train[car]).join("+");
    return run.after ? `${cars} to ${this.placeName(run.after[run.cars[0]!]!)}` : `${cars} leave by the sink`;
  }

  protected moveOfGrip(grip: Grip, way: number): CutRun {
    return (grip as HumpGrip).runs[way]!;
  }

  stuck(): string {
    return this.position.left ? "the train has left" : "no cut that ends with this car can roll: take the last car of one that can";
  }

  refusal(vehicle: number, place: number): string {
    const name = this.#card.train[vehicle]!;
    return `${name} does not stop on ${this.placeName(place)}: cars roll as far as they can, never push, and leave only as a whole train`;
  }

  protected shown(_before: Sorted, move: CutRun): MoveShown {
    return { notation: this.#wordsOf(move), words: this.#wordsOf(move) };
  }

  protected takenBy(_before: Sorted, move: CutRun): number {
    return lastOf(move.cars);
  }

  counters(): [string, number][] {
    return [["moves", this.history.done]];
  }

  describe(): string {
    return this.#card.train.map((name, car) => `${name} on ${this.placeName(this.position.places[car]!)}`).join(", ");
  }

  // ------------------------------------------------------------------------------------------------ links

  /** The order, the bid, and the moves: each as its number among those that are possible. */
  encoded(): string {
    const moves = this.history.made.map(({ move }, index) => {
      const runs = humpRuns(this.#card.track, this.history.before(index).places);
      return runs.findIndex((run) => outcomeOf(run) === outcomeOf(move)).toString(36);
    });
    return [`${this.#order}${this.bid || ""}`, ...moves].join("_");
  }

  restore(text: string): { made: number; isWhole: boolean } {
    const [head = "", ...moves] = text.split("_");
    const match = /^([A-Z]+)([0-9]{0,3})$/.exec(head);
    if (!match || this.#card.optima[match[1]!] === undefined) return { made: 0, isWhole: false };
    this.deal();
    this.#order = match[1]!;
    this.bid = Number(match[2]);
    return this.pushAll(moves, (move) => (/^[0-9a-z]{1,4}$/.test(move) ? this.#runsFrom(this.position)[parseInt(move, 36)] ?? null : null));
  }
}

const lastOf = <T>(list: readonly T[]): T => list[list.length - 1]!;
const outcomeOf = (run: CutRun): string => (run.after ? run.after.join() : `left ${run.cars.join()}`);
