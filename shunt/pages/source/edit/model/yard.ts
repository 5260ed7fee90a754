/** A hump yard as the editor holds it: headings and the tiles on them; its tiles as segments; read from files and written. */

import { cellsBeside, TILES } from "../check/yards.ts";
import { isTable, type Table } from "../check/shape.ts";
import { entries, value } from "./toml.ts";

export interface Tile {
  column: number;
  row: number;
  kind: string;
  /** Clockwise quarter turns, 0 to 3. */
  turn: number;
}

export interface HumpYard {
  /** Its name; "" is that of the file. */
  name: string;
  headings: number;
  branches: "up" | "down";
  tiles: Tile[];
  about: Table;
}

/** How many tiles of each kind the set has. */
export const COPIES = 4;
const SEGMENTS = ["NE", "SE", "NW", "SW", "NS", "WE"];
const TURNED: Record<string, string> = { N: "E", E: "S", S: "W", W: "N" };

export function emptyYard(): HumpYard {
  return { name: "my-yard", headings: 5, branches: "up", tiles: [], about: {} };
}

/** Return the segments of a tile as turned, each as the edges that it joins; the stub `end` has the one edge `S`. */
export function segmentsOf(kind: string, turn: number): string[] {
  const number = Number(kind);
  let found = kind === "end" ? ["S"] : SEGMENTS.filter((_, bit) => !((number >> (5 - bit)) & 1));
  for (let turns = ((turn % 4) + 4) % 4; turns > 0; turns--) found = found.map((segment) => [...segment].map((edge) => TURNED[edge]!).join(""));
  return found;
}

/** Return how many turns of a kind differ: 1, 2 or 4. */
export function turnsOf(kind: string): number {
  const shapes = [0, 1, 2, 3].map((turn) => segmentsOf(kind, turn).map((segment) => [...segment].sort().join("")).sort().join());
  return new Set(shapes).size;
}

export const tileAt = (yard: HumpYard, column: number, row: number): Tile | undefined => yard.tiles.find((tile) => tile.column === column && tile.row === row);

/** Return every free cell that shares an edge with the yard, where the next tile may be built. */
export function sitesOf(yard: HumpYard): [column: number, row: number][] {
  const headings = Array.from({ length: yard.headings }, (_, column) => `${column},0`);
  const taken = new Set([...headings, ...yard.tiles.map(({ column, row }) => `${column},${row}`)]);
  const reserved = new Set(["-1,0", `${yard.headings},0`]);
  const beside = new Set([...taken].flatMap(cellsBeside).filter((cell) => !taken.has(cell) && !reserved.has(cell)));
  return [...beside].map((cell) => cell.split(",").map(Number) as [number, number]);
}

/** Return how many tiles of each kind are built, of those that are. */
export function countsOf(yard: HumpYard): [kind: string, count: number][] {
  return TILES.map((kind): [string, number] => [kind, yard.tiles.filter((tile) => tile.kind === kind).length]).filter(([, count]) => count > 0);
}

// --------------------------------------------------------------------------------------------------- files

const whole = (given: unknown, otherwise: number): number => (typeof given === "number" && Number.isInteger(given) ? given : otherwise);

export function readYard(data: Table): HumpYard {
  const tiles = Array.isArray(data["tiles"]) ? data["tiles"].filter(isTable) : [];
  return {
    name: typeof data["name"] === "string" ? data["name"] : "",
    headings: Math.min(9, Math.max(1, whole(data["headings"], 5))),
    branches: data["branches"] === "down" ? "down" : "up",
    tiles: tiles.flatMap((one): Tile[] => {
      const at = Array.isArray(one["at"]) ? one["at"] : [];
      const [column, row] = [whole(at[0], NaN), whole(at[1], NaN)];
      const kind = String(one["tile"]);
      return Number.isNaN(column + row) || !TILES.includes(kind) ? [] : [{ column, row, kind, turn: whole(one["turn"], 0) }];
    }),
    about: isTable(data["about"]) ? data["about"] : {},
  };
}

export function yardText(yard: HumpYard): string {
  const tile = ({ column, row, kind, turn }: Tile) =>
    `  { at = [${column}, ${row}], tile = ${kind === "end" ? '"end"' : kind}${turn ? `, turn = ${turn}` : ""} },`;
  const sorted = [...yard.tiles].sort((a, b) => a.column - b.column || a.row - b.row);
  const lines = ['schema = "shunt-yard/1"', ...(yard.name ? [`name = ${value(yard.name)}`] : []), `headings = ${yard.headings}`, `branches = "${yard.branches}"`];
  lines.push(...(sorted.length ? ["tiles = [", ...sorted.map(tile), "]"] : ["tiles = []"]));
  if (Object.keys(yard.about).length) lines.push("", "[about]", ...entries(yard.about));
  return `${lines.join("\n")}\n`;
}
