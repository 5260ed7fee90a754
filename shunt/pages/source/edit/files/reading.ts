/** Layout and card files in TOML (or JSON), read for the editor. */

import { arrange } from "../model/arrange.ts";
import { type Board, type Doc, emptyDoc, emptyPuzzle, joinedTo, openEnd, type Piece, type Puzzle, spaceOf, type WantedTrain } from "../model/model.ts";
import { isSidings, isTable, type Table } from "../check/shape.ts";
import { BUFFER, joinsOf } from "../model/runs.ts";
import { readSidings } from "../model/sidings.ts";
import { HAS, SPACE_MARKS } from "../model/spaceMarks.ts";
import { readYard } from "../model/yard.ts";

export interface Read {
  doc: Doc;
  faults: string[];
}

const table = (value: unknown): Table => (isTable(value) ? value : {});
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

/** Read the data of a file; throw an error whose message says what is wrong if nothing of it can be shown. */
export function readDoc(data: Table, layouts: (name: string) => Table | null = () => null): Read {
  const schema = text(data["schema"], "");
  if (schema === "shunt-yard/1") return { doc: { ...emptyDoc(), yard: readYard(data) }, faults: [] };
  if (schema === "shunt-layout/1") return isSidings(data) ? ofSidings(data, data, false) : readBoard(data);
  if (schema !== "shunt-card/1") throw new Error(schema ? `${schema} is neither a layout nor a card nor a hump yard` : "the file has no schema");
  const layout = typeof data["layout"] === "string" ? layouts(data["layout"]) : table(data["layout"]);
  if (layout === null) throw new Error(`the layout ${String(data["layout"])} is a file of its own: paste it as [layout]`);
  if (data["ruleset"] === "sidings" || isSidings(layout)) return ofSidings(data, layout, true);
  const { doc, faults } = readBoard(layout);
  if (typeof data["layout"] === "string" && !layout["name"]) doc.board.name = data["layout"];
  doc.puzzle = readPuzzle(data, doc.board, faults);
  return { doc, faults };
}

const ofSidings = (data: Table, layout: Table, isCard: boolean): Read => ({ doc: { ...emptyDoc(), sidings: readSidings(data, layout, isCard) }, faults: [] });

function readBoard(data: Table): Read {
  const doc = emptyDoc();
  const { board } = doc;
  board.name = text(data["name"], "my-board");
  const runs = texts(data["tracks"]);
  const { spaces, joins, faults } = joinsOf(runs);
  const tables = Array.isArray(data["turntables"]) ? data["turntables"].map(table) : [];
  board.turntables = tables.map((one) => ({
    name: text(one["name"], "T"),
    bridge: text(one["bridge"], "").split(/\s+/).filter(Boolean),
    positions: (Array.isArray(one["positions"]) ? one["positions"] : []).map((pair): [string, string] => [texts(pair)[0] ?? "", texts(pair)[1] ?? ""]),
    rotation: text(one["rotation"], "each-move"),
  }));
  const bridges = joinsOf(board.turntables.map((one) => one.bridge.join(" ")));
  const names = [...new Set([...spaces, ...bridges.spaces, ...board.turntables.flatMap((one) => one.positions.flat())])].filter(Boolean);
  board.spaces = names.map((name) => ({ name, x: 0, y: 0, turned: null, has: {} }));
  for (const mark of SPACE_MARKS) {
    const given = mark.values.length ? table(data[mark.key]) : Object.fromEntries(texts(data[mark.key]).map((name) => [name, HAS]));
    const known = mark.values.length ? mark.values : [HAS];
    for (const space of board.spaces) {
      const value = Object.hasOwn(given, space.name) ? given[space.name] : undefined;
      if (typeof value === "string" && known.includes(value)) space.has[mark.key] = value;
    }
  }
  board.joins = [...joins, ...bridges.joins];
  board.exclusive = Array.isArray(data["exclusive"]) ? data["exclusive"].map(texts) : [];
  board.marks = table(data["marks"]);
  board.places = placesOf(data["places"]);
  board.about = table(data["about"]);
  placed(board, table(data["at"]));
  return { doc, faults };
}

