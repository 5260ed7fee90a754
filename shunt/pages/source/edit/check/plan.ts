/** What is wrong with the tracks of a layout, as `Plan.from_tracks` in `shunt/track/plan.py` finds it, and the joins of a sound one. */

import { type PlacesTable, placeTableFaults } from "./goalPlaces.ts";
import { SPACE_MARKS } from "../model/spaceMarks.ts";
import { type Fault, isTable, type Keys, type Table, whereText } from "./shape.ts";

export const BUFFER = "|";
const MOST_SPACES = 5000;
const MOST_TURNTABLES = 50;

export interface Turntable {
  name: string;
  bridge: string[];
  positions: [string, string][];
}

/** The joins of a layout: for each space what is at its end 0 and at its end 1, without turntables. */
export interface Plan {
  spaces: Set<string>;
  fixed: Map<string, [string[], string[]]>;
  turntables: Turntable[];
  noStop: Set<string>;
  /** The kind of pieces that a space is closed to. */
  closed: Map<string, string>;
  exclusive: string[][];
}

export const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
export const isName = (text: string): boolean => /^[A-Za-z0-9_.-]+$/.test(text);

/** Return the plan of a layout whose shape is sound, null if there is any fault, and every fault. */
export function planOf(table: Table, under: Keys = []): { plan: Plan | null; faults: Fault[] } {
  const faults: Fault[] = [];
  const say = (keys: Keys, what: string, remedy = "") => faults.push({ where: whereText([...under, ...keys]), what, remedy });
  const runs = (table["tracks"] as string[]).map(words);
  const turntables = ((table["turntables"] ?? []) as Table[]).map((one): Turntable => ({
    name: String(one["name"]), bridge: words(String(one["bridge"])), positions: one["positions"] as [string, string][],
  }));
  const bridges = turntables.map((one) => one.bridge);
  const spaces = new Set([...runs, ...bridges].flat().filter((space) => space !== BUFFER));
  const all = new Set([...spaces, ...bridges.flat()]);
  if (spaces.size > MOST_SPACES) say(["tracks"], `${spaces.size} spaces`, `at most ${MOST_SPACES} are read`);
  if (turntables.length > MOST_TURNTABLES) say(["turntables"], `${turntables.length} turntables`, `at most ${MOST_TURNTABLES} are read`);
  if (faults.length) return { plan: null, faults };
  runFaults(runs, say);
  const ends = new Map<string, Map<string, 0 | 1>>();
  const joinFaults = colour([...spaces], [...runs, ...bridges], runs, ends);
  if (!runs.some((run) => run.slice(1, -1).includes(BUFFER))) faults.push(...joinFaults.map((one) => ({ ...one, where: whereText([...under, ...one.keys]) })));
  const fixed = new Map([...spaces].map((space): [string, [string[], string[]]] => [space, [[], []]]));
  for (const [space, around] of ends) for (const [other, end] of around) if (other === BUFFER || ends.get(other)?.has(space)) fixed.get(space)![end].push(other);
  tableFaults(turntables, runs, fixed, say);
  const noStop = (table["no_stop"] ?? []) as string[];
  noStop.forEach((space, index) => spaces.has(space) || say(["no_stop", index], `unknown space '${space}'`));
  const closed = new Map(Object.entries((table["closed"] ?? {}) as Record<string, string>));
  for (const space of closed.keys()) if (!spaces.has(space)) say(["closed", space], `unknown space '${space}'`);
  const exclusive = ((table["exclusive"] ?? []) as string[][]).map((group) => [...new Set(group)]);
  exclusive.forEach((group, index) => {
    for (const space of group) if (!spaces.has(space)) say(["exclusive", index], `unknown space '${space}'`);
    if (group.length < 2) say(["exclusive", index], "a group needs at least two spaces", "name the spaces that exclude each other");
  });
  if (!spaces.size) say(["tracks"], "the layout has no space", 'write at least one run, such as tracks = ["A B C"]');
  const isSound = !faults.length;
  nameFaults(runs, turntables, say);
  drawingFaults(table, all, say);
  const plan = { spaces, fixed, turntables, noStop: new Set(noStop), closed, exclusive };
  if (isSound) placeTableFaults((table["places"] ?? {}) as PlacesTable, plan, ["places"], say);
  return { plan: isSound ? plan : null, faults };
}

