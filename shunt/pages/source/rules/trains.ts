/**
 * What a locomotive's move does: the rules of `switcher` and `railway`, as in `shunt/rules/motion.py`.
 *
 * A train is followed step by step: its head chooses the branch, every piece takes the place of the one before it, and
 * whatever the head meets is pushed from then on. Pieces are numbered, locomotives first.
 */

import { type Board, type End, joinsAt, opposite, partnersOf, settingsAfter, spaceOf } from "./board.ts";

/** The space of every piece, the end (0 or 1) that every locomotive faces, and the setting of every turntable. */
export interface Position {
  places: number[];
  headings: number[];
  turntables: number[];
}

/** All rules of trains that differ from card to card, as in `shunt/rules/train_rules.py`. */
export interface TrainRules {
  /** A locomotive pulls whatever it couples behind it in either direction. */
  couplesBothWays: boolean;
  /** Which way a locomotive faces is part of the position. */
  hasHeadings: boolean;
  /** What other locomotives have coupled moves along too. */
  dragsCoupled: boolean;
  /** A rule depends on the number of spaces that a train has rolled in its move. */
  countsSpaces: boolean;
}

/** What a card says of its rules. */
export interface CardRules {
  trainRules: TrainRules;
  /** The rules that options of the card change: a sentence without a full stop, and the default of the rule. */
  told: [string, Partial<TrainRules>][];
  /** Groups of pieces that may stand for each other. */
  alike: number[][];
  broken: number[];
  /** Spaces with the pieces that they are closed to; a broken track is closed to all. */
  closed: [number, number[]][];
}

/** The rules on one board with given pieces. */
export interface Rules {
  board: Board;
  /** The number of locomotives. */
  locomotives: number;
  trainRules: TrainRules;
  told: [string, Partial<TrainRules>][];
  broken: ReadonlySet<number>;
  closed: ReadonlyMap<number, ReadonlySet<number>>;
  noStop: ReadonlySet<number>;
  partners: ReadonlySet<number>[];
  alike: number[][];
}

/**
 * A train within its move; all lists run from tail to head. `ends`: the end through which each piece will leave its
 * space. `ahead`: whether a locomotive faces that way.
 */
export interface Train {
  pieces: number[];
  ends: End[];
  ahead: boolean[];
  /** The place of the locomotive that moves: what follows is pushed. */
  leader: number;
  /** The number of spaces rolled in this move. */
  distance: number;
}

/** A locomotive, the direction in which it will run, and the train that it has coupled. */
export interface Ready {
  locomotive: number;
  forward: boolean;
  train: Train;
}

/** A train under way: what it came from, whether it has just rolled, and whether it may stop. */
export interface Way {
  train: Train;
  parent: number;
  rolled: boolean;
  stops: boolean;
}

export function rulesOn(board: Board, card: CardRules & { locomotives: number }): Rules {
  return {
    board,
    locomotives: card.locomotives,
    trainRules: card.trainRules,
    told: card.told,
    broken: new Set(card.broken),
    closed: new Map(card.closed.map(([space, pieces]) => [space, new Set(pieces)])),
    noStop: new Set(board.noStop),
    partners: partnersOf(board),
    alike: card.alike,
  };
}

/** Return the piece on a space, or -1. */
export function pieceOn(position: Position, space: number): number {
  return position.places.indexOf(space);
}

/** Return whether a piece is a locomotive that faces this end. */
function faces(position: Position, piece: number, end: End): boolean {
  return piece < position.headings.length && position.headings[piece] === (end & 1);
}

/** Return every locomotive, direction and chain that may be coupled, as a train that is ready to leave. */
export function readyTrains(rules: Rules, position: Position): Ready[] {
  const found: Ready[] = [];
  for (let locomotive = 0; locomotive < rules.locomotives; locomotive++) {
    for (const forward of [true, false]) {
      for (const train of chains(rules, position, locomotive, forward)) found.push({ locomotive, forward, train });
    }
  }
  return found;
}

