/** A card of sidings being played: cars are pulled into the headshunt, and dropped into a siding. */

import type { SidingsCard } from "../data.ts";
import { searchGoal } from "../rules/search.ts";
import * as rules from "../rules/sidings.ts";
import type { Frame } from "./geometry.ts";
import { History } from "./history.ts";
import type { Grip, Hint, MoveShown, Picture, Play, Way } from "./play.ts";

const MOST_SEARCHED = 250_000;
const LONGEST_SEARCH = 4_000; // milliseconds
const HEADSHUNT = 0; // the number of its place; sidings follow
const LOCOMOTIVE = 0; // the number of the vehicle; cars follow

interface SidingsGrip extends Grip {
  moves: (rules.SidingsMove | null)[];
}

type Story = { frames: Frame[]; settings: number[]; words: string }[];

export class SidingsPlay implements Play {
  readonly picture: Picture;
  readonly #card: SidingsCard;
  readonly #history: History<rules.SidingsPosition, rules.SidingsMove>;

  constructor(card: SidingsCard, art: Record<string, string>) {
    this.#card = card;
    this.#history = new History(card.start);
    const { drawing, unit } = card;
    const engine = { name: "", isLocomotive: true, body: art[card.engineArt]!, label: { x: 0, size: 1, colour: "#ffffff" }, colour: "#27406f" };
    const cars = card.cars.map((name, index) => {
      const { body, label, colour } = card.art[index]!;
      return { name, isLocomotive: false, body: art[body]!, label, colour };
    });
    const { width, height, ground } = drawing;
    this.picture = { width, height, unit, ground, top: "", bridges: [], targets: [], vehicles: [engine, ...cars] };
  }

