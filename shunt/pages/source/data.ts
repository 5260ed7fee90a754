/** What a page is given by Python as JSON: `shunt/pages/page.py` and `cards.py` write it. */

import type { Deck } from "./play/results.ts";
import type { Board } from "./rules/board.ts";
import type { WantedInPlace } from "./rules/goal.ts";
import type { WantedTrain } from "./rules/trainGoal.ts";
import type { HumpTrack } from "./rules/hump.ts";
import type { SidingsGoal, SidingsPosition, SidingsYard } from "./rules/sidings.ts";
import type { Step } from "./rules/steps.ts";
import type { CardRules, Position } from "./rules/trains.ts";
import type { Wish } from "./view/maker.ts";

/** The middle of a space in millimetres, and the angle of its track in degrees, end 1 ahead. */
export type Spot = [x: number, y: number, angle: number];

/** An empty board in layers of SVG; where a space is on a bridge depends on the setting of its turntable. */
export interface Drawing {
  width: number;
  height: number;
  /** What everything is on; the places that a card names are between it and the ground. */
  base: string;
  ground: string;
  top: string;
  /** For each turntable and each of its positions: the track that ends there, the bridge, arrows and marks above. */
  settings: [below: string, bridge: string, above: string][][];
  /** For each space; null on a bridge. */
  spots: (Spot | null)[];
  /** For each turntable and each of its positions: the spots of the bridge's spaces. */
  bridges: Spot[][][];
  /** The middle and the radius of each turntable. */
  pits: [number, number, number][];
  /** For each space, where the name of a piece that is to go there has room. */
  tags: [number, number][];
}

export interface DrawnBoard extends Board {
  /** Millimetres a space. */
  unit: number;
  drawing: Drawing;
}

/** A name on a piece: its usual size in millimetres, and the largest for which the piece has room. */
export interface Label {
  x: number;
  size: number;
  most: number;
  colour: string;
}

export interface PieceArt {
  /** Names of drawings in `PageData.art`. */
  body: string;
  ghost: string;
  label: Label;
  ghostLabel: Label;
  colour: string;
  /** The colour of the outline of its goal, for both schemes. */
  goalColour: string;
}

export interface CardHead {
  name: string;
  title: string;
  /** The canonical id, which symmetric and renamed forms of a card share. */
  key: string;
  /** What the card teaches, in a sentence; "" if it does not say. */
  lesson: string;
  tier: string;
  /** How hard it is, from 0 to 10; null if it is not rated. */
  grade: number | null;
  metric: string[];
  status: "optimal" | "unsolvable" | "unknown";
  optimum: number | number[] | null;
  limit: number | null;
  /** Which of the page's decks the card is of, and its name there. */
  deck?: number;
  /** The most moves that earn Yard Master, Conductor and Brakeman. */
  ranks: [number, number, number] | null;
}

export interface TrainCard extends CardHead, CardRules {
  kind: "trains";
  ruleset: string;
  board: number;
  locomotives: string[];
  cars: string[];
  start: Position;
  /** Where pieces must end; a heading of -1 is free. */
  goal: { piece: number; space: number; heading: number }[];
  /** What must end in places, and the name of the drawing of these places. */
  wants: WantedInPlace[];
  /** Pieces that must stand in a row. */
  trains: WantedTrain[];
  placesArt: string;
  guide: Step[];
  /** How pieces look, and for each piece which of these it looks like. */
  art: PieceArt[];
  looks: number[];
  /** Of each piece, for those who do not tell colours apart; "" for locomotives. */
  symbols: string[];
  brokenArt: string;
  /** Spaces that the card closes to some pieces, each with the name of the drawing of its sign. */
  signs: [number, string][];
}

/** An empty fan of sidings: the places next to the locomotive and next to the points; others follow to the right, a unit apart. */
export interface FanDrawing {
  width: number;
  height: number;
  ground: string;
  headshunt: [number, number];
  sidings: [number, number][];
  /** The track of each siding: the points, the end of the curve, the buffer stop. */
  tracks: [number, number][][];
}

export interface SidingsCard extends CardHead {
  kind: "sidings";
  unit: number;
  drawing: FanDrawing;
  yard: SidingsYard;
  cars: string[];
  symbols: string[];
  start: SidingsPosition;
  goal: SidingsGoal;
  /** Siding, whether the move drops (1) or pulls (0), and the number of cars. */
  guide: [number, number, number][];
  art: { body: string; label: Label; colour: string }[];
  engineArt: string;
}

/** A hump yard and a train to be sorted in it; the page deals the order. */
export interface HumpCard extends CardHead {
  kind: "hump";
  unit: number;
  track: HumpTrack;
  /** The cars from the lead car of the queue. */
  train: string[];
  symbols: string[];
  /** The fewest moves of every order that is possible, as the cars leave. */
  optima: Record<string, number>;
  /** The empty yard, where its spaces are, and the places beyond the sink. */
  drawing: { width: number; height: number; ground: string; spots: Spot[]; gone: Spot[] };
  art: { body: string; label: Label; colour: string }[];
}

export type CardData = TrainCard | SidingsCard | HumpCard;
export type { HumpTrack };

export interface PageData {
  schema: "shunt-page/1";
  title: string;
  boards: DrawnBoard[];
  /** The packs of the cards, for logs of results. */
  decks?: Deck[];
  /** The gallery that the page belongs to, if it is one of a site, and other cards of it. */
  home?: {
    href: string;
    title: string;
    previous: string;
    next: string;
    /** Cards that follow, again from the first after the last: names and ids of those whose pages are named alike, with `*` for the name. */
    others: [page: string, cards: [name: string, id: string][]][];
    /** What the card was to be, if the server made it. */
    wish?: Wish;
    /** The service worker of the site, "" for none. */
    worker?: string;
  };
  /** The tiers, easiest first, and the grades at which they begin. */
  tiers: Record<string, number>;
  /** Drawings of pieces: SVG by name. */
  art: Record<string, string>;
  cards: CardData[];
}