/** Return the trains that a locomotive may lead in one direction: alone, then with more and more coupled behind it. */
function chains(rules: Rules, position: Position, locomotive: number, forward: boolean): Train[] {
  const heading = position.headings[locomotive]!;
  const leaving = 2 * position.places[locomotive]! + (forward ? heading : 1 - heading);
  const alone: Train = { pieces: [locomotive], ends: [leaving], ahead: [forward], leader: 0, distance: 0 };
  if (forward || rules.trainRules.couplesBothWays) return coupled(rules, position, alone);
  if (rules.trainRules.dragsCoupled) return coupled(rules, position, alone).filter((train) => isDragged(rules, train));
  return [alone];
}

function coupled(rules: Rules, position: Position, train: Train): Train[] {
  const found = [train];
  for (const end of joinsAt(rules.board, position.turntables)[opposite(train.ends[0]!)]!) {
    const piece = pieceOn(position, spaceOf(end));
    if (piece < 0 || train.pieces.includes(piece)) continue;
    const longer: Train = {
      pieces: [piece, ...train.pieces],
      ends: [end, ...train.ends],
      ahead: [faces(position, piece, end), ...train.ahead],
      leader: train.leader + 1,
      distance: 0,
    };
    found.push(...coupled(rules, position, longer));
  }
  return found;
}

/** Return whether other locomotives have coupled everything that follows a locomotive as it backs up. */
export function isDragged(rules: Rules, train: Train): boolean {
  const followers = train.pieces.map((piece, index) => [piece < rules.locomotives, train.ahead[index]!] as const);
  followers.pop();
  followers.reverse(); // the nearest first
  let nearer = 0;
  followers.forEach(([engine, ahead], index) => {
    if (engine && !ahead) nearer = index + 1;
  });
  const rest = followers.slice(0, Math.max(0, nearer - 1)).some(([engine, ahead]) => engine && ahead);
  return followers.length === 0 || nearer === followers.length || (nearer > 0 && rest);
}

/** Return what a train that is ready has coupled, nearest first. */
export function couples(ready: Ready): number[] {
  return ready.train.pieces.slice(0, ready.train.pieces.indexOf(ready.locomotive)).reverse();
}

/** Return what can happen next to a moving train: one space on (`rolled`), or a longer train at contact. */
export function steps(rules: Rules, position: Position, train: Train): { train: Train; rolled: boolean }[] {
  const found: { train: Train; rolled: boolean }[] = [];
  const head = train.ends[train.ends.length - 1]!;
  for (const entered of joinsAt(rules.board, position.turntables)[head]!) {
    const space = spaceOf(entered);
    const piece = pieceOn(position, space);
    const out = opposite(entered);
    if (piece >= 0 && !train.pieces.includes(piece)) {
      const ahead = [...train.ahead, faces(position, piece, out)];
      const longer = { ...train, pieces: [...train.pieces, piece], ends: [...train.ends, out], ahead };
      if (isAllowed(rules, longer)) found.push({ train: longer, rolled: false });
    } else if (isFree(rules, position, train, space)) {
      const next = { ...train, ends: [...train.ends.slice(1), out], distance: train.distance + 1 };
      if (isAllowed(rules, next)) found.push({ train: next, rolled: true });
    }
  }
  return found;
}

/**
 * Return whether a train may stand or roll like this, whatever else is on the board: what its head may meet.
 * No piece of it may be on a space that is closed to it.
 */
export function isAllowed(rules: Rules, train: Train): boolean {
  return rules.closed.size === 0 || !train.pieces.some((piece, index) => rules.closed.get(spaceOf(train.ends[index]!))?.has(piece));
}

/** Return whether a train that has rolled may end its move here. */
export function mayStop(rules: Rules, train: Train): boolean {
  return !train.ends.some((end) => rules.noStop.has(spaceOf(end)));
}

