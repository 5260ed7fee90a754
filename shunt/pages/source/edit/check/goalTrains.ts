/** What is wrong with the trains of a goal, as `shunt/cards/wanted_trains.py` finds it. */

import type { PlacesTable } from "./goalPlaces.ts";
import { neighboursOf, type Plan, words } from "./plan.ts";
import type { Keys, Table } from "./shape.ts";

type Say = (keys: Keys, what: string, remedy?: string) => unknown;

interface Given {
  plan: Plan;
  pieces: string[];
  /** The pieces that other lines of the goal name alone. */
  named: string[];
  broken: string[];
  mayBe(name: string, space: string): boolean;
  places: PlacesTable;
}

interface Train {
  pieces: string[];
  place?: string;
  along?: string[];
}

export const ANY = "?";
const ONCE = "each piece is used once";

/** Return the lines of a goal that are text, and its trains. */
export function linesOf(goal: Table, say: Say): { lines: Record<string, string>; trains: Train[] } {
  const [lines, trains]: [Record<string, string>, Train[]] = [{}, []];
  for (const [name, line] of Object.entries(goal)) {
    if (typeof line === "string") lines[name] = line;
    else if (name !== "trains") say(["goal", name], `${name} has a list, and only trains is one`, `write ${name} = "SPACE", or list trains under trains`);
    else trains.push(...(line as Record<string, string>[]).map(({ pieces, place, along }) => ({ pieces: words(pieces!), ...(place == null ? {} : { place }), ...(along == null ? {} : { along: words(along) }) })));
  }
  return { lines, trains };
}

export function wantedTrainFaults(given: Given, trains: readonly Train[], say: Say): void {
  let found = 0;
  const note: Say = (...fault) => (found++, say(...fault));
  trains.forEach((train, number) => {
    const [before, keys]: [number, Keys] = [found, ["goal", "trains", number]];
    pieceFaults(given, train, trains.slice(0, number).flatMap(({ pieces }) => pieces), [...keys, "pieces"], note);
    placeFaults(given, train, keys, note);
    if (found === before && !rowExists(given, train)) note([...keys, "pieces"], `no row of ${train.pieces.length} spaces can hold train ${train.pieces.join(" ")}`, "a train stands on spaces along one track where pieces may stop");
  });
  const wanted = trains.reduce((sum, { pieces }) => sum + pieces.length, given.named.length);
  if (!found && wanted > given.pieces.length) say(["goal", "trains"], `this goal asks for ${wanted} pieces, but there are ${given.pieces.length}`, ONCE);
}

function pieceFaults({ pieces: known, named }: Given, { pieces }: Train, earlier: string[], keys: Keys, say: Say): void {
  pieces.forEach((name, index) => {
    if (name === ANY) return;
    if (!known.includes(name)) say(keys, `unknown piece '${name}' at the start`);
    else if (pieces.indexOf(name) < index || earlier.includes(name)) say(keys, `${name} is in a train twice`, ONCE);
    else if (named.includes(name)) say(keys, `${name} is in a train, and has a place of its own`, `${ONCE}: leave out one of both`);
  });
  if (pieces.every((name) => name === ANY)) say(keys, "the train names no piece", 'name at least one, such as pieces = "x ? y"');
}

function placeFaults({ plan, places }: Given, { pieces, place, along }: Train, keys: Keys, say: Say): void {
  if (place !== undefined && along) say(keys, "a place and a run are both given", "write place or along");
  else if (place !== undefined && !Object.hasOwn(places, place)) say([...keys, "place"], `unknown place '${place}'`);
  else if (place !== undefined && pieces.length > places[place]!.length) say([...keys, "pieces"], `a train of ${pieces.length} pieces is longer than ${place}, which has ${places[place]!.length} spaces`, "take pieces out, or choose a longer place");
  if (!along || place !== undefined) return;
  const unknown = [...new Set(along)].filter((space) => !plan.spaces.has(space));
  for (const space of unknown) say([...keys, "along"], `unknown space '${space}'`);
  if (unknown.length) return;
  if (new Set(along).size < along.length) {
    say([...keys, "along"], "the run names a space twice", "name each space of the run once, in order");
    return;
  }
  if (pieces.length > along.length) say([...keys, "along"], `a train of ${pieces.length} pieces is longer than the run, which has ${along.length} spaces`, "take pieces out, or name a longer run");
  const apart = along.findIndex((space, index) => index > 0 && !([0, 1] as const).some((end) => neighboursOf(plan, along[index - 1]!, end).some(([other]) => other === space)));
  if (apart > 0) say([...keys, "along"], `${along[apart - 1]!} and ${along[apart]!} are not joined`, "name spaces that follow each other");
  else if (!([0, 1] as const).some((end) => isSmooth(plan, along, end))) say([...keys, "along"], "no piece can run along this run without turning back", "name the spaces of one track in their order");
}

/** Return whether a piece can run along spaces, if it leaves the first by `end`. */
function isSmooth(plan: Plan, [first, ...rest]: readonly string[], end: 0 | 1): boolean {
  if (first === undefined || !rest.length) return true;
  return neighboursOf(plan, first, end).some(([space, entered]) => space === rest[0] && isSmooth(plan, rest, entered === 0 ? 1 : 0));
}

/** Return whether there is a row of spaces for a train, however the turntables stand. */
function rowExists({ plan, broken, mayBe, places }: Given, { pieces, place, along }: Train): boolean {
  const allowed = (along ?? (place === undefined ? [...plan.spaces] : places[place]!)).filter((space) => !broken.includes(space) && !plan.noStop.has(space));
  const apart = (space: string, row: string[]) => plan.exclusive.every((group) => !group.includes(space) || !row.some((one) => group.includes(one)));
  const isOpen = (index: number, space: string) => pieces[index] === ANY || mayBe(pieces[index]!, space);
  const longer = (row: string[], end: 0 | 1): boolean => {
    if (row.length === pieces.length) return true;
    const last = row.at(-1)!;
    return neighboursOf(plan, last, end).some(([space, entered]) => {
      const follows = !along || along[along.indexOf(last) + 1] === space;
      return follows && isOpen(row.length, space) && allowed.includes(space) && !row.includes(space) && apart(space, row) && longer([...row, space], entered === 0 ? 1 : 0);
    });
  };
  return allowed.some((space) => isOpen(0, space) && (longer([space], 0) || longer([space], 1)));
}
