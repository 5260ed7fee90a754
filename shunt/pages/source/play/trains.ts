/** A card of trains being played: locomotives run along the track, take along what they have coupled, and push the rest. */

import type { CardData, DrawnBoard, PageData, Spot, TrainCard } from "../data.ts";
import { spaceOf } from "../rules/board.ts";
import { emptyTally, tallyAfter } from "../rules/counts.ts";
import { isGoalMet, isPlaceFilled, isPlaceServed } from "../rules/goal.ts";
import { notationOf } from "../rules/guide.ts";
import { TRAIN_NAMES } from "../rules/metrics.ts";
import { isMadeUp } from "../rules/trainGoal.ts";
import { prove } from "../rules/prover.ts";
import { refusalOf } from "../rules/refusal.ts";
import { follow, type Made, pathOf, pushedOn, stepBetween, stepOf } from "../rules/steps.ts";
import * as trains from "../rules/trains.ts";
import { decodeSteps, encodeSteps } from "./codes.ts";
import type { Frame } from "./geometry.ts";
import type { Coupling, GoalLine, Grip, MoveShown, Picture, Target, Way } from "./play.ts";
import { Played } from "./played.ts";

const REACH = { positions: 60_000, milliseconds: 4_000 };
const NEAR = 0.62; // of a space, within which a point is on it

/** A grip with the train of each way. */
interface TrainGrip extends Grip {
  trails: { ready: trains.Ready; ways: trains.Way[]; offset: number }[];
}

export function trainPlayOf(card: CardData, data: PageData): TrainPlay {
  if (card.kind !== "trains") throw new Error(`${card.name} is not a card of trains`);
  return new TrainPlay(card, data.boards[card.board]!, data.art);
}

export class TrainPlay extends Played<trains.Position, Made> {
  readonly picture: Picture;
  readonly #card: TrainCard;
  readonly #board: DrawnBoard;
  readonly #rules: trains.Rules;
  readonly #names: string[];
  readonly #notations = new WeakMap<Made, string>();
  /** What each locomotive has coupled, by the direction in which it pulls it. */
  #chosen = new Map<string, number[]>();

  constructor(card: TrainCard, board: DrawnBoard, art: Record<string, string>) {
    super(card.start, REACH);
    this.#card = card;
    this.#board = board;
    this.#rules = trains.rulesOn(board, { ...card, locomotives: card.locomotives.length });
    this.#names = [...card.locomotives, ...card.cars];
    this.picture = pictureOf(card, board, art);
  }

  // ------------------------------------------------------------------------------------------------ positions

