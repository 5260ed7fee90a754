/** A board and a card as the editor holds them: spaces with two ends each, joins of ends, and what is on the board. */

import type { SidingsYard } from "./sidings.ts";
import type { HumpYard } from "./yard.ts";

/** An end of a space: its name and 0 (behind) or 1 (ahead, where its direction points). */
export type End = readonly [space: string, end: 0 | 1];

export interface Space {
  name: string;
  /** In lengths of a space, y upwards. */
  x: number;
  y: number;
  /** The direction in degrees, as long as no join decides it. */
  angle: number;
  /** The direction from its end behind to its end ahead that the file gives, in degrees anticlockwise; null if it follows from the joins. */
  turned: number | null;
  noStop: boolean;
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
  about: Record<string, unknown>;
}

export interface Piece {
  name: string;
  kind: "locomotive" | "car";
  space: string;
  /** The end that a locomotive faces. */
  faces: 0 | 1;
  goal: { space: string; faces: 0 | 1 | null } | null;
}

export interface Puzzle {
  name: string;
  ruleset: string;
  pieces: Piece[];
  broken: string[];
  settings: Record<string, number>;
  options: Record<string, unknown>;
  about: Record<string, unknown>;
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
    board: { name: "my-board", spaces: [], joins: [], turntables: [], exclusive: [], marks: {}, about: {} },
    puzzle: null,
    sidings: null,
    yard: null,
  };
}

export function emptyPuzzle(): Puzzle {
  return { name: "my-card", ruleset: "switcher", pieces: [], broken: [], settings: {}, options: {}, about: {} };
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

export function isJoined(board: Board, a: End, b: End): boolean {
  return joinedTo(board, a).some((end) => sameEnd(end, b));
}

/** Join two ends, or part them if they are joined. A space is never joined to itself. */
export function toggleJoin(board: Board, a: End, b: End): void {
  if (a[0] === b[0]) return;
  const rest = board.joins.filter(([one, other]) => !((sameEnd(one, a) && sameEnd(other, b)) || (sameEnd(one, b) && sameEnd(other, a))));
  board.joins = rest.length < board.joins.length ? rest : [...board.joins, [a, b]];
}

/** Return the direction of a space in degrees: the one it was given, else from what is joined behind it to what is joined ahead, else its own. */
export function directionOf(board: Board, space: Space): number {
  if (space.turned !== null) return space.turned;
  const behind = middle(board, joinedTo(board, [space.name, 0]));
  const ahead = middle(board, joinedTo(board, [space.name, 1]));
  if (!behind && !ahead) return space.angle;
  const from = behind ?? [space.x, space.y];
  const to = ahead ?? [space.x, space.y];
  if (Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!) < 0.05) return space.angle;
  return (Math.atan2(to[1]! - from[1]!, to[0]! - from[0]!) * 180) / Math.PI;
}

function middle(board: Board, ends: readonly End[]): number[] | null {
  const spaces = ends.map(([name]) => spaceOf(board, name)).filter((space) => space !== undefined);
  if (spaces.length === 0) return null;
  return [spaces.reduce((sum, one) => sum + one.x, 0) / spaces.length, spaces.reduce((sum, one) => sum + one.y, 0) / spaces.length];
}

/** Return a name that no space has: the letter of the space before and the next number, else the next free letter. */
export function freshName(board: Board, after?: string): string {
  const used = new Set(board.spaces.map((space) => space.name));
  const parts = /^(.*?)(\d+)$/.exec(after ?? "");
  if (parts) {
    for (let number = Number(parts[2]) + 1; number < Number(parts[2]) + 1000; number++) {
      if (!used.has(`${parts[1]}${number}`)) return `${parts[1]}${number}`;
    }
  }
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (let round = 0; ; round++) {
    for (const letter of letters) {
      const name = `${letter.repeat(round + 1)}1`;
      if (!used.has(name)) return name;
    }
  }
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
  if (!puzzle) return;
  puzzle.pieces = puzzle.pieces.filter((piece) => piece.space !== name);
  for (const piece of puzzle.pieces) if (piece.goal?.space === name) piece.goal = null;
  puzzle.broken = puzzle.broken.filter((space) => space !== name);
}

/** Give a space another name, everywhere. */
export function renameSpace(doc: Doc, old: string, name: string): void {
  const named = (one: string) => (one === old ? name : one);
  const { board, puzzle } = doc;
  for (const space of board.spaces) space.name = named(space.name);
  board.joins = board.joins.map((join) => join.map(([space, end]) => [named(space), end] as End) as [End, End]);
  board.exclusive = board.exclusive.map((group) => group.map(named));
  for (const table of board.turntables) {
    table.bridge = table.bridge.map(named);
    table.positions = table.positions.map((pair) => pair.map(named) as [string, string]);
  }
  board.marks = Object.fromEntries(Object.entries(board.marks).map(([space, mark]) => [named(space), mark]));
  if (!puzzle) return;
  for (const piece of puzzle.pieces) {
    piece.space = named(piece.space);
    if (piece.goal) piece.goal.space = named(piece.goal.space);
  }
  puzzle.broken = puzzle.broken.map(named);
}