/** Return whether nothing is in the way of a head that enters a space: the tail leaves its own in the same step. */
function isFree(rules: Rules, position: Position, train: Train, space: number): boolean {
  const staying = train.ends.slice(1).map(spaceOf);
  if (staying.includes(space) || (train.pieces.length === 1 && space === spaceOf(train.ends[0]!))) return false;
  const partners = rules.partners[space]!;
  if (partners.size === 0) return true;
  if (staying.some((other) => partners.has(other))) return false;
  return !position.places.some((place, piece) => partners.has(place) && !train.pieces.includes(piece));
}

/** Return every place that a train can reach, as a tree: the start first, each way after the one it continues. */
export function waysFrom(rules: Rules, position: Position, start: Train): Way[] {
  const ways: Way[] = [{ train: start, parent: -1, rolled: false, stops: false }];
  const seen = new Map<string, { stopped: boolean }>([[keyOf(rules, start), { stopped: false }]]);
  const todo = [0];
  while (todo.length > 0) {
    const parent = todo.shift()!;
    for (const { train, rolled } of steps(rules, position, ways[parent]!.train)) {
      const key = keyOf(rules, train);
      const before = seen.get(key);
      if (before && (before.stopped || !rolled)) continue;
      ways.push({ train, parent, rolled, stops: rolled && mayStop(rules, train) });
      seen.set(key, { stopped: rolled });
      if (before) continue; // its continuations are known
      // Contact costs no distance: what is pushed joins the train before it rolls on.
      if (rolled) todo.push(ways.length - 1);
      else todo.unshift(ways.length - 1);
    }
  }
  return ways;
}

/** Return a text that two trains share exactly if the rest of their moves is the same. */
export function keyOf(rules: Rules, { pieces, ends, ahead, distance }: Train): string {
  return [pieces, ends, ahead.map(Number), rules.trainRules.countsSpaces ? distance : 0].join("|");
}

/** Return the trains from the start of the tree to one of its ways. */
export function trailTo(ways: Way[], index: number): Train[] {
  const trail: Train[] = [];
  for (let at = index; at >= 0; at = ways[at]!.parent) trail.push(ways[at]!.train);
  return trail.reverse();
}

/** Return the position once a train has stopped and the turntables have stepped. */
export function positionAfter(rules: Rules, position: Position, train: Train): Position {
  const places = [...position.places];
  const headings = [...position.headings];
  train.pieces.forEach((piece, index) => {
    const end = train.ends[index]!;
    places[piece] = spaceOf(end);
    if (piece < headings.length) headings[piece] = train.ahead[index] ? end & 1 : 1 - (end & 1);
  });
  return { places, headings, turntables: settingsAfter(rules.board, position.turntables) };
}

/** Return the position after a turntable is stepped by hand. */
export function positionTurned(rules: Rules, position: Position, table: number): Position {
  return { ...position, turntables: settingsAfter(rules.board, position.turntables, table) };
}

/** Return a text that two positions share exactly if they count as the same. */
export function positionKey(rules: Rules, position: Position): string {
  const places = [...position.places];
  const headings = !rules.trainRules.hasHeadings ? position.headings.map(() => 0) : [...position.headings];
  for (const group of rules.alike) {
    const seats = [...group].sort((a, b) => a - b);
    const held = seats.map((seat) => [places[seat]!, headings[seat] ?? 0] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    seats.forEach((seat, index) => {
      places[seat] = held[index]![0];
      if (seat < headings.length) headings[seat] = held[index]![1];
    });
  }
  return `${places.join()}|${headings.join()}|${position.turntables.join()}`;
}

/** Return every position that one move leads to, by its key. */
export function successors(rules: Rules, position: Position): Map<string, Position> {
  const found = new Map<string, Position>();
  const add = (after: Position) => found.set(positionKey(rules, after), after);
  rules.board.turntables.forEach((table, index) => {
    if (table.rotation === "manual") add(positionTurned(rules, position, index));
  });
  for (const ready of readyTrains(rules, position)) {
    for (const way of waysFrom(rules, position, ready.train)) {
      if (way.stops) add(positionAfter(rules, position, way.train));
    }
  }
  return found;
}
