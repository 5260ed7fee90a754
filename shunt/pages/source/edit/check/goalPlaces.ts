/** What is wrong with places and with goals that name them, as `shunt/track/layout_file.py` and `shunt/cards/wants.py` find it. */

import { isMatching } from "../../rules/matching.ts";
import type { Plan } from "./plan.ts";
import type { Keys } from "./shape.ts";

type Say = (keys: Keys, what: string, remedy?: string) => unknown;
export type PlacesTable = Record<string, string[]>;

const MOST_OVERLAPPING = 10;

/** Find places without a name of their own, and spaces in them that are none, come twice or are only passed. */
export function placeTableFaults(places: PlacesTable, plan: Pick<Plan, "spaces" | "noStop">, under: Keys, say: Say): void {
  for (const [name, spaces] of Object.entries(places)) {
    if (plan.spaces.has(name)) say([...under, name], `a place and a space are both called ${name}`, "give the place a name of its own");
    spaces.forEach((space, index) => {
      const keys = [...under, name, index];
      if (!plan.spaces.has(space)) say(keys, `unknown space '${space}'`);
      else if (spaces.indexOf(space) < index) say(keys, `${space} is listed twice`, "name each space of a place once");
      else if (plan.noStop.has(space)) say(keys, `nothing may stand on ${space}, so it is no part of a place`, "leave it out (see no_stop in the layout)");
    });
  }
}

interface Part {
  pieces: string[];
  count: number;
}

/** Return how many of which pieces a line of a goal asks for: `2 of h1 h2, 1 of box`; null where it says something else. */
export function countsOf(text: string): Part[] | null {
  const found = text.split(",").map((part) => /^([0-9]{1,4}) of ([^]*)$/.exec(part.trim()));
  if (found.some((one) => one === null)) return null;
  return found.map((one) => ({ count: Number(one![1]), pieces: one![2]!.split(/\s+/).filter(Boolean) }));
}

interface Want extends Part {
  place: string;
  spaces: string[];
}

interface Given {
  plan: Plan;
  locomotives: Record<string, string>;
  cars: Record<string, string>;
  goal: Record<string, string>;
  broken: string[];
  mayBe: (name: string, space: string) => boolean;
  groups: string[][];
  own: PlacesTable;
  places: PlacesTable;
}

/** Find the faults of a goal's lines that name places; return the other lines, and the wants that are sound. */
export function wantFaults(given: Given, say: Say): { others: Record<string, string>; wants: Want[] } {
  const { plan, locomotives, cars, goal, own, places } = given;
  const isPiece = (name: string) => Object.hasOwn(locomotives, name) || Object.hasOwn(cars, name);
  placeTableFaults(own, plan, ["places"], say);
  for (const name of Object.keys(own)) if (Object.hasOwn(places, name)) say(["places", name], `the layout has a place called ${name} too`, "give this place another name");
  const all = { ...places, ...own };
  for (const name of Object.keys(all)) {
    if (isPiece(name)) say(Object.hasOwn(own, name) ? ["places", name] : ["start"], `a place and a piece are both called ${name}`, "rename one of them");
  }
  const [others, wants]: [Record<string, string>, Want[]] = [{}, []];
  for (const [key, text] of Object.entries(goal)) {
    const place = text.trim();
    const counts = countsOf(text);
    if (isPiece(key) && Object.hasOwn(all, place)) wants.push(...soundWants(given, key, [{ place, spaces: all[place]!, pieces: [key], count: 1 }], say));
    else if (!isPiece(key) && counts) {
      const known = Object.hasOwn(all, key);
      if (!known && !plan.spaces.has(key)) {
        say(["goal", key], `unknown place '${key}'`);
        continue;
      }
      if (!known && plan.noStop.has(key)) say(["goal", key], `nothing may stand on ${key}, only pass it`, "choose another space (see no_stop in the layout)");
      wants.push(...soundWants(given, key, counts.map((part) => ({ ...part, place: key, spaces: known ? all[key]! : [key] })), say));
    } else others[key] = text;
  }
  return { others, wants };
}

function soundWants({ locomotives, cars, broken, mayBe, groups }: Given, key: string, wants: Want[], say: Say): Want[] {
  return wants.filter(({ place, spaces, pieces, count }) => {
    const faults: [string, string][] = [];
    const text = `${count} of ${pieces.join(" ")}`;
    for (const name of pieces) if (!Object.hasOwn(locomotives, name) && !Object.hasOwn(cars, name)) faults.push([`unknown piece '${name}' at the start`, ""]);
    if (new Set(pieces).size < pieces.length) faults.push([`'${text}' names a piece twice`, "name each piece once"]);
    if (new Set(pieces.map((name) => Object.hasOwn(locomotives, name))).size > 1) faults.push([`'${text}' mixes locomotives and cars`, "write a count for each, with a comma between them"]);
    if (count < 1 || count > pieces.length) faults.push([`'${text}' asks for ${count} of ${pieces.length}`, `a number from 1 to ${pieces.length}`]);
    for (const group of groups) {
      const missing = group.filter((name) => !pieces.includes(name));
      if (missing.length && group.some((name) => pieces.includes(name)) && pieces.some((name) => !group.includes(name))) {
        faults.push([`'${text}' names some pieces of an interchangeable group, and others`, `add ${missing.join(" ")}, which may stand for them, or write a count for each`]);
      }
    }
    if (spaces.every((space) => broken.includes(space))) faults.push([`all spaces of ${place} are broken tracks`, "choose another place, or take a space off start.broken"]);
    else {
      const out = pieces.filter((name) => !spaces.some((space) => mayBe(name, space)));
      if (pieces.length - out.length < count) faults.push([`all spaces of ${place} are closed to ${out.join(" ")}`, "choose another place, or open a space of it (see closed)"]);
    }
    for (const [what, remedy] of faults) say(["goal", key], what, remedy);
    return !faults.length;
  });
}

/** Find what keeps sound parts of a goal from being met together; `sent` are the spaces of single pieces. */
export function togetherFaults({ groups, mayBe }: Given, sent: ReadonlyMap<string, string>, wants: readonly Want[], say: Say): void {
  if (!wants.length) return;
  const alike = (name: string) => groups.find((group) => group.includes(name)) ?? [name];
  const errands = [...sent].map(([name, space]) => ({ pieces: alike(name), spaces: [space] }));
  for (const { pieces, spaces, count } of wants) {
    const all = [...new Set(pieces.flatMap(alike))];
    for (let number = 0; number < count; number++) errands.push({ pieces: all, spaces });
  }
  if (!isMatching(errands.map(({ pieces }) => pieces))) {
    say(["goal"], "this goal asks for more pieces than there are", "name a piece in one line of the goal only");
    return;
  }
  if (!isMatching(errands.map(({ pieces, spaces }) => spaces.filter((space) => pieces.some((name) => mayBe(name, space)))))) {
    say(["goal"], "the places of this goal have fewer spaces than pieces that must end there", "ask for fewer pieces, or add spaces to a place");
    return;
  }
  const meet = (one: readonly string[], other: readonly string[]) => one.some((name) => other.includes(name));
  for (const errand of errands) {
    const near = errands.filter((other) => meet(errand.pieces, other.pieces) && meet(errand.spaces, other.spaces));
    const different = new Set(near.map(({ pieces, spaces }) => `${pieces.join()} ${spaces.join()}`)).size;
    if (different <= MOST_OVERLAPPING) continue;
    say(["goal"], `this goal sends the same pieces to ${different} places that have spaces in common`, `name at most ${MOST_OVERLAPPING} that overlap`);
    return;
  }
}