/** Give spaces the places that a file gives, or arrange the board if it gives only some. */
function placed(board: Board, at: Table): void {
  const given = board.spaces.filter((space) => Array.isArray(at[space.name]));
  if (given.length < board.spaces.length || given.length === 0) arrange(board);
  for (const space of given.length === board.spaces.length ? given : []) {
    const [x, y, angle] = at[space.name] as unknown[];
    Object.assign(space, { x: bounded(x), y: bounded(y) });
    if (angle !== undefined) space.turned = bounded(angle);
  }
}

/** Return a number of a drawing; what is none, or beyond every drawing, is 0. */
const bounded = (value: unknown): number => (typeof value === "number" && Math.abs(value) <= 10_000 ? value : 0);

function readPuzzle(data: Table, board: Board, faults: string[]): Puzzle {
  const puzzle = emptyPuzzle();
  const start = table(data["start"]);
  const goal = table(data["goal"]);
  puzzle.name = text(data["name"], "my-card");
  puzzle.ruleset = text(data["ruleset"], "switcher");
  puzzle.places = placesOf(data["places"]);
  const places = { ...board.places, ...puzzle.places };
  const locomotives = Object.entries(table(start["locomotives"])).map(([name, place]) => pieceOf(board, name, "locomotive", place, goal[name], places, faults));
  const cars = Object.entries(table(start["cars"])).map(([name, place]) => pieceOf(board, name, "car", place, goal[name], places, faults));
  puzzle.pieces = [...locomotives, ...cars];
  puzzle.broken = texts(start["broken"]);
  puzzle.closed = placesOf(start["closed"]);
  puzzle.settings = Object.fromEntries(Object.entries(table(start["turntables"])).map(([name, setting]) => [name, Number(setting) || 0]));
  puzzle.counts = Object.fromEntries(Object.entries(goal).filter((line): line is [string, string] => typeof line[1] === "string" && !puzzle.pieces.some(({ name }) => name === line[0])));
  puzzle.trains = Array.isArray(goal["trains"]) ? goal["trains"].map(table).map(trainOf) : [];
  puzzle.options = table(data["options"]);
  puzzle.about = table(data["about"]);
  return puzzle;
}

function pieceOf(board: Board, name: string, kind: Piece["kind"], place: unknown, goal: unknown, places: Record<string, string[]>, faults: string[]): Piece {
  const [space, faces] = placeOf(board, text(place, ""), faults);
  const isPlace = typeof goal === "string" && Object.hasOwn(places, goal.trim());
  const wanted = isPlace ? ([goal.trim(), null] as const) : typeof goal === "string" ? placeOf(board, goal, faults) : null;
  return { name, kind, space, faces: faces ?? 1, goal: wanted && { space: wanted[0], faces: wanted[1] } };
}

function trainOf(train: Table): WantedTrain {
  const where = (["place", "along"] as const).filter((key) => typeof train[key] === "string");
  return { pieces: text(train["pieces"], ""), ...Object.fromEntries(where.map((key) => [key, train[key]])) };
}

const placesOf = (value: unknown) => Object.fromEntries(Object.entries(table(value)).map(([name, spaces]) => [name, texts(spaces)]));

/** Read a place with or without a heading: `A1`, `A1>A2`, `A1<A2`, `T>0`. */
function placeOf(board: Board, source: string, faults: string[]): [string, 0 | 1 | null] {
  const [, space = source, sign, other = ""] = /^([^<>]+)([<>])(.+)$/.exec(source) ?? [];
  if (!spaceOf(board, space)) faults.push(`unknown space ${space}`);
  if (!sign) return [space, null];
  const end = /^[01]$/.test(other) && !spaceOf(board, other) ? (Number(other) as 0 | 1) : endTowards(board, space, other);
  if (end === null) faults.push(`${source}: ${other} is not beside ${space}`);
  const towards = end ?? 1;
  return [space, sign === ">" ? towards : towards === 0 ? 1 : 0];
}

function endTowards(board: Board, space: string, other: string): 0 | 1 | null {
  if (other === BUFFER) return null;
  for (const end of [0, 1] as const) if (joinedTo(board, [space, end]).some(([name]) => name === other)) return end;
  const isBridge = board.turntables.some(({ bridge, positions }) => bridge.includes(other) && positions.flat().includes(space));
  return isBridge ? openEnd(board, space) : null;
}