type Say = (keys: Keys, what: string, remedy?: string) => unknown;

function runFaults(runs: readonly string[][], say: Say): void {
  runs.forEach((run, index) => {
    if (!run.length) say(["tracks", index], "an empty run", "name its spaces in order, separated by blanks");
    if (run.slice(1, -1).includes(BUFFER)) say(["tracks", index], `a buffer stop (${BUFFER}) in the middle of a run`, "begin or end the run with it, or write two runs");
    if (run.length && run.every((one) => one === BUFFER)) say(["tracks", index], "a buffer stop without a space", "name the space beside it");
    run.forEach((space, place) => {
      if (space === run[place + 1] && space !== BUFFER) say(["tracks", index], `${space} follows itself`, "join a space to other spaces only");
    });
  });
}

type JoinFault = { keys: Keys; what: string; remedy: string };

/** Find at which end of each space each neighbour is. */
function colour(spaces: readonly string[], runs: readonly string[][], tracks: readonly string[][], ends: Map<string, Map<string, 0 | 1>>): JoinFault[] {
  const neighbours = new Map<string, Set<string>>();
  const opposite = new Map<string, Map<string, Set<string>>>();
  const around = (space: string) => neighbours.get(space) ?? neighbours.set(space, new Set()).get(space)!;
  const facing = (space: string, one: string) => {
    const table = opposite.get(space) ?? opposite.set(space, new Map()).get(space)!;
    return table.get(one) ?? table.set(one, new Set()).get(one)!;
  };
  for (const run of runs) {
    run.forEach((space, place) => {
      const [before, after] = [run[place - 1], run[place + 1]];
      if (after !== undefined) {
        around(space).add(after);
        around(after).add(space);
      }
      if (before === undefined || after === undefined) return;
      facing(space, before).add(after);
      facing(space, after).add(before);
    });
  }
  const faults: JoinFault[] = [];
  for (const space of spaces) {
    const found: [string, string, string][] = [];
    const names = [...around(space)];
    const end = colourOne(space, names, opposite.get(space) ?? new Map(), found);
    ends.set(space, end);
    const stop = end.get(BUFFER);
    const beyond = names.filter((name) => name !== BUFFER && stop !== undefined && end.get(name) === stop);
    if (beyond.length) found.push([BUFFER, `${space} has a buffer stop at the end where ${beyond.join(" and ")} joins it`, `remove the buffer stop, or name ${beyond[0]!} at the other end`]);
    for (const [name, what, remedy] of found) faults.push({ keys: runOf(tracks, space, name), what, remedy });
  }
  return faults;
}

function runOf(tracks: readonly string[][], space: string, name: string): Keys {
  const index = tracks.findIndex((run) => run.some((one, place) => (one === space && run[place + 1] === name) || (one === name && run[place + 1] === space)));
  return index < 0 ? ["tracks"] : ["tracks", index];
}

function colourOne(space: string, names: string[], opposite: Map<string, Set<string>>, faults: [string, string, string][]): Map<string, 0 | 1> {
  const end = new Map<string, 0 | 1>();
  if (!names.length) return end;
  end.set(names[0]!, 0);
  const todo = [names[0]!];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const other = end.get(name) === 0 ? 1 : 0;
    for (const one of [...(opposite.get(name) ?? [])].sort()) {
      if (!end.has(one)) {
        end.set(one, other);
        todo.push(one);
      } else if (end.get(one) !== other) {
        faults.push([one, `the runs contradict each other at ${space}: ${name} and ${one} are at one end and at opposite ends`, `look at every run through ${space}`]);
        return end;
      }
    }
  }
  for (const name of names) {
    if (!end.has(name)) faults.push([name, `the runs do not say at which end of ${space} the neighbour ${name} is`, `add a run through ${space} to or from ${name}, or end the runs with a buffer stop`]);
  }
  return end;
}

