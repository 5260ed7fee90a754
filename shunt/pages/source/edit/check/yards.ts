/** What is wrong with a hump yard whose shape is sound, as `yard_faults` in `shunt/hump/yard.py` finds it. */

import { type Fault, type Keys, type Table, whereText } from "./shape.ts";

export const NUMBERS = [0, 3, 10, 22, 25, 26, 32, 35, 38, 39, 40, 41, 43, 44, 45, 55, 57, 60, 62];
/** The 20 kinds of tile in the set, by name. */
export const TILES: readonly string[] = [...NUMBERS.map(String), "end"];
export const MOST_HEADINGS = 9;
const MOST_TILES = 60;

export function yardFaults(yard: Table): Fault[] {
  const faults: Fault[] = [];
  const say = (keys: Keys, what: string, remedy = "") => faults.push({ where: whereText(keys), what, remedy });
  const headings = Number(yard["headings"] ?? 5);
  if (headings < 1 || headings > MOST_HEADINGS) {
    say(["headings"], `${headings} headings`, `1 to ${MOST_HEADINGS}; the game has 5`);
    return faults;
  }
  const tiles = ((yard["tiles"] ?? []) as Table[]).map((one) => ({ at: (one["at"] as bigint[]).map(Number), kind: String(one["tile"]), turn: Number(one["turn"] ?? 0) }));
  if (tiles.length > MOST_TILES) say(["tiles"], `${tiles.length} tiles`, `at most ${MOST_TILES}`);
  const reserved = new Map([["-1,0", "the source"], [`${headings},0`, "the sink"]]);
  const row = new Set(Array.from({ length: headings }, (_, column) => `${column},0`));
  const owner = new Map<string, string>();
  tiles.forEach(({ at, kind, turn }, index) => {
    const [cell, shown] = [at.join(), `[${at.join(", ")}]`];
    if (!TILES.includes(kind)) say(["tiles", index, "tile"], `unknown tile ${kind}`, `one of ${TILES.join(" ")}`);
    if (turn < 0 || turn > 3) say(["tiles", index, "turn"], `${turn} is not a turn`, "0 to 3 clockwise quarter turns");
    if (reserved.has(cell)) say(["tiles", index, "at"], `${shown} is ${reserved.get(cell)!}`, "build elsewhere");
    else if (row.has(cell)) say(["tiles", index, "at"], `tile ${kind} overlaps the heading at ${shown}`, "headings cannot be built over");
    else if (owner.has(cell)) say(["tiles", index, "at"], `tile ${kind} overlaps tile ${owner.get(cell)!} at ${shown}`, "put one tile in each cell");
    if (!owner.has(cell)) owner.set(cell, kind);
  });
  const cells = new Set(tiles.map(({ at }) => at.join()).filter((cell) => !reserved.has(cell)));
  const reached = new Set(row);
  const todo = [...row];
  for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
    for (const beside of cellsBeside(cell)) {
      if (!cells.has(beside) || reached.has(beside)) continue;
      reached.add(beside);
      todo.push(beside);
    }
  }
  tiles.forEach(({ at, kind }, index) => {
    if (cells.has(at.join()) && !reached.has(at.join())) say(["tiles", index, "at"], `tile ${kind} at [${at.join(", ")}] is not connected`, "share an edge with the yard");
  });
  return faults;
}

/** Return the four cells that share an edge with one. */
export function cellsBeside(cell: string): string[] {
  const [column, row] = cell.split(",").map(Number) as [number, number];
  return [[column, row + 1], [column + 1, row], [column, row - 1], [column - 1, row]].map((one) => one.join());
}
