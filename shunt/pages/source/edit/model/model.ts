/** A board and a card as the editor holds them: spaces with two ends each, joins of ends, and what is on the board. */

import { directions, type Track } from "./directions.ts";
import type { SidingsYard } from "./sidings.ts";
import type { HumpYard } from "./yard.ts";

/** From the middle of a space to the middle of the next. */
export const STEP = 1.05;

/** An end of a space: its name and 0 (behind) or 1 (ahead, where its direction points). */
export type End = readonly [space: string, end: 0 | 1];

export interface Space {
  name: string;
  /** In lengths of a space, y upwards. */
  x: number;
  y: number;
  /** The direction from its end behind to its end ahead that the file gives, in degrees anticlockwise; null if it follows from the joins. */
  turned: number | null;
  /** The value of each mark that it has (`spaceMarks.ts`), by key. */
  has: Record<string, string>;
}

export interface Turntable {
  name: string;
  bridge: string[];
  /** The outside spaces at the bridge's first and last end; "" is none. */
  positions: [string, string][];
  rotation: string;
}

export interface Board {
  name: string;
  spaces: Space[];
  joins: [End, End][];
  turntables: Turntable[];
  exclusive: string[][];
  marks: Record<string, unknown>;
  /** Names for sets of spaces. */
  places: Record<string, string[]>;
  about: Record<string, unknown>;
}

export interface Piece {
  name: string;
  kind: "locomotive" | "car";
  space: string;
  /** The end that a locomotive faces. */
  faces: 0 | 1;
  /** Where it must end: a space, or a place. */
  goal: { space: string; faces: 0 | 1 | null } | null;
}

export interface Puzzle {
  name: string;
  ruleset: string;
  pieces: Piece[];
  broken: string[];
  /** Spaces with the pieces that are never there, beside those that the board keeps out. */
  closed: Record<string, string[]>;
  settings: Record<string, number>;
  /** Names for sets of spaces, beside those of the board. */
  places: Record<string, string[]>;
  /** How many of which pieces a place takes: `2 of h1 h2 h3`. */
  counts: Record<string, string>;
  /** Pieces that must stand in a row. */
  trains: WantedTrain[];
  options: Record<string, unknown>;
  about: Record<string, unknown>;
}

/** Pieces that must stand in a row, in a place, along a run or anywhere. */
export interface WantedTrain {
  pieces: string;
  place?: string;
  along?: string;
}

/** What is edited: a board, and the card on it if there is one; or sidings; or a hump yard. */
export interface Doc {
  board: Board;
  puzzle: Puzzle | null;
  sidings: SidingsYard | null;
  yard: HumpYard | null;
}

export type Kind = "trains" | "sidings" | "yard";

export const kindOf = (doc: Doc): Kind => (doc.yard ? "yard" : doc.sidings ? "sidings" : "trains");

export function emptyDoc(): Doc {
  return {
    board: { name: "my-board", spaces: [], joins: [], turntables: [], exclusive: [], marks: {}, places: {}, about: {} },
    puzzle: null,
    sidings: null,
    yard: null,
  };
}

export function emptyPuzzle(): Puzzle {
  return { name: "my-card", ruleset: "switcher", pieces: [], broken: [], closed: {}, settings: {}, places: {}, counts: {}, trains: [], options: {}, about: {} };
}

export function spaceOf(board: Board, name: string): Space | undefined {
  return board.spaces.find((space) => space.name === name);
}

const sameEnd = (a: End, b: End) => a[0] === b[0] && a[1] === b[1];

/** Return the ends that are joined to an end. */
export function joinedTo(board: Board, end: End): End[] {
  return board.joins.flatMap(([a, b]) => (sameEnd(a, end) ? [b] : sameEnd(b, end) ? [a] : []));
}

/** Return the end by which a space meets a turntable: the one without a join, end 0 of a space without any. */
export function openEnd(board: Board, space: string): 0 | 1 {
  return joinedTo(board, [space, 0]).length ? 1 : 0;
}

/** Return the turntable that an end meets, at any of its positions, or is part of. */
export function turntableAt(board: Board, [space, end]: End): Turntable | undefined {
  return board.turntables.find(({ bridge, positions }) => bridge.includes(space) || (positions.flat().includes(space) && openEnd(board, space) === end));
}

/** Return what the geometry of a board needs to know of it. */
export function trackOf(board: Board): Track {
  const joined = new Map<string, string[]>();
  for (const [a, b] of board.joins) {
    for (const [end, other] of [[a, b], [b, a]] as const) joined.set(end.join("/"), [...(joined.get(end.join("/")) ?? []), other[0]]);
  }
  return {
    spaces: board.spaces.map(({ name }) => name),
    points: new Map(board.spaces.map(({ name, x, y }) => [name, [x, y]])),
    angles: new Map(board.spaces.flatMap(({ name, turned }) => (turned === null ? [] : [[name, turned]]))),
    joined: (space, end) => joined.get(`${space}/${end}`) ?? [],
    turntables: board.turntables,
    exclusive: board.exclusive,
  };
}

const isJoin = (a: End, b: End) => ([one, other]: [End, End]) => (sameEnd(one, a) && sameEnd(other, b)) || (sameEnd(one, b) && sameEnd(other, a));

/** Join two ends, if they are not; an end of a bridge gets a position of its turntable instead. A space is never joined to itself. */
export function join(board: Board, a: End, b: End): void {
  const [there, here] = [a, b].map(([space]) => board.turntables.find(({ bridge }) => bridge.includes(space)));
  if (a[0] === b[0] || (here && there)) return;
  if (here) addPosition(here, a[0]);
  else if (there) addPosition(there, b[0]);
  else if (!board.joins.some(isJoin(a, b))) board.joins.push([a, b]);
}