function tableFaults(tables: readonly Turntable[], runs: readonly string[][], fixed: Plan["fixed"], say: Say): void {
  const onTracks = new Set(runs.flat().filter((space) => space !== BUFFER));
  const bridgeOf = new Map(tables.flatMap((table) => table.bridge.map((space): [string, string] => [space, table.name])));
  const names = new Set<string>();
  tables.forEach((table, index) => {
    const under = ["turntables", index];
    if (names.has(table.name)) say([...under, "name"], `two turntables are called ${table.name}`, "give each its own name");
    names.add(table.name);
    if (!table.bridge.length) say([...under, "bridge"], "the bridge has no space", 'name its spaces, such as bridge = "T"');
    for (const space of table.bridge) {
      if (table.bridge.filter((one) => one === space).length > 1 || bridgeOf.get(space) !== table.name) {
        say([...under, "bridge"], `${space} is on two bridges, or twice on one`, "put each space on one bridge, once");
      } else if (onTracks.has(space)) {
        say([...under, "bridge"], `${space} is a bridge and in tracks`, "only positions join a bridge to its surroundings");
      }
    }
    if (!table.positions.length) say([...under, "positions"], "no positions", 'give at least one, such as [["A", "B"]]');
    table.positions.forEach(([first, last], number) => {
      const place = [...under, "positions", number];
      for (const outside of new Set([first, last].filter(Boolean))) {
        if (bridgeOf.has(outside)) say(place, `${outside} is a bridge itself`, "a bridge may not be an outside space of a turntable");
        else if (!onTracks.has(outside)) say(place, `unknown space '${outside}'`);
        else if (fixed.get(outside)?.every((side) => side.length)) {
          say(place, `both ends of ${outside} are joined or have a buffer stop`, "a turntable needs a space with an open end");
        }
      }
      if (first && first === last) say(place, `${first} is at both ends of the bridge`, "put each outside space at one end only");
    });
  });
}

function nameFaults(runs: readonly string[][], tables: readonly Turntable[], say: Say): void {
  const check = (run: readonly string[], keys: Keys) => {
    for (const space of new Set(run)) {
      if (!isName(space) && !(space === BUFFER && keys[0] === "tracks")) say(keys, `'${space}' is not a name of a space`, "names consist of the letters a–z and A–Z, digits, _, - and .");
    }
  };
  runs.forEach((run, index) => check(run, ["tracks", index]));
  tables.forEach(({ bridge }, index) => check(bridge, ["turntables", index, "bridge"]));
}

function drawingFaults(table: Table, spaces: Set<string>, say: Say): void {
  for (const section of ["at", "marks", ...SPACE_MARKS.filter((mark) => mark.isOnlyDrawn).map((mark) => mark.key)]) {
    const given = table[section];
    const named: [string | number, string][] = Array.isArray(given) ? given.map((space, index) => [index, String(space)]) : isTable(given) ? Object.keys(given).map((space) => [space, space]) : [];
    for (const [key, space] of named) if (!spaces.has(space) || space === BUFFER) say([section, key], `unknown space '${space}'`);
  }
  const points = new Map<string, string>();
  for (const [space, place] of Object.entries((table["at"] ?? {}) as Record<string, (number | bigint)[]>)) {
    const key = place.slice(0, 2).map(Number).map((one) => one + 0).join();
    if (points.has(key)) say(["at", space], `${space} is drawn on the same point as ${points.get(key)!}`, "give each space its own point");
    else points.set(key, space);
  }
}

/** Return the end by which a space meets a turntable. */
export function openEnd(plan: Plan, space: string): 0 | 1 {
  return plan.fixed.get(space)?.[0].some((other) => other !== BUFFER) ? 1 : 0;
}

/** Return the spaces beyond an end of a space, at any position of the turntables, each with the end by which it is entered. */
export function neighboursOf(plan: Plan, space: string, end: 0 | 1): [space: string, entered: 0 | 1][] {
  const joined = (name: string) => plan.fixed.get(name) ?? [[], []];
  const open = (name: string) => openEnd(plan, name);
  const found = joined(space)[end].filter((other) => other !== BUFFER).map((other): [string, 0 | 1] => [other, joined(other)[0].includes(space) ? 0 : 1]);
  for (const { bridge, positions } of plan.turntables) {
    for (const position of positions) {
      position.forEach((outside, side) => {
        if (!outside) return;
        const inner = side ? bridge.at(-1)! : bridge[0]!;
        const innerEnd = bridge.length === 1 ? (side as 0 | 1) : open(inner);
        if (space === inner && end === innerEnd) found.push([outside, open(outside)]);
        if (space === outside && end === open(outside)) found.push([inner, innerEnd]);
      });
    }
  }
  return found;
}
