/** A card of trains without faults, by number, as the searches of the page want it. */

import type { Puzzle } from "../../rules/bothEnds.ts";
import type { Board, End } from "../../rules/board.ts";
import { type Position, rulesOn } from "../../rules/trains.ts";
import { trainRulesOf } from "../model/trainRules.ts";
import { type PlacesTable, wantFaults } from "./goalPlaces.ts";
import { ANY, linesOf } from "./goalTrains.ts";
import { BUFFER, openEnd, type Plan, planOf } from "./plan.ts";
import { isTable, type Table } from "./shape.ts";
import { neighbours, piecesKeptOut, splitHeading } from "./trainCards.ts";

export interface Numbered {
  puzzle: Puzzle;
  /** The names of the pieces, locomotives first. */
  names: string[];
}

/** Return the puzzle of a file, or why the page does not search for its solution. */
export function puzzleOf(data: Table, layouts: (name: string) => Table | null): Numbered | string {
  const layout = isTable(data["layout"]) ? data["layout"] : layouts(String(data["layout"]));
  const start = data["start"] as Table;
  const options = (data["options"] ?? {}) as Table;
  const metric = options["metric"] ?? "moves";
  if (data["schema"] === "shunt-yard/1") return "it is a hump yard";
  if (!layout || data["ruleset"] === "sidings") return "it is a sidings card";
  if (![metric].flat().every((one) => one === "moves")) return `it is counted in ${[metric].flat().join(", ")}`;
  const { plan } = planOf(layout);
  if (!plan) return "the board has faults";
  const locomotives = (start["locomotives"] ?? {}) as Record<string, string>;
  const cars = (start["cars"] ?? {}) as Record<string, string>;
  const names = [...Object.keys(locomotives), ...Object.keys(cars)];
  const board = boardOf(layout, plan);
  const number = (space: string) => board.spaces.indexOf(space);
  const seat = (name: string) => names.indexOf(name);
  const broken = (start["broken"] ?? []) as string[];
  const groups = (options["interchangeable"] ?? []) as string[][];
  const keptOut = piecesKeptOut(plan, start, Object.keys(locomotives), Object.keys(cars));
  const mayBe = (name: string, space: string) => !keptOut.get(space)?.has(name);
  const rules = rulesOn(board, {
    locomotives: Object.keys(locomotives).length,
    broken: broken.map(number),
    closed: [...keptOut].map(([space, pieces]): [number, number[]] => [number(space), [...pieces].map(seat)]),
    trainRules: trainRulesOf(String(data["ruleset"]), options),
    told: [], // the editor refuses no moves
    alike: groups.map((group) => group.map(seat)),
  });
  const settings = (start["turntables"] ?? {}) as Record<string, bigint>;
  const placed = names.map((name) => placeOf(plan, locomotives[name] ?? cars[name]!));
  const position: Position = {
    places: placed.map(({ space }) => number(space)),
    headings: placed.slice(0, Object.keys(locomotives).length).map(({ end }) => end ?? 0),
    turntables: plan.turntables.map(({ name }) => Number(settings[name] ?? 0)),
  };
  const { lines, trains } = linesOf(data["goal"] as Table, () => undefined);
  const [own, places] = [(data["places"] ?? {}) as PlacesTable, (layout["places"] ?? {}) as PlacesTable];
  const given = { plan, locomotives, cars, goal: lines, broken, mayBe, groups, own, places };
  const { others, wants } = wantFaults(given, () => undefined);
  const goal = Object.entries(others).map(([name, text]) => {
    const { space, end } = placeOf(plan, text);
    return { piece: seat(name), space: number(space), heading: end ?? -1 };
  });
  const wanted = wants.map(({ place, pieces, spaces, count }) => ({ place, pieces: pieces.map(seat), spaces: spaces.map(number), count }));
  const rows = trains.map(({ pieces, place, along }) => ({
    pieces: pieces.map((name) => (name === ANY ? -1 : seat(name))),
    where: "",
    spaces: (along ?? (place === undefined ? [] : ({ ...places, ...own }[place] ?? [place]))).map(number),
    isAlong: along !== undefined,
  }));
  return { puzzle: { rules, start: position, goal: { goal, wants: wanted, trains: rows } }, names };
}

/** Return a space, and the end of it that is faced, if the text says so. */
function placeOf(plan: Plan, text: string): { space: string; end: 0 | 1 | null } {
  const [space, sign, other] = splitHeading(plan, text);
  if (!sign) return { space, end: null };
  const named = ([0, 1] as const).find((end) => neighbours(plan, space, end).has(other)) ?? (Number(other) as 0 | 1);
  return { space, end: sign === ">" ? named : named === 0 ? 1 : 0 };
}

function boardOf(layout: Table, plan: Plan): Board {
  const spaces = [...plan.spaces];
  const endOf = (space: string, end: 0 | 1): End => 2 * spaces.indexOf(space) + end;
  const towards = (space: string, other: string): End => endOf(space, plan.fixed.get(space)![0].includes(other) ? 0 : 1);
  const given = (layout["turntables"] ?? []) as Table[];
  return {
    name: String(layout["name"] ?? ""),
    spaces,
    fixed: spaces.flatMap((space) => ([0, 1] as const).map((end) => plan.fixed.get(space)![end].filter((one) => one !== BUFFER).map((other) => towards(other, space)))),
    turntables: plan.turntables.map(({ name, bridge, positions }, index) => {
      const [first, last] = [bridge[0]!, bridge.at(-1)!];
      const ends: [End, End] = first === last ? [endOf(first, 0), endOf(first, 1)] : [endOf(first, openEnd(plan, first)), endOf(last, openEnd(plan, last))];
      const met = (outside: string): End => (outside ? endOf(outside, openEnd(plan, outside)) : -1);
      return {
        name,
        bridge: bridge.map((space) => spaces.indexOf(space)),
        ends,
        positions: positions.map(([one, other]): [End, End] => [met(one), met(other)]),
        rotation: (given[index]!["rotation"] ?? "each-move") as "each-move" | "manual" | "locked",
      };
    }),
    noStop: [...plan.noStop].map((space) => spaces.indexOf(space)),
    exclusive: plan.exclusive.map((group) => group.map((space) => spaces.indexOf(space))),
  };
}
