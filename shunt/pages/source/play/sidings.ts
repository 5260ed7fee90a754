/** A card of sidings being played: cars are pulled into the headshunt, and dropped into a siding. */

import type { SidingsCard, Spot } from "../data.ts";
import { SIDINGS_METRICS } from "../rules/metrics.ts";
import * as rules from "../rules/sidings.ts";
import { apart, type Frame } from "./geometry.ts";
import type { GoalLine, Grip, MoveShown, Picture, Way } from "./play.ts";
import { Played } from "./played.ts";

const REACH = { positions: 250_000, milliseconds: 4_000 };
const FRAMES = 16; // of a move, between which vehicles go straight on
const WHEELS = 0.22; // of a car's place: its wheels from its middle, which stay on the rails
const HEADSHUNT = 0; // the number of its place; sidings follow
const LOCOMOTIVE = 0; // the number of the vehicle; cars follow

interface SidingsGrip extends Grip {
  moves: (rules.SidingsMove | null)[];
}

export class SidingsPlay extends Played<rules.SidingsPosition, rules.SidingsMove> {
  readonly picture: Picture;
  readonly #card: SidingsCard;

  constructor(card: SidingsCard, art: Record<string, string>) {
    super(card.start, REACH);
    this.#card = card;
    const { drawing, unit } = card;
    const engine = { name: "", isLocomotive: true, body: art[card.engineArt]!, label: { x: 0, size: 1, most: 1, colour: "#ffffff" }, colour: "#27406f", symbol: "" };
    const cars = card.cars.map((name, index) => {
      const { body, label, colour } = card.art[index]!;
      return { name, isLocomotive: false, body: art[body]!, label, colour, symbol: card.symbols[index]! };
    });
    const { width, height, ground } = drawing;
    this.picture = { width, height, unit, ground, top: "", bridges: [], targets: [], vehicles: [engine, ...cars] };
  }

  // ------------------------------------------------------------------------------------------------ positions