  get #position(): rules.SidingsPosition {
    return this.#history.position;
  }

  frame(): Frame {
    return this.#frameAt(this.#position);
  }

  #frameAt(position: rules.SidingsPosition): Frame {
    const { drawing, unit, cars, yard } = this.#card;
    const frame: Frame = Array.from({ length: cars.length + 1 });
    const [x, y] = drawing.headshunt;
    frame[LOCOMOTIVE] = [x - unit, y, 0];
    position.headshunt.forEach((car, index) => (frame[car + 1] = [x + index * unit, y, 0]));
    position.sidings.forEach((siding, row) => {
      const [first, level] = drawing.sidings[row]!;
      const shift = Math.min(0, yard.capacities[row]! - siding.length);
      siding.forEach((car, index) => (frame[car + 1] = [first + (index + shift) * unit, level, 0]));
      if (position.locomotive === row) frame[LOCOMOTIVE] = [first + (shift - 1) * unit, level, 0];
    });
    return frame;
  }

  settings(): number[] {
    return [];
  }

  placeName(place: number): string {
    return place === HEADSHUNT ? "the headshunt" : `siding ${this.#card.yard.names[place - 1]!}`;
  }

  placeAt(x: number, y: number): number {
    const { drawing, unit } = this.#card;
    if (x < drawing.sidings[0]![0] - unit) return Math.abs(y - drawing.headshunt[1]) < unit ? HEADSHUNT : -1;
    const row = drawing.sidings.findIndex(([, level]) => Math.abs(y - level) < 0.4 * unit);
    return row < 0 ? -1 : row + 1;
  }

  movable(): number[] {
    return this.picture.vehicles.flatMap((_, vehicle) => (this.#movesOf(vehicle).length > 0 ? [vehicle] : []));
  }

  // ------------------------------------------------------------------------------------------------ what can be moved

  /** Return the moves that take a vehicle, with everything between it and the points: a pull, or a drop into any siding. */
  #movesOf(vehicle: number): rules.SidingsMove[] {
    return this.#movesMeant(vehicle).filter((move) => !rules.brokenRule(this.#card.yard, this.#position, move));
  }

  #movesMeant(vehicle: number): rules.SidingsMove[] {
    const { headshunt, sidings, locomotive } = this.#position;
    const into = (count: number) => sidings.map((_, siding) => ({ siding, drops: true, count }));
    if (vehicle === LOCOMOTIVE) {
      if (this.#card.yard.metric === "pulls") return [];
      return locomotive >= 0 ? [{ siding: locomotive, drops: false, count: 0 }] : into(headshunt.length);
    }
    const car = vehicle - 1;
    const held = headshunt.indexOf(car);
    if (held >= 0) return into(headshunt.length - held);
    const siding = sidings.findIndex((cars) => cars.includes(car));
    return [{ siding, drops: false, count: sidings[siding]!.indexOf(car) + 1 }];
  }

  grip(vehicle: number): SidingsGrip {
    const frame = this.frame();
    const [x, y] = frame[vehicle]!;
    const moves = [null, ...this.#movesOf(vehicle)];
    const frames = moves.map((move) => (move ? this.#frameAt(rules.sidingsAfter(this.#card.yard, this.#position, move)) : frame));
    const ways = moves.map((move, index): Way => {
      if (!move) return { parent: -1, at: frame[vehicle]!, place: this.placeAt(x, y), stops: false, words: "", outcome: "" };
      const place = move.drops ? move.siding + 1 : HEADSHUNT;
      return { parent: 0, at: frames[index]![vehicle]!, place, stops: true, words: this.#wordsOf(move), outcome: String(index) };
    });
    return { vehicle, ways, moves, frame: (way) => frames[way]! };
  }

  #wordsOf(move: rules.SidingsMove): string {
    const cars = `${move.count} ${move.count === 1 ? "car" : "cars"}`;
    const siding = `siding ${this.#card.yard.names[move.siding]!}`;
    return move.drops ? `drop ${cars} into ${siding}` : `pull ${cars} out of ${siding}`;
  }

  couplings(): [] {
    return [];
  }

  toggleCoupling(): void {
    // cars are coupled by taking one of them
  }

  // ------------------------------------------------------------------------------------------------ moves

  make(grip: Grip, way: number): Frame[] {
    const move = (grip as SidingsGrip).moves[way]!;
    const frames = [this.frame(), grip.frame(way)];
    this.#push(move);
    return frames;
  }

  #push(move: rules.SidingsMove): void {
    this.#history.push(move, rules.sidingsAfter(this.#card.yard, this.#position, move));
  }

  turn(): void {
    // no turntables
  }

  refusal(vehicle: number, place: number): string {
    const move = this.#movesMeant(vehicle).find((one) => (one.drops ? one.siding + 1 : HEADSHUNT) === place);
    if (!move) return place === HEADSHUNT ? "these cars are in the headshunt already" : "cars go from one siding to another by way of the headshunt";
    return rules.brokenRule(this.#card.yard, this.#position, move);
  }

  moves(): MoveShown[] {
    return this.#history.all.map(({ move }) => ({ notation: rules.sidingsNotation(this.#card.yard, move), words: this.#wordsOf(move) }));
  }

  done(): number {
    return this.#history.done;
  }

  undo(): boolean {
    return this.#history.undo();
  }

  redo(): boolean {
    return this.#history.redo();
  }

  reset(): boolean {
    return this.#history.reset();
  }

  counters(): [string, number][] {
    const pulls = this.#history.made.filter(({ move }) => !move.drops && move.count > 0).length;
    return [
      [this.#card.yard.metric, this.#history.done],
      ["couplings", pulls],
    ];
  }

  score(): number {
    return this.#history.done;
  }

  isSolved(): boolean {
    return rules.isSidingsGoalMet(this.#card.yard, this.#card.goal, this.#position);
  }

  isPlaced(): boolean {
    return false;
  }

  describe(): string {
    const { yard, cars } = this.#card;
    const named = (list: number[]) => list.map((car) => cars[car]).join(" ") || "empty";
    const sidings = this.#position.sidings.map((list, index) => `siding ${yard.names[index]!}: ${named(list)}`);
    return [`headshunt: ${named(this.#position.headshunt)}`, ...sidings].join(", ");
  }

  // ------------------------------------------------------------------------------------------------ hints and replay

  async hint(): Promise<Hint> {
    const { yard, goal } = this.#card;
    const move = this.#moveOfGuide();
    const found = move ? null : await searchGoal<rules.SidingsPosition, rules.SidingsMove>(
      {
        keyOf: (position) => rules.sidingsKey(yard, position),
        isGoal: (position) => rules.isSidingsGoalMet(yard, goal, position),
        next: (position) => rules.sidingsMoves(yard, position).map((one) => [one, rules.sidingsAfter(yard, position, one)]),
      },
      this.#position,
      MOST_SEARCHED,
      LONGEST_SEARCH,
    );
    const shown = move ?? found?.first;
    if (!shown) {
      const words = found?.isExhausted ? "From here the goal cannot be reached any more." : "No hint is known here. Take moves back to return to a known path.";
      return { words, frames: null, vehicle: -1 };
    }
    const frames = [this.frame(), this.#frameAt(rules.sidingsAfter(yard, this.#position, shown))];
    return { words: `${this.#wordsOf(shown)}.`, frames, vehicle: this.#vehicleOf(shown) };
  }

  /** Return the vehicle that is taken to make a move. */
  #vehicleOf(move: rules.SidingsMove): number {
    const { headshunt, sidings } = this.#position;
    const car = move.drops ? headshunt[headshunt.length - move.count] : sidings[move.siding]![move.count - 1];
    return this.#card.yard.metric === "legs" && (move.drops || car === undefined) ? LOCOMOTIVE : (car ?? -1) + 1;
  }

  #moveOfGuide(): rules.SidingsMove | null {
    const key = rules.sidingsKey(this.#card.yard, this.#position);
    let found: rules.SidingsMove | null = null;
    this.#alongGuide((before, move) => {
      if (rules.sidingsKey(this.#card.yard, before) === key) found = move;
    });
    return found;
  }

  #alongGuide(each: (before: rules.SidingsPosition, move: rules.SidingsMove) => void): void {
    let position = this.#card.start;
    for (const [siding, drops, count] of this.#card.guide) {
      const move = { siding, drops: drops === 1, count };
      if (rules.brokenRule(this.#card.yard, position, move)) return;
      each(position, move);
      position = rules.sidingsAfter(this.#card.yard, position, move);
    }
  }

  story(): Story {
    return this.#history.made.map(({ move, after }, index) => ({
      frames: [this.#frameAt(this.#history.before(index)), this.#frameAt(after)],
      settings: [],
      words: this.#wordsOf(move),
    }));
  }

  guide(): Story {
    const story: Story = [];
    this.#alongGuide((before, move) => {
      const frames = [this.#frameAt(before), this.#frameAt(rules.sidingsAfter(this.#card.yard, before, move))];
      story.push({ frames, settings: [], words: this.#wordsOf(move) });
    });
    return story;
  }

  encoded(): string {
    return this.#history.made.map(({ move }) => `${move.siding.toString(36)}${move.drops ? "d" : "p"}${move.count.toString(36)}`).join("_");
  }

  restore(text: string): { made: number; isWhole: boolean } {
    this.#history.reset();
    for (const part of text ? text.split("_") : []) {
      const match = /^([0-9a-z])([dp])([0-9a-z])$/.exec(part);
      const move = match && { siding: parseInt(match[1]!, 36), drops: match[2] === "d", count: parseInt(match[3]!, 36) };
      const isLegal = move && move.siding < this.#card.yard.names.length && !rules.brokenRule(this.#card.yard, this.#position, move);
      if (!isLegal) return { made: this.#history.done, isWhole: false };
      this.#push(move);
    }
    return { made: this.#history.done, isWhole: true };
  }
}