function addPosition(table: Turntable, outside: string): void {
  if (table.positions.flat().includes(outside)) return;
  const free = table.positions.findIndex(([first, last]) => !first && !last);
  if (free < 0) table.positions.push([outside, ""]);
  else table.positions[free] = [outside, ""];
}

/** Join two ends, or part them if they are joined. */
export function toggleJoin(board: Board, a: End, b: End): void {
  if (board.joins.some(isJoin(a, b))) board.joins = board.joins.filter((one) => !isJoin(a, b)(one));
  else join(board, a, b);
}

/** Return a name that no space has: that of another space with the next number, if that is free, else the next free letter. */
export function freshName(board: Board, like = ""): string {
  const used = new Set(board.spaces.map((space) => space.name));
  const following = like.replace(/\d+$/, (number) => String(Number(number) + 1));
  if (following !== like && !used.has(following)) return following;
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (let round = 0; ; round++) {
    for (const letter of letters) {
      const name = `${letter.repeat(round + 1)}1`;
      if (!used.has(name)) return name;
    }
  }
}

/** Add a space ahead of another one and join it to that, or right of the board. */
export function addSpace(board: Board, name: string, before: string | null): void {
  const space = before === null ? undefined : spaceOf(board, before);
  const [dx, dy] = (space && directions(trackOf(board)).get(space.name)) ?? [1, 0];
  const [x, y] = space
    ? [space.x + STEP * dx, space.y + STEP * dy]
    : [board.spaces.length ? Math.max(...board.spaces.map((one) => one.x)) + 2 * STEP : 0, board.spaces[0]?.y ?? 0];
  const isTaken = (height: number) => board.spaces.some((one) => Math.hypot(one.x - x, one.y - height) < STEP / 2);
  let height = y;
  while (isTaken(height)) height -= STEP;
  board.spaces.push({ name, x: Math.round(x * 20) / 20, y: Math.round(height * 20) / 20, turned: null, has: {} });
  if (space) join(board, [space.name, 1], [name, 0]);
}

export function removeSpace(doc: Doc, name: string): void {
  const { board, puzzle } = doc;
  board.spaces = board.spaces.filter((space) => space.name !== name);
  board.joins = board.joins.filter((join) => join.every(([space]) => space !== name));
  board.exclusive = board.exclusive.map((group) => group.filter((space) => space !== name)).filter((group) => group.length > 1);
  for (const table of board.turntables) {
    table.bridge = table.bridge.filter((space) => space !== name);
    table.positions = table.positions.map((pair) => pair.map((space) => (space === name ? "" : space)) as [string, string]);
  }
  board.turntables = board.turntables.filter((table) => table.bridge.length > 0);
  delete board.marks[name];
  board.places = without(board.places, name);
  if (!puzzle) return;
  puzzle.places = without(puzzle.places, name);
  delete puzzle.counts[name];
  puzzle.pieces = puzzle.pieces.filter((piece) => piece.space !== name);
  for (const piece of puzzle.pieces) if (piece.goal?.space === name) piece.goal = null;
  puzzle.broken = puzzle.broken.filter((space) => space !== name);
  delete puzzle.closed[name];
}

/** Remove a piece, and what is closed to it. */
export function removePiece({ puzzle }: Doc, place: number): void {
  const [gone] = puzzle!.pieces.splice(place, 1);
  puzzle!.closed = without(puzzle!.closed, gone!.name);
}

/** Give spaces other names, everywhere and at once, so that two may exchange theirs. */
export function renameSpaces(doc: Doc, names: ReadonlyMap<string, string>): void {
  const named = (one: string) => names.get(one) ?? one;
  const { board, puzzle } = doc;
  for (const space of board.spaces) space.name = named(space.name);
  board.joins = board.joins.map((join) => join.map(([space, end]) => [named(space), end] as End) as [End, End]);
  board.exclusive = board.exclusive.map((group) => group.map(named));
  for (const table of board.turntables) {
    table.bridge = table.bridge.map(named);
    table.positions = table.positions.map((pair) => pair.map(named) as [string, string]);
  }
  board.marks = Object.fromEntries(Object.entries(board.marks).map(([space, mark]) => [named(space), mark]));
  board.places = renamed(board.places, named);
  if (!puzzle) return;
  puzzle.places = renamed(puzzle.places, named);
  puzzle.counts = Object.fromEntries(Object.entries(puzzle.counts).map(([place, counts]) => [named(place), counts]));
  for (const train of puzzle.trains) if (train.along) train.along = train.along.split(/\s+/).map(named).join(" ");
  for (const piece of puzzle.pieces) {
    piece.space = named(piece.space);
    if (piece.goal) piece.goal.space = named(piece.goal.space);
  }
  puzzle.broken = puzzle.broken.map(named);
  puzzle.closed = Object.fromEntries(Object.entries(puzzle.closed).map(([space, pieces]) => [named(space), pieces]));
}

/** Return lists of names without one of them; lists that had no other are gone. */
function without(places: Record<string, string[]>, space: string): Record<string, string[]> {
  const kept = Object.entries(places).map(([name, spaces]): [string, string[]] => [name, spaces.filter((one) => one !== space)]);
  return Object.fromEntries(kept.filter(([, spaces]) => spaces.length > 0));
}

const renamed = (places: Record<string, string[]>, named: (space: string) => string) =>
  Object.fromEntries(Object.entries(places).map(([name, spaces]) => [name, spaces.map(named)]));
