/** The board and the card of the editor as TOML, in the form of `docs/reference/formats.md`. */

import { type Board, type Doc, joinedTo, openEnd, type Puzzle, type Space } from "../model/model.ts";
import { BUFFER, joinsOf, runsOf } from "../model/runs.ts";
import { sidingsText } from "../model/sidings.ts";
import { SPACE_MARKS } from "../model/spaceMarks.ts";
import { entries, key, value } from "../model/toml.ts";
import { yardText } from "../model/yard.ts";

/** Return the file: a layout, a card with its layout inside, or a hump yard. */
export function textOf(doc: Doc): string {
  if (doc.yard) return yardText(doc.yard);
  if (doc.sidings) return sidingsText(doc.sidings);
  const { board, puzzle } = doc;
  const lines = puzzle ? [...puzzleLines(puzzle, board), "", ...boardLines(board, "layout")] : boardLines(board, "");
  return `${lines.join("\n").replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

function boardLines(board: Board, under: string): string[] {
  const section = (name: string) => `[${[under, name].filter(Boolean).join(".")}]`;
  const runs = tracksOf(board);
  const turned = turnedSpaces(board, runs);
  const lines = under ? [section("")] : ['schema = "shunt-layout/1"'];
  lines.push(`name = ${value(board.name)}`, "tracks = [", ...runs.map((run) => `    ${value(run)},`), "]");
  for (const { key: name, values } of SPACE_MARKS) {
    const marked = board.spaces.flatMap((space): [string, string][] => (space.has[name] ? [[space.name, space.has[name]]] : []));
    if (marked.length) lines.push(`${name} = ${values.length ? `{ ${entries(Object.fromEntries(marked)).join(", ")} }` : value(marked.map(([space]) => space))}`);
  }
  if (board.exclusive.length) lines.push(`exclusive = ${value(board.exclusive)}`);
  for (const table of board.turntables) {
    lines.push("", `[${section("turntables")}]`, `name = ${value(table.name)}`, `bridge = ${value(table.bridge.join(" "))}`);
    lines.push(`positions = ${value(table.positions)}`, `rotation = ${value(table.rotation)}`);
  }
  if (board.spaces.length) lines.push("", section("at"), ...board.spaces.map((space) => `${key(space.name)} = [${placeOf(space, turned)}]`));
  if (Object.keys(board.marks).length) lines.push("", section("marks"), ...entries(board.marks));
  if (Object.keys(board.places).length) lines.push("", section("places"), ...entries(board.places));
  if (Object.keys(board.about).length) lines.push("", section("about"), ...entries(board.about));
  return lines;
}

/** Return the runs of a board without those of its bridges. */
function tracksOf(board: Board): string[] {
  const bridges = new Set(board.turntables.flatMap(({ bridge }) => bridge.slice(1).map((space, place) => joinKey(bridge[place]!, space))));
  return runsOf({ ...board, joins: board.joins.filter(([[a], [b]]) => !bridges.has(joinKey(a, b))) });
}

const joinKey = (a: string, b: string) => [a, b].sort().join(" ");

function puzzleLines(puzzle: Puzzle, board: Board): string[] {
  const of = (kind: string) => puzzle.pieces.filter((piece) => piece.kind === kind);
  const headed = puzzle.ruleset === "switcher";
  const start = (kind: string) =>
    of(kind).map((piece) => `${key(piece.name)} = ${value(placeText(board, piece.space, kind === "locomotive" && headed ? piece.faces : null))}`);
  const lines = ['schema = "shunt-card/1"', `name = ${value(puzzle.name)}`, `ruleset = ${value(puzzle.ruleset)}`, "", "[start]"];
  lines.push(`locomotives = { ${start("locomotive").join(", ")} }`, `cars = { ${start("car").join(", ")} }`);
  if (puzzle.broken.length) lines.push(`broken = ${value(puzzle.broken)}`);
  if (Object.keys(puzzle.closed).length) lines.push(`closed = { ${entries(puzzle.closed).join(", ")} }`);
  const settings = Object.entries(puzzle.settings).filter(([, setting]) => setting !== 0);
  if (settings.length) lines.push(`turntables = { ${settings.map(([name, setting]) => `${key(name)} = ${setting}`).join(", ")} }`);
  if (Object.keys(puzzle.places).length) lines.push("", "[places]", ...entries(puzzle.places));
  lines.push("", "[goal]");
  for (const { name, goal, kind } of puzzle.pieces) {
    if (goal) lines.push(`${key(name)} = ${value(placeText(board, goal.space, kind === "locomotive" && headed ? goal.faces : null))}`);
  }
  lines.push(...entries(puzzle.counts), ...(puzzle.trains.length ? entries({ trains: puzzle.trains }) : []));
  if (Object.keys(puzzle.options).length) lines.push("", "[options]", ...entries(puzzle.options));
  if (Object.keys(puzzle.about).length) lines.push("", "[about]", ...entries(puzzle.about));
  return lines;
}

/** Return a place with the heading that faces an end. */
export function placeText(board: Board, space: string, faces: 0 | 1 | null): string {
  if (faces === null) return space;
  const ahead = joinedTo(board, [space, faces])[0];
  const behind = joinedTo(board, [space, faces === 0 ? 1 : 0])[0];
  if (board.turntables.some(({ bridge }) => bridge.length === 1 && bridge[0] === space)) return `${space}>${faces}`;
  if (ahead) return `${space}>${ahead[0]}`;
  if (behind) return `${space}<${behind[0]}`;
  const table = board.turntables.find(({ positions }) => positions.flat().includes(space));
  const bridge = table?.positions.some(([first]) => first === space) ? table.bridge[0] : table?.bridge.at(-1);
  return bridge ? `${space}${faces === openEnd(board, space) ? ">" : "<"}${bridge}` : space;
}

/** Return where a space is drawn, with its direction if it was given one: from the end that readers of the runs number 0. */
function placeOf(space: Space, turned: ReadonlySet<string>): string {
  const place = [space.x, space.y];
  if (space.turned !== null) place.push(turned.has(space.name) ? (space.turned + 180) % 360 : space.turned);
  return place.map(rounded).join(", ");
}

/** Return the spaces whose ends readers of the runs number the other way round. */
export function turnedSpaces(board: Board, runs: readonly string[] = tracksOf(board)): Set<string> {
  const read = joinsOf([...runs, ...board.turntables.map(({ bridge }) => bridge.join(" "))]).joins;
  const turned = new Set<string>();
  for (const [[name, end], [other]] of [...read, ...read.map(([a, b]) => [b, a] as const)]) {
    if (name !== BUFFER && !joinedTo(board, [name, end]).some(([one]) => one === other)) turned.add(name);
  }
  return turned;
}

const rounded = (number: number) => Math.round(number * 1000) / 1000 + 0;