  protected keyOf(position: rules.SidingsPosition): string {
    return rules.sidingsKey(this.#card.yard, position);
  }

  protected isGoal(position: rules.SidingsPosition): boolean {
    return rules.isSidingsGoalMet(this.#card.yard, this.#card.goal, position);
  }

  protected next(position: rules.SidingsPosition): rules.SidingsPosition[] {
    return rules.sidingsMoves(this.#card.yard, position).map((move) => this.after(position, move));
  }

  protected moveTo(from: rules.SidingsPosition, to: rules.SidingsPosition): rules.SidingsMove | null {
    const key = this.keyOf(to);
    return rules.sidingsMoves(this.#card.yard, from).find((move) => this.keyOf(this.after(from, move)) === key) ?? null;
  }

  protected after(before: rules.SidingsPosition, move: rules.SidingsMove): rules.SidingsPosition {
    return rules.sidingsAfter(this.#card.yard, before, move);
  }

  protected frameAt(position: rules.SidingsPosition): Frame {
    const { drawing, unit, cars, yard } = this.#card;
    const frame: Frame = Array.from({ length: cars.length + 1 });
    const [x, y] = drawing.headshunt;
    frame[LOCOMOTIVE] = [x - unit, y, 0];
    position.headshunt.forEach((car, index) => (frame[car + 1] = [x + index * unit, y, 0]));
    position.sidings.forEach((siding, row) => {
      const shift = Math.min(0, yard.capacities[row]! - siding.length);
      siding.forEach((car, index) => (frame[car + 1] = this.#spotOnTrack(row, this.#wayTo(row, index + shift))));
      if (position.locomotive === row) frame[LOCOMOTIVE] = this.#spotOnTrack(row, this.#wayTo(row, shift - 1));
    });
    return frame;
  }

  override goalLines(): GoalLine[] {
    const { goal, yard } = this.#card;
    const vehicles = (cars: number[]) => cars.map((car) => (car < 0 ? null : car + 1));
    if (goal.train.length > 0) return [{ words: "Any siding, from the locomotive:", vehicles: vehicles(goal.train) }];
    const headshunt = goal.headshunt.length > 0 ? [{ words: "Headshunt:", vehicles: vehicles(goal.headshunt) }] : [];
    const lines = goal.sidings.flatMap((cars, row) => (cars ? [{ words: `Siding ${yard.names[row]!}:`, vehicles: vehicles(cars) }] : []));
    return [...headshunt, ...lines.map((line) => (line.vehicles.length > 0 ? line : { ...line, words: `${line.words} empty` }))];
  }

  placeName(place: number): string {
    return place === HEADSHUNT ? "the headshunt" : `siding ${this.#card.yard.names[place - 1]!}`;
  }

  placeAt(x: number, y: number): number {
    const { drawing, unit } = this.#card;
    if (x < drawing.tracks[0]![0]![0]) return HEADSHUNT; // the whole side before the points
    const row = drawing.sidings.findIndex(([, level]) => Math.abs(y - level) <= 0.4 * unit);
    return row < 0 ? -1 : row + 1;
  }

  #placeOf(vehicle: number): number {
    const { sidings, locomotive } = this.position;
    return 1 + (vehicle === LOCOMOTIVE ? locomotive : sidings.findIndex((cars) => cars.includes(vehicle - 1)));
  }

  movable(): number[] {
    return this.picture.vehicles.flatMap((_, vehicle) => (this.#movesOf(vehicle).length > 0 ? [vehicle] : []));
  }

  // ------------------------------------------------------------------------------------------------ what can be moved

  /** Return the moves that take a vehicle, with everything between it and the points: a pull, or a drop into any siding. */
  #movesOf(vehicle: number): rules.SidingsMove[] {
    return this.#movesMeant(vehicle).filter((move) => !rules.brokenRule(this.#card.yard, this.position, move));
  }

  #movesMeant(vehicle: number): rules.SidingsMove[] {
    const { headshunt, sidings, locomotive } = this.position;
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
    const ways: Way[] = [{ parent: -1, at: frame[vehicle]!, place: this.#placeOf(vehicle), stops: false, words: "", outcome: "" }];
    const grip: SidingsGrip = { vehicle, ways, moves: [null], frame: (way) => frames[way]! };
    const frames = [frame];
    for (const move of this.#movesOf(vehicle)) {
      const place = move.drops ? move.siding + 1 : HEADSHUNT;
      const path = this.framesOf(this.position, move).slice(1);
      path.forEach((one, index) => {
        const stops = index === path.length - 1;
        const words = stops ? this.#wordsOf(move) : "";
        ways.push({ parent: index === 0 ? 0 : ways.length - 1, at: one[vehicle]!, place, stops, words, outcome: words });
        frames.push(one);
        grip.moves.push(stops ? move : null);
      });
    }
    return grip;
  }

  #wordsOf(move: rules.SidingsMove): string {
    const cars = `${move.count} ${move.count === 1 ? "car" : "cars"}`;
    const siding = `siding ${this.#card.yard.names[move.siding]!}`;
    if (this.#card.yard.metric === "legs") return `${move.drops ? "run into" : "leave"} ${siding} ${move.count > 0 ? `with ${cars}` : "without cars"}`;
    return move.drops ? `drop ${cars} into ${siding}` : `pull ${cars} out of ${siding}`;
  }

  protected moveOfGrip(grip: Grip, way: number): rules.SidingsMove {
    return (grip as SidingsGrip).moves[way]!;
  }

  protected framesOf(before: rules.SidingsPosition, move: rules.SidingsMove): Frame[] {
    const [start, end] = [this.frameAt(before), this.frameAt(this.after(before, move))];
    const [from, to] = [start, end].map((frame) => frame.map((spot) => this.#wayOf(move.siding, spot)));
    const between = Array.from({ length: FRAMES - 1 }, (_, frame) => {
      const way = (vehicle: number) => from![vehicle]! + ((to![vehicle]! - from![vehicle]!) * (frame + 1)) / FRAMES;
      return start.map((spot, vehicle) => (spot.join() === end[vehicle]!.join() ? spot : this.#spotOnTrack(move.siding, way(vehicle))));
    });
    return [start, ...between, end];
  }

  /** Return how far from the points a place on a siding is; places below 0 are on the points. */
  #wayTo(row: number, place: number): number {
    const [points, curve] = this.#card.drawing.tracks[row]!;
    return apart(points!, curve!) + this.#card.drawing.sidings[row]![0] + place * this.#card.unit - curve![0];
  }

  /** Return how far from the points a spot on the track of a siding is; below 0 it is on the headshunt. */
  #wayOf(row: number, [x]: Spot): number {
    const [points, curve] = this.#card.drawing.tracks[row]!;
    const bend = apart(points!, curve!);
    if (x <= points![0]) return x - points![0];
    return x >= curve![0] ? bend + x - curve![0] : (bend * (x - points![0])) / (curve![0] - points![0]);
  }

  /** Return where a vehicle stands on the track of a siding, `way` from the points, with its wheels on the rails. */
  #spotOnTrack(row: number, way: number): Spot {
    const { drawing, unit } = this.#card;
    const [points, curve] = drawing.tracks[row]! as [[number, number], [number, number]];
    const bend = apart(points, curve);
    const at = (way: number): [number, number] => {
      if (way <= 0) return [points[0] + way, points[1]];
      if (way >= bend) return [curve[0] + way - bend, curve[1]];
      return [points[0] + ((curve[0] - points[0]) * way) / bend, points[1] + ((curve[1] - points[1]) * way) / bend];
    };
    const [rear, front] = [at(way - WHEELS * unit), at(way + WHEELS * unit)];
    const angle = (Math.atan2(front[1] - rear[1], front[0] - rear[0]) * 180) / Math.PI;
    return [(rear[0] + front[0]) / 2, (rear[1] + front[1]) / 2, angle];
  }

  refusal(vehicle: number, place: number): string {
    const move = this.#movesMeant(vehicle).find((one) => (one.drops ? one.siding + 1 : HEADSHUNT) === place);
    if (!move) return place === HEADSHUNT ? "these cars are in the headshunt already" : "cars go from one siding to another by way of the headshunt";
    return rules.brokenRule(this.#card.yard, this.position, move);
  }

  stuck(vehicle: number): string {
    const [meant] = this.#movesMeant(vehicle);
    return meant ? rules.brokenRule(this.#card.yard, this.position, meant) : "in this card cars are taken, and the locomotive moves them";
  }

  protected shown(_before: rules.SidingsPosition, move: rules.SidingsMove): MoveShown {
    return { notation: rules.sidingsNotation(this.#card.yard, move), words: this.#wordsOf(move) };
  }

  counters(): [string, number][] {
    const legs = this.#card.yard.metric === "legs";
    const steps = this.history.made.map(({ move }, index, made) => ({ ...move, legs, brought: made[index - 1]?.move.count ?? 0 }));
    const names = [this.#card.yard.metric, "couplings"] as const;
    return names.map((name) => [name, steps.reduce((sum, step) => sum + SIDINGS_METRICS[name].added(step), 0)]);
  }

  describe(): string {
    const { yard, cars } = this.#card;
    const named = (list: number[]) => list.map((car) => cars[car]).join(" ") || "empty";
    const sidings = this.position.sidings.map((list, index) => `siding ${yard.names[index]!}: ${named(list)}`);
    return [`headshunt: ${named(this.position.headshunt)}`, ...sidings].join(", ");
  }

  // ------------------------------------------------------------------------------------------------ hints and replay

  protected takenBy({ headshunt, sidings }: rules.SidingsPosition, move: rules.SidingsMove): number {
    const car = move.drops ? headshunt[headshunt.length - move.count] : sidings[move.siding]![move.count - 1];
    return this.#card.yard.metric === "legs" && (move.drops || car === undefined) ? LOCOMOTIVE : (car ?? -1) + 1;
  }

  protected override get isGuideShortest(): boolean {
    return this.#card.status === "optimal" && this.#card.optimum === this.#card.guide.length;
  }

  protected override *guided(): Iterable<{ before: rules.SidingsPosition; move: rules.SidingsMove }> {
    let before = this.#card.start;
    for (const [siding, drops, count] of this.#card.guide) {
      const move = { siding, drops: drops === 1, count };
      if (rules.brokenRule(this.#card.yard, before, move)) return;
      yield { before, move };
      before = this.after(before, move);
    }
  }

  encoded(): string {
    return this.history.made.map(({ move }) => `${move.siding.toString(36)}${move.drops ? "d" : "p"}${move.count.toString(36)}`).join("_");
  }

  restore(text: string): { made: number; isWhole: boolean } {
    this.history.reset();
    return this.pushAll(text ? text.split("_") : [], (part) => {
      const match = /^([0-9a-z]+)([dp])([0-9a-z]+)$/.exec(part);
      const move = match && { siding: parseInt(match[1]!, 36), drops: match[2] === "d", count: parseInt(match[3]!, 36) };
      const isLegal = move && move.siding < this.#card.yard.names.length && !rules.brokenRule(this.#card.yard, this.position, move);
      return isLegal ? move : null;
    });
  }
}