  protected keyOf(position: trains.Position): string {
    return trains.positionKey(this.#rules, position);
  }

  protected isGoal(position: trains.Position): boolean {
    return isGoalMet(this.#rules, this.#card, position);
  }

  protected next(position: trains.Position): Iterable<trains.Position> {
    return trains.successors(this.#rules, position).values();
  }

  protected after(_before: trains.Position, move: Made): trains.Position {
    return move.after;
  }

  protected frameAt(position: trains.Position): Frame {
    return frameAt(this.#board, this.#rules, position);
  }

  protected override settingsAt(position: trains.Position): number[] {
    return position.turntables;
  }

  protected override async proven(position: trains.Position): Promise<trains.Position[] | "unreachable" | null> {
    const answer = await prove({ rules: this.#rules, start: position, goal: this.#card });
    if (answer.status === "unsolvable") return "unreachable";
    return answer.status === "optimal" ? answer.path : null;
  }

  placeName(place: number): string {
    return this.#board.spaces[place]!;
  }

  placeAt(x: number, y: number): number {
    const near = this.#board.spaces
      .map((_, space) => spotOf(this.#board, this.position.turntables, space))
      .map((spot, space) => ({ space, distance: Math.hypot(spot[0] - x, spot[1] - y) }))
      .sort((a, b) => a.distance - b.distance)[0];
    return near && near.distance <= NEAR * this.#board.unit ? near.space : -1;
  }

  movable(): number[] {
    return this.#card.locomotives.map((_, index) => index);
  }

  // ------------------------------------------------------------------------------------------------ what can be moved

  /** Return the trains that a locomotive leads with what was chosen: one for each direction. */
  #readyTrains(locomotive: number): trains.Ready[] {
    const all = trains.readyTrains(this.#rules, this.position).filter((ready) => ready.locomotive === locomotive);
    return [true, false].flatMap((forward) => {
      const those = all.filter((ready) => ready.forward === forward);
      const chosen = this.#chosen.get(`${locomotive}${forward}`) ?? [];
      return those.find((ready) => trains.couples(ready).join() === chosen.join()) ?? those[0] ?? [];
    });
  }

  grip(vehicle: number): TrainGrip {
    const before = this.frame();
    const start: Way = { parent: -1, at: before[vehicle]!, place: this.position.places[vehicle]!, stops: false, words: "", outcome: "" };
    const grip: TrainGrip = { vehicle, ways: [start], trails: [], frame: (way) => this.#frameOnWay(grip, way) };
    for (const ready of this.#readyTrains(vehicle)) {
      const ways = trains.waysFrom(this.#rules, this.position, ready.train);
      const offset = grip.ways.length - 1;
      grip.trails.push({ ready, ways, offset });
      for (const way of ways.slice(1)) {
        const at = this.#frameOfTrain(this.position, before, way.train)[vehicle]!;
        const place = spaceOf(way.train.ends[way.train.pieces.indexOf(vehicle)]!);
        const words = way.stops ? this.#wordsOfStop(vehicle, place, ready, way.train) : "";
        const outcome = way.stops ? trains.positionKey(this.#rules, trains.positionAfter(this.#rules, this.position, way.train)) : "";
        grip.ways.push({ parent: way.parent === 0 ? 0 : way.parent + offset, at, place, stops: way.stops, words, outcome });
      }
    }
    return grip;
  }

  #wordsOfStop(locomotive: number, place: number, ready: trains.Ready, train: trains.Train): string {
    const pushed = train.pieces.slice(train.pieces.indexOf(locomotive) + 1).map((piece) => this.#names[piece]);
    const coupled = trains.couples(ready).map((piece) => this.#names[piece]);
    const parts = [this.#board.spaces[place]!];
    if (coupled.length > 0) parts.push(`pulls ${coupled.join(" ")}`);
    const head = this.#board.spaces[spaceOf(train.ends[train.ends.length - 1]!)]!;
    if (pushed.length > 0) parts.push(`pushes ${pushed.join(" ")} to ${head}`);
    return parts.join(", ");
  }

  #trailOf(grip: TrainGrip, way: number): { ready: trains.Ready; trail: trains.Train[] } | null {
    const part = grip.trails.findLast(({ offset }) => way > offset);
    return part && way > 0 ? { ready: part.ready, trail: trains.trailTo(part.ways, way - part.offset) } : null;
  }

  #frameOnWay(grip: TrainGrip, way: number): Frame {
    const found = this.#trailOf(grip, way);
    const frame = this.frame();
    return found ? this.#frameOfTrain(this.position, frame, found.trail[found.trail.length - 1]!) : frame;
  }

  #frameOfTrain(before: trains.Position, start: Frame, train: trains.Train): Frame {
    return frameOfTrain(this.#board, this.#rules, before, start, train);
  }

  override couplings(vehicle: number): Coupling[] {
    const all = trains.readyTrains(this.#rules, this.position).filter((ready) => ready.locomotive === vehicle);
    const coupled = new Set(this.#readyTrains(vehicle).flatMap(trains.couples));
    const found = new Map<number, Coupling>();
    for (const chain of all.map(trains.couples)) {
      chain.forEach((other, index) => found.set(other, { vehicle: other, isCoupled: coupled.has(other), to: chain[index - 1] ?? vehicle }));
    }
    return [...found.values()];
  }

  /** Couple everything up to a piece; or, if it is coupled, uncouple it and what is beyond. */
  override toggleCoupling(vehicle: number, other: number): void {
    for (const forward of [true, false]) {
      const chains = trains
        .readyTrains(this.#rules, this.position)
        .filter((ready) => ready.locomotive === vehicle && ready.forward === forward)
        .map(trains.couples);
      const key = `${vehicle}${forward}`;
      const chosen = this.#chosen.get(key) ?? [];
      const without = chosen.slice(0, Math.max(0, chosen.indexOf(other)));
      const upTo = chains.find((chain) => chain[chain.length - 1] === other);
      if (chosen.includes(other)) this.#chosen.set(key, chains.some((chain) => chain.join() === without.join()) ? without : []);
      else if (upTo) this.#chosen.set(key, upTo);
    }
  }

  // ------------------------------------------------------------------------------------------------ moves

  protected moveOfGrip(grip: Grip, way: number): Made {
    const { trail } = this.#trailOf(grip as TrainGrip, way)!;
    return follow(this.#rules, this.position, stepOf(grip.vehicle, trail))!;
  }

  override make(grip: Grip, way: number): Frame[] {
    const frames = super.make(grip, way);
    this.#keepCouplings(grip.vehicle);
    return frames;
  }

  override turn(bridge: number): void {
    const made = follow(this.#rules, this.position, [-1, bridge]);
    if (made) this.push(made);
  }

  override leftBehind(): number[] {
    const { done } = this.history;
    const last = this.history.made[done - 1]?.move;
    if (!last || last.locomotive < 0 || trains.couples({ locomotive: last.locomotive, forward: last.forward, train: last.trail[0]! }).length > 0) return [];
    const before = this.history.before(done - 1);
    const behind = trains.readyTrains(this.#rules, before).filter((ready) => ready.locomotive === last.locomotive && ready.forward === last.forward);
    return [...new Set(behind.flatMap((ready) => trains.couples(ready).slice(0, 1)))];
  }

  /** Forget couplings that cannot be made any more. */
  #keepCouplings(locomotive: number): void {
    const chains = trains.readyTrains(this.#rules, this.position).filter((ready) => ready.locomotive === locomotive);
    for (const forward of [true, false]) {
      const key = `${locomotive}${forward}`;
      const chosen = this.#chosen.get(key)?.join();
      if (!chains.some((ready) => ready.forward === forward && trains.couples(ready).join() === chosen)) this.#chosen.delete(key);
    }
  }

  protected framesOf(before: trains.Position, made: Made): Frame[] {
    const start = frameAt(this.#board, this.#rules, before);
    return made.trail.length > 0 ? made.trail.map((train) => this.#frameOfTrain(before, start, train)) : [start];
  }

  stuck(): string {
    return "a car does not move by itself: push it with a locomotive, or stop one with its rear beside the car and tap the car to couple it";
  }

  refusal(vehicle: number, place: number): string {
    return refusalOf(this.#rules, this.position, vehicle, this.#readyTrains(vehicle), place, this.#names);
  }

  protected shown(before: trains.Position, made: Made): MoveShown {
    if (made.locomotive < 0) {
      const table = made.step[1] as number;
      const name = this.#board.turntables[table]!.name;
      return { notation: notationOf(this.#rules, this.#names, before, made), words: `turntable ${name} is turned` };
    }
    const start = made.trail[0]!;
    const coupled = start.pieces.slice(0, start.pieces.indexOf(made.locomotive)).reverse().map((piece) => this.#names[piece]!);
    const pushed = pushedOn(made.locomotive, made.trail).map((piece) => this.#names[piece]!);
    const spaces = this.#board.spaces;
    const name = this.#names[made.locomotive]!;
    const way = !this.#rules.trainRules.hasHeadings ? "" : made.forward ? " forward" : " backward";
    let words = `${name} runs${way} ${pathOf(made.locomotive, made.trail).map((space) => spaces[space]).join(" ")}`;
    if (coupled.length > 0) words += `, couples ${coupled.join(" ")}`;
    if (pushed.length > 0) words += `, pushes ${pushed.join(" ")}`;
    return { notation: this.#notationOf(before, made), words };
  }

  /** Return a move in notation, which takes a while to find. */
  #notationOf(before: trains.Position, made: Made): string {
    const known = this.#notations.get(made);
    if (known) return known;
    const notation = notationOf(this.#rules, this.#names, before, made);
    this.#notations.set(made, notation);
    return notation;
  }

  override reset(): boolean {
    this.#chosen.clear();
    return super.reset();
  }

  counters(): [string, number][] {
    const begun = emptyTally(this.#card.locomotives.length);
    const { counts } = this.history.made.reduce((tally, { move }) => tallyAfter(this.#rules, tally, move), begun);
    return TRAIN_NAMES.map((metric) => [metric, counts[metric]]);
  }

  override isPlaced(target: Target): boolean {
    const wanted = this.#card.goal.find((one) => one.piece === target.vehicle)!;
    return isPlaceFilled(this.#rules, wanted, this.position);
  }

  override goalLines(): GoalLine[] {
    const places = this.#card.wants.map((want) => ({
      words: want.pieces.length > 1 ? `${want.count} of` : "",
      vehicles: want.pieces,
      to: want.place,
      isDone: isPlaceServed(this.#rules, want, this.position),
    }));
    const trains = this.#card.trains.map((train) => ({
      words: "train",
      vehicles: train.pieces.map((piece) => (piece < 0 ? null : piece)),
      to: train.where,
      isDone: isMadeUp(this.#rules, train, this.position),
    }));
    return [...places, ...trains];
  }

  describe(): string {
    const places = this.#names.map((name, piece) => `${name} on ${this.#board.spaces[this.position.places[piece]!]}`);
    const tables = this.#board.turntables.map((table, index) => `turntable ${table.name} at position ${this.position.turntables[index]}`);
    return [...places, ...tables].join(", ");
  }

  // ------------------------------------------------------------------------------------------------ hints and replay

  protected takenBy(_before: trains.Position, move: Made): number {
    return move.locomotive;
  }

  protected override get isGuideShortest(): boolean {
    const { status, optimum, guide, metric } = this.#card;
    return status === "optimal" && metric[0] === "moves" && optimum === guide.length;
  }

  protected override *guided(): Iterable<{ before: trains.Position; move: Made }> {
    let before = this.#card.start;
    for (const step of this.#card.guide) {
      const move = follow(this.#rules, before, step);
      if (!move) return;
      yield { before, move };
      before = move.after;
    }
  }

  protected moveTo(from: trains.Position, to: trains.Position): Made | null {
    const step = stepBetween(this.#rules, from, to);
    return step && follow(this.#rules, from, step);
  }

  encoded(): string {
    return encodeSteps(this.history.made.map(({ move }) => move.step));
  }

  restore(text: string): { made: number; isWhole: boolean } {
    this.history.reset();
    return this.pushAll(text ? text.split("_") : [], (part) => {
      const step = decodeSteps(part)[0];
      return step ? follow(this.#rules, this.position, step) : null;
    });
  }
}

// -------------------------------------------------------------------------------------------------- where things are

function spotOf(board: DrawnBoard, settings: number[], space: number): Spot {
  const fixed = board.drawing.spots[space];
  if (fixed) return fixed;
  const table = board.turntables.findIndex(({ bridge }) => bridge.includes(space));
  return board.drawing.bridges[table]![settings[table]!]![board.turntables[table]!.bridge.indexOf(space)]!;
}

function frameAt(board: DrawnBoard, rules: trains.Rules, position: trains.Position): Frame {
  return position.places.map((space, piece) => {
    const [x, y, angle] = spotOf(board, position.turntables, space);
    const backward = piece < rules.locomotives && rules.trainRules.hasHeadings && position.headings[piece] === 0;
    return [x, y, backward ? angle + 180 : angle];
  });
}

/** Return a spot with the angle of a locomotive's body, which is that of its run or against it. */
function headed([x, y, angle]: Spot, train: trains.Train, piece: number): Spot {
  return [x, y, train.ahead[train.pieces.indexOf(piece)] ? angle : angle + 180];
}

function frameOfTrain(board: DrawnBoard, rules: trains.Rules, position: trains.Position, frame: Frame, train: trains.Train): Frame {
  const changed = [...frame];
  train.pieces.forEach((piece, index) => {
    const end = train.ends[index]!;
    const [x, y, angle] = spotOf(board, position.turntables, spaceOf(end));
    const leaving: Spot = [x, y, end & 1 ? angle : angle + 180];
    changed[piece] = piece < rules.locomotives ? headed(leaving, train, piece) : [x, y, angle];
  });
  return changed;
}

function pictureOf(card: TrainCard, board: DrawnBoard, art: Record<string, string>): Picture {
  const { drawing, unit } = board;
  const names = [...card.locomotives, ...card.cars];
  const broken = card.broken.map((space) => placed(spotOf(board, card.start.turntables, space), art[card.brokenArt]!));
  const signs = card.signs.map(([space, sign]) => placed(spotOf(board, card.start.turntables, space), art[sign]!));
  return {
    width: drawing.width,
    height: drawing.height,
    margin: art[card.placesArt]!.includes("<text") ? 0.45 * unit : 0, // the names of places may be outside of the board
    unit,
    ground: drawing.base + art[card.placesArt]! + drawing.ground,
    top: drawing.top + broken.join("") + signs.join(""),
    bridges: board.turntables.map((table, index) => ({
      name: table.name,
      byHand: table.rotation === "manual",
      drawings: drawing.settings[index]!,
      angles: drawing.bridges[index]!.map((spots) => spots[0]![2]),
      middle: [drawing.pits[index]![0], drawing.pits[index]![1]],
      radius: drawing.pits[index]![2],
      places: table.bridge,
    })),
    vehicles: names.map((name, piece) => {
      const { body, label, colour } = card.art[card.looks[piece]!]!;
      return { name, isLocomotive: piece < card.locomotives.length, body: art[body]!, label, colour, symbol: card.symbols[piece]! };
    }),
    targets: card.goal.map(({ piece, space, heading }) => {
      const [x, y, angle] = spotOf(board, card.start.turntables, space);
      const { ghost, ghostLabel: label, goalColour: colour } = card.art[card.looks[piece]!]!;
      const spot: Spot = [x, y, heading === 0 ? angle + 180 : angle];
      return { vehicle: piece, place: board.spaces[space]!, spot, ghost: art[ghost]!, label, colour, tag: drawing.tags[space]! };
    }),
  };
}

function placed([x, y, angle]: Spot, svg: string): string {
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${svg}</g>`;
}
