/** What is wrong with a card of sidings whose shape is sound, as `shunt/sidings/cards/files.py` and `shunt/sidings/rules/referee.py` find it. */

import { isName, words } from "./plan.ts";
import { type Fault, type Keys, type Table, whereText } from "./shape.ts";
import { groupFaults, metricFaults, rankFaults } from "./trainCards.ts";
import { namesIn, SIDINGS_NAMES } from "../../rules/metrics.ts";

type Say = (keys: Keys, what: string, remedy?: string) => unknown;
const HEADSHUNT = "headshunt";
const RESERVED = [HEADSHUNT, "train", "locomotive"];

interface Yard {
  headshunt: number;
  capacities: Map<string, number>;
  cars: string[];
  legs: boolean;
}

/** Return the faults of start, goal and options; `layout` is null if it has faults of its own. */
export function sidingsFaults(card: Table, layout: Table | null): Fault[] {
  const faults: Fault[] = [];
  const say: Say = (keys, what, remedy = "") => faults.push({ where: whereText(keys), what, remedy });
  const [start, goal] = (["start", "goal"] as const).map((name) => new Map(Object.entries(card[name] as Record<string, string>).map(([track, text]) => [track, words(text)])));
  const options = (card["options"] ?? {}) as Table;
  const cars = [...new Set([...start!.values()].flat())];
  metricFaults(options, SIDINGS_NAMES, "sidings", say);
  const counted = ([options["metric"] ?? "pulls"].flat() as string[]).flatMap(namesIn);
  const legs = counted.includes("legs");
  if (!faults.length && legs && counted.includes("pulls")) say(["options", "metric"], "pulls and legs are counted by different moves", "count one of them");
  groupFaults(options, [cars], say);
  rankFaults(card, say);
  if (!cars.length) say(["start"], "no cars", 'write at least one, such as "1" = "a b"');
  if (!layout) return faults;
  const capacities = new Map(Object.entries(layout["sidings"] as Record<string, bigint>).map(([name, holds]) => [name, Number(holds)]));
  unknownTracks(start!, goal!, capacities, say);
  if (faults.length) return faults;
  for (const name of capacities.keys()) if (RESERVED.includes(name)) say(["start"], `'${name}' cannot be a siding's name`, `not ${RESERVED.join(", ")}`);
  for (const car of cars) if (!isName(car)) say(["start"], `'${car}' cannot be a car's name`, "names consist of the letters a–z and A–Z, digits, _, - and .");
  if (faults.length) return faults;
  const yard = { headshunt: Number(layout["headshunt"]), capacities, cars, legs };
  startFaults(yard, start!, say);
  goalFaults(yard, goal!, say);
  return faults;
}

function unknownTracks(start: Map<string, string[]>, goal: Map<string, string[]>, capacities: Map<string, number>, say: Say): void {
  for (const [table, tracks, more] of [["start", start, []], ["goal", goal, ["train"]]] as const) {
    const known: string[] = [HEADSHUNT, ...capacities.keys(), ...more];
    for (const name of tracks.keys()) if (!known.includes(name)) say([table, name], `unknown siding '${name}'`, `known: ${known.join(" ")}`);
  }
  if ([...start.values()].flat().includes("?")) say(["start"], "? stands for any car, but every car of the start has a name", "name the car");
  const train = goal.get("train");
  if (!train) return;
  if (goal.size > 1) say(["goal"], "a train and tracks are both given", "write train alone, or the tracks alone");
  if (!train.length) say(["goal", "train"], "the train is empty", 'name its cars, such as train = "1 2 3"');
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
const limitOf = (yard: Yard) => yard.headshunt || yard.cars.length;

function twice(cars: readonly string[]): string[] {
  return [...new Set(cars.filter((car, place) => cars.indexOf(car) < place))].sort();
}

function startFaults(yard: Yard, start: Map<string, string[]>, say: Say): void {
  const given = (name: string) => start.get(name) ?? [];
  const standing = [...given(HEADSHUNT), ...[...yard.capacities.keys()].flatMap(given)];
  const room = sum(yard.capacities.values()) + limitOf(yard);
  if (standing.length > room) say(["start"], `${standing.length} cars, but the whole yard holds ${room}`);
  for (const car of twice(standing)) say(["start"], `the car '${car}' is named twice`, "each car must be in exactly one place");
  if (given(HEADSHUNT).length > limitOf(yard)) say(["start", HEADSHUNT], `${given(HEADSHUNT).length} cars, but the headshunt holds ${limitOf(yard)}`);
  for (const [name, holds] of yard.capacities) if (given(name).length > holds) say(["start", name], `${given(name).length} cars, but siding ${name} holds ${holds}`);
}

function goalFaults(yard: Yard, goal: Map<string, string[]>, say: Say): void {
  const train = goal.get("train") ?? [];
  const headshunt = goal.get(HEADSHUNT) ?? [];
  const tracks = [...goal].filter(([name]) => name !== "train" && name !== HEADSHUNT);
  const named = [...headshunt, ...train, ...tracks.flatMap(([, cars]) => cars)].filter((car) => car !== "?");
  let found = false;
  const note: Say = (keys, what, remedy = "") => {
    found = true;
    say(keys, what, remedy);
  };
  for (const car of [...new Set(named)].sort()) if (!yard.cars.includes(car)) note(["goal"], `unknown car '${car}'`);
  for (const car of twice(named)) if (yard.cars.includes(car)) note(["goal"], `the car '${car}' is named twice`, "each car must be in exactly one place");
  for (const [name, cars] of tracks) if (cars.length > yard.capacities.get(name)!) note(["goal", name], `${cars.length} cars, but siding ${name} holds ${yard.capacities.get(name)!}`);
  if (headshunt.length > limitOf(yard)) note(["goal", HEADSHUNT], `${headshunt.length} cars, but the headshunt holds ${limitOf(yard)}`);
  const placed = headshunt.length + sum(tracks.map(([, cars]) => cars.length));
  const free = [...yard.capacities].filter(([name]) => !goal.has(name)).map(([, holds]) => holds);
  const room = placed + sum(free) + (free.length && yard.legs ? limitOf(yard) : 0);
  if (!train.length && !found && (placed > yard.cars.length || yard.cars.length > room)) {
    note(["goal"], `has room for ${placed === room ? placed : `${placed} to ${room}`} cars, but there are ${yard.cars.length}`);
  }
  const longest = Math.max(...yard.capacities.values()) + (yard.legs ? limitOf(yard) : 0);
  if (train.length > longest) note(["goal", "train"], `${train.length} cars, but no siding can take more than ${longest}`);
}
