/** What the page asks of a puzzle being played, whatever its rules: `trains.ts`, `sidings.ts` and `hump.ts` answer. */

import type { Label, Spot } from "../data.ts";
import type { Frame } from "./geometry.ts";

/** Something that stands on the track. */
export interface Vehicle {
  name: string;
  isLocomotive: boolean;
  /** SVG of its body, pointing to the right. */
  body: string;
  label: Label;
  colour: string;
  /** What stands for its colour; "" for a locomotive. */
  symbol: string;
}

/** A line of a goal that is not one vehicle on one space: words, vehicles in their order (null: any), the place, whether it is met. */
export interface GoalLine {
  words: string;
  vehicles: (number | null)[];
  to?: string;
  isDone?: boolean;
}

/** Where a vehicle must end. */
export interface Target {
  vehicle: number;
  place: string;
  spot: Spot;
  ghost: string;
  label: Label;
  colour: string;
  /** Where its name has room while another vehicle is there. */
  tag: [number, number];
}

/** A bridge that turns: the SVG of each of its positions (the track that ends there, the bridge, what is above it), the angle of the bridge there, and the middle of its pit. */
export interface TurningBridge {
  name: string;
  byHand: boolean;
  drawings: [below: string, bridge: string, above: string][];
  angles: number[];
  middle: [number, number];
  radius: number;
  /** The places that are on the bridge. */
  places: number[];
}

/** What never changes on the sheet. */
export interface Picture {
  width: number;
  height: number;
  /** Room around the board for names that lie outside of it. */
  margin?: number;
  unit: number;
  /** SVG below and above the bridges. */
  ground: string;
  top: string;
  bridges: TurningBridge[];
  vehicles: Vehicle[];
  targets: Target[];
}

/** A place that a vehicle can be taken to, in a tree: the first is where it stands, each follows its parent. */
export interface Way {
  parent: number;
  /** Where the vehicle is. */
  at: Spot;
  /** The number of the place, for what is said about it. */
  place: number;
  stops: boolean;
  /** What the move is, in words: "B3, pushes red to E1". */
  words: string;
  /** A text that two moves share exactly if they have the same result. */
  outcome: string;
}

/** A vehicle that was taken, with everywhere it can go. */
export interface Grip {
  vehicle: number;
  ways: Way[];
  /** Where all vehicles are on one of the ways. */
  frame(way: number): Frame;
}

/** A piece that a vehicle may take along, whether it does, and the piece that it would be coupled to. */
export interface Coupling {
  vehicle: number;
  isCoupled: boolean;
  to: number;
}

export interface MoveShown {
  notation: string;
  words: string;
}

/** A hint: the vehicle to move and how; or a word why there is none. */
export interface Hint {
  words: string;
  /** The move, to be shown; null if there is none. */
  frames: Frame[] | null;
  vehicle: number;
}

/** Moves for a replay: the frames of each, the vehicle that is taken, and what the move is in words. */
export type Story = { frames: Frame[]; vehicle: number; words: string }[];

/** A puzzle that is dealt and bid on: a hump yard. */
export interface Bidding {
  bid: number;
  readonly order: string;
  deal(): void;
  /** What came of the bid, in words. */
  verdict(): string;
}

export interface Play {
  readonly picture: Picture;
  /** Only where an order is dealt and bid on. */
  readonly bidding?: Bidding;
  /** The goal, as far as the picture does not show it as targets. */
  goalLines(): GoalLine[];
  /** Where everything is now, and the positions of the bridges. */
  frame(): Frame;
  settings(): number[];
  placeName(place: number): string;
  /** The place under a point of the sheet; -1 for none. */
  placeAt(x: number, y: number): number;
  /** The vehicles that can be taken, in the order in which keys choose them. */
  movable(): number[];
  grip(vehicle: number): Grip;
  couplings(vehicle: number): Coupling[];
  toggleCoupling(vehicle: number, other: number): void;
  /** The pieces that stood coupled to nothing behind the vehicle of the last move, and that it left there. */
  leftBehind(): number[];
  /** Make the move that ends on a way of a grip; the frames show it. */
  make(grip: Grip, way: number): Frame[];
  turn(bridge: number): void;
  /** Why a vehicle cannot be taken at all. */
  stuck(vehicle: number): string;
  /** Why a vehicle cannot be taken to a place. */
  refusal(vehicle: number, place: number): string;
  /** The moves made, and how many of them were not taken back. */
  moves(): MoveShown[];
  done(): number;
  undo(): boolean;
  redo(): boolean;
  reset(): boolean;
  /** Stand at the start, with no moves to be made again. */
  begin(): void;
  counters(): [name: string, count: number][];
  /** The number that ranks and limits are about. */
  score(): number;
  isSolved(): boolean;
  isPlaced(target: Target): boolean;
  describe(): string;
  hint(): Promise<Hint>;
  /** Whether the card carries a solution. */
  hasGuide(): boolean;
  /**
   * Put the moves made aside, and stand at the start of a replay: of those moves, or of the solution that the card carries.
   * `redo` makes the next of its moves, `resume` returns to the moves put aside.
   */
  rehearse(isGuide: boolean): Story;
  resume(): void;
  /** The moves as a text for links, and the same made again: the number of moves that were legal. */
  encoded(): string;
  restore(text: string): { made: number; isWhole: boolean };
}
