/** What is wrong with a card of trains on a sound plan, as `shunt/cards/trains.py` finds it. */

import { isDefault, RULE_OPTIONS } from "../model/trainRules.ts";
import { countsOf, type PlacesTable, togetherFaults, wantFaults } from "./goalPlaces.ts";
import { neighboursOf, type Plan } from "./plan.ts";
import { type Fault, type Keys, type Table, whereText } from "./shape.ts";
import { linesOf, wantedTrainFaults } from "./goalTrains.ts";
import { normalTerm, termFault, TRAIN_NAMES } from "../../rules/metrics.ts";

type Say = (keys: Keys, what: string, remedy?: string) => unknown;

/** Return the faults of start, goal and options; `plan` is null if the layout has faults. */
export function trainFaults(card: Table, plan: Plan | null, places: PlacesTable = {}): Fault[] {
  const faults: Fault[] = [];
  const say: Say = (keys, what, remedy = "") => faults.push({ where: whereText(keys), what, remedy });
  const start = card["start"] as Table;
  const locomotives = (start["locomotives"] ?? {}) as Record<string, string>;
  const cars = (start["cars"] ?? {}) as Record<string, string>;
  const { lines: goal, trains } = linesOf(card["goal"] as Table, say);
  const options = (card["options"] ?? {}) as Table;
  if (!Object.keys(locomotives).length) say(["start", "locomotives"], "no locomotive", 'write at least one, such as locomotives = { A = "A1>A2" }');
  for (const name of Object.keys(cars)) if (Object.hasOwn(locomotives, name)) say(["start", "cars", name], `a locomotive and a car are both called ${name}`, "give each piece its own name");
  if (!Object.keys(card["goal"] as Table).length) say(["goal"], "the goal is empty", 'say where at least one piece must end, such as red = "B1"');
  for (const name of Object.keys(goal)) if (!Object.hasOwn(locomotives, name) && !Object.hasOwn(cars, name) && !countsOf(goal[name]!)) say(["goal", name], `unknown piece '${name}' at the start`);
  groupFaults(options, [Object.keys(locomotives), Object.keys(cars)], say);
  metricFaults(options, TRAIN_NAMES, String(card["ruleset"]), say);
  for (const rule of RULE_OPTIONS) {
    const why = rule.needless[String(card["ruleset"])];
    if (why && !isDefault(rule, options[rule.key])) say(["options", rule.key], `under ${card["ruleset"]} ${why}`, "leave it out");
  }
  rankFaults(card, say);
  const groups = (options["interchangeable"] ?? []) as string[][];
  const own = (card["places"] ?? {}) as PlacesTable;
  const broken = (start["broken"] ?? []) as string[];
  if (!plan) return faults;
  const keptOut = piecesKeptOut(plan, start, Object.keys(locomotives), Object.keys(cars));
  const mayBe = (name: string, space: string) => !keptOut.get(space)?.has(name);
  const given = { plan, locomotives, cars, goal, broken, mayBe, groups, own, places };
  const { others, wants } = wantFaults(given, say);
  closedFaults({ plan, start, groups, keptOut, pieces: [...Object.keys(locomotives), ...Object.keys(cars)] }, say);
  const sent = placeFaults({ card, plan, start, locomotives, cars, goal: others, keptOut, mayBe }, say);
  const alone = wants.flatMap(({ pieces }) => (pieces.length === 1 ? pieces : []));
  wantedTrainFaults({ plan, pieces: [...Object.keys(locomotives), ...Object.keys(cars)], named: [...sent.keys(), ...alone], broken, mayBe, places: { ...places, ...own } }, trains, say);
  if (!faults.length) togetherFaults(given, sent, wants, say);
  return faults;
}

/** Return the pieces that each space is closed to, by the layout, as a broken track, or by the card. */
export function piecesKeptOut(plan: Plan, start: Table, locomotives: string[], cars: string[]): Map<string, Set<string>> {
  const named = (start["closed"] ?? {}) as Record<string, string[]>;
  const broken = (start["broken"] ?? []) as string[];
  const kinds: Record<string, string[]> = { locomotives, cars };
  const of = (space: string) => [...(broken.includes(space) ? [...locomotives, ...cars] : []), ...(kinds[plan.closed.get(space) ?? ""] ?? []), ...(Object.hasOwn(named, space) ? named[space]! : [])];
  return new Map([...plan.spaces].map((space) => [space, new Set(of(space))]));
}

interface Closing {
  plan: Plan;
  start: Table;
  groups: string[][];
  keptOut: Map<string, Set<string>>;
  pieces: string[];
}

/** Find unknown spaces and pieces among those that the card closes, and groups of which only some are kept out. */
function closedFaults({ plan, start, groups, keptOut, pieces }: Closing, say: Say): void {
  for (const [space, names] of Object.entries((start["closed"] ?? {}) as Record<string, string[]>)) {
    if (!plan.spaces.has(space)) say(["start", "closed", space], `unknown space '${space}'`);
    names.forEach((name, index) => {
      if (!pieces.includes(name)) say(["start", "closed", space, index], `unknown piece '${name}' at the start`);
      else if (names.indexOf(name) < index) say(["start", "closed", space, index], `${name} is listed twice`, "name each piece once");
    });
  }
  groups.forEach((group, index) => {
    for (const [space, out] of keptOut) {
      const inside = group.filter((name) => out.has(name));
      if (inside.length && inside.length < group.length) say(["options", "interchangeable", index], `${space} is closed to ${inside.join(" ")}, so the rest of this group cannot replace them`, "close it to all of the group, or take them off it");
    }
  });
}

export function groupFaults(options: Table, kinds: readonly string[][], say: Say): void {
  const kindOf = new Map(kinds.flatMap((names, number) => names.map((name): [string, number] => [name, number])));
  const seen = new Set<string>();
  ((options["interchangeable"] ?? []) as string[][]).forEach((group, index) => {
    const keys = ["options", "interchangeable", index];
    group.forEach((name, place) => {
      if (!kindOf.has(name)) say([...keys, place], `unknown piece '${name}'`);
      else if (seen.has(name)) say([...keys, place], `${name} is in two groups, or twice in one`, "list each piece once, in one group");
      seen.add(name);
    });
    if (group.length < 2) say(keys, "a group of fewer than two pieces", "name the pieces that may replace each other");
    if (new Set(group.filter((name) => kindOf.has(name)).map((name) => kindOf.get(name))).size > 1) say(keys, "this group mixes locomotives and cars", "a locomotive can replace only locomotives, and a car only cars");
  });
}

export function metricFaults(options: Table, known: readonly string[], ruleset: string, say: Say): void {
  const given = options["metric"] ?? known[0]!;
  const names = (Array.isArray(given) ? given : [given]) as string[];
  if (!names.length) say(["options", "metric"], "no metric", `one or more of ${known.join(", ")}`);
  names.forEach((name, index) => {
    const keys = Array.isArray(given) ? ["options", "metric", index] : ["options", "metric"];
    const fault = termFault(name, known, ruleset);
    if (fault) say(keys, ...fault);
    if (names.findIndex((one) => normalTerm(one) === normalTerm(name)) < index) say(keys, `${name} is listed twice`, "name each metric once");
  });
}

/** Find ranks that do not rise, and limits below them or below the optimum that the card claims. */
export function rankFaults(card: Table, say: Say): void {
  const options = (card["options"] ?? {}) as Table;
  const ranks = options["ranks"] as Record<string, bigint> | null | undefined;
  const limit = options["limit"] as bigint | null | undefined;
  if (ranks) {
    for (const [better, worse] of [["yard_master", "conductor"], ["conductor", "brakeman"]] as const) {
      if (ranks[worse]! <= ranks[better]!) say(["options", "ranks", worse], `${worse} = ${ranks[worse]!} is not more than ${better} = ${ranks[better]!}`, "they must rise from yard_master to conductor to brakeman");
    }
    const most = Object.values(ranks).reduce((a, b) => (a > b ? a : b));
    if (limit != null && limit < most) say(["options", "limit"], `the limit of ${limit} is below a rank's ${most}`, `at least ${most}, or lower ranks`);
  }
}

/** Find a limit below the optimum that the card claims; a card with any other fault is not asked. */
export function claimFaults(card: Table): Fault[] {
  const options = (card["options"] ?? {}) as Table;
  const optimum = ((card["proof"] ?? {}) as Table)["optimum"];
  const metric = options["metric"] ?? "moves";
  const counts = Array.isArray(metric) ? metric[0] : metric;
  const least = Array.isArray(optimum) ? optimum[0] : optimum;
  const limit = options["limit"];
  if (typeof limit !== "bigint" || typeof least !== "bigint" || limit >= least || !["moves", "pulls", "legs"].includes(String(counts))) return [];
  return [{ where: "options.limit", what: `the limit of ${limit} is below the optimum of ${least}`, remedy: `at least ${least}, or no limit` }];
}

interface Places {
  card: Table;
  plan: Plan;
  start: Table;
  locomotives: Record<string, string>;
  cars: Record<string, string>;
  goal: Record<string, string>;
  keptOut: Map<string, Set<string>>;
  mayBe: (name: string, space: string) => boolean;
}

/** Find what is wrong with the places of pieces; return where the goal sends them. */
function placeFaults(given: Places, say: Say): Map<string, string> {
  const { plan, start, locomotives, cars, goal } = given;
  const broken = (start["broken"] ?? []) as string[];
  broken.forEach((space, index) => {
    if (!plan.spaces.has(space)) say(["start", "broken", index], `unknown space '${space}'`);
    else if (broken.indexOf(space) < index) say(["start", "broken", index], `${space} is listed twice`, "name each broken track once");
  });
  const [at, sent] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, text] of Object.entries(locomotives)) placed(given, ["start", "locomotives", name], text, at, "must face", broken, say);
  for (const [name, text] of Object.entries(cars)) placed(given, ["start", "cars", name], text, at, "none", broken, say);
  for (const [name, text] of Object.entries(goal)) placed(given, ["goal", name], text, sent, Object.hasOwn(locomotives, name) ? "may face" : "none", broken, say);
  together(plan, at, (name) => ["start", Object.hasOwn(locomotives, name) ? "locomotives" : "cars", name], "stand", say);
  together(plan, sent, (name) => ["goal", name], "are sent", say);
  for (const [name, index] of Object.entries((start["turntables"] ?? {}) as Record<string, bigint>)) {
    const table = plan.turntables.findLast((one) => one.name === name);
    if (!table) say(["start", "turntables", name], `unknown turntable '${name}'`);
    else if (index < 0n || index >= BigInt(table.positions.length)) say(["start", "turntables", name], `turntable ${name} has no position ${index}`, `a number from 0 to ${table.positions.length - 1}`);
  }
  const pieces = Object.keys(locomotives).length + Object.keys(cars).length;
  const free = [...plan.spaces].filter((space) => !broken.includes(space) && (given.keptOut.get(space)?.size ?? 0) < Math.max(1, pieces)).length;
  if (pieces > free) say(["start"], `${pieces} pieces, but only ${free} spaces that are not broken`, "take pieces away, or choose a larger layout");
  return sent;
}

type Heading = "must face" | "may face" | "none";

function placed({ card, plan, mayBe }: Places, keys: Keys, text: string, places: Map<string, string>, heading: Heading, broken: string[], say: Say): void {
  const name = String(keys.at(-1));
  const [space, sign, other] = splitHeading(plan, text);
  if (!plan.spaces.has(space)) {
    say(keys, `unknown space '${space}'`);
    return;
  }
  if (!places.has(name)) places.set(name, space);
  if (sign) {
    if (heading === "none") say(keys, `'${text}': a car has no heading`, `write ${name} = "${space}"`);
    else if (card["ruleset"] === "railway") say(keys, `'${text}': under railway a locomotive has no heading`, `write ${name} = "${space}"`);
    else if (!facesOneEnd(plan, space, other)) say(keys, `'${text}': ${other ? `'${other}' is not a neighbour of ${space} at just one end` : "no neighbour is named"}`);
  } else if (heading === "must face" && card["ruleset"] === "switcher") {
    say(keys, `under switcher a locomotive faces somewhere, and '${text}' does not say where`, `write ${name} = "${space}>" and the space that it faces`);
  }
  if (broken.includes(space)) say(keys, `${space} is a broken track`, "choose another space, or take it off start.broken");
  else if (!mayBe(name, space)) say(keys, `${space} is closed to ${name}`, "choose another space, or open it (see closed)");
  if (plan.noStop.has(space)) say(keys, `nothing may stand on ${space}, only pass it`, "choose another space (see no_stop in the layout)");
}

function together(plan: Plan, places: Map<string, string>, keys: (name: string) => Keys, verb: string, say: Say): void {
  const on = new Map<string, string>();
  for (const [name, space] of places) {
    if (on.has(space)) say(keys(name), `${on.get(space)!} and ${name} both ${verb} on ${space}`, "a space holds one piece");
    else on.set(space, name);
  }
  for (const group of plan.exclusive) {
    const inside = [...on].filter(([space]) => group.includes(space)).map(([, name]) => name);
    if (inside.length < 2) continue;
    say(keys(inside.at(-1)!), `${inside.map((name) => `${name} on ${places.get(name)!}`).join(" and ")}: these spaces exclude each other`, `of ${[...group].sort().join(" ")} only one may be occupied`);
  }
}

export function splitHeading(plan: Plan, source: string): [string, string, string] {
  const text = source.trim();
  for (const sign of [">", "<"]) {
    const cut = text.indexOf(sign);
    if (cut >= 0) return [text.slice(0, cut).trim(), sign, text.slice(cut + 1).trim()];
  }
  if (plan.spaces.has(text)) return [text, "", ""];
  const pair = splitPair(text, new Set([...plan.spaces, "0", "1"]));
  return pair ? [pair[0], ">", pair[1]] : [text, "", ""];
}

/** Split `A1-A2` or `A1 - A2`; names may have hyphens, so it is cut where both parts are names if that is possible. */
function splitPair(text: string, known: Set<string>): [string, string] | null {
  const wide = text.indexOf(" - ");
  if (wide >= 0) {
    const [first, second] = [text.slice(0, wide).trim(), text.slice(wide + 3).trim()];
    return first && second ? [first, second] : null;
  }
  let cuts = [...text].flatMap((sign, at): [string, string][] => (sign === "-" ? [[text.slice(0, at).trim(), text.slice(at + 1).trim()]] : []));
  cuts = cuts.reverse().filter(([first, second]) => first && second);
  if (cuts.length > 1) {
    const both = cuts.filter(([first, second]) => known.has(first) && known.has(second));
    const first = cuts.filter(([one]) => known.has(one));
    const one = first.length ? first : cuts.filter(([, other]) => known.has(other));
    const chosen = (both.length ? both : one).slice(0, 1);
    if (chosen.length) cuts = chosen;
  }
  return cuts.length === 1 ? cuts[0]! : null;
}

/** Return whether a neighbour is at just one end of a space, at any position of the turntables. */
function facesOneEnd(plan: Plan, space: string, other: string): boolean {
  const isEnd = other === "0" || other === "1";
  if (isEnd && plan.turntables.some(({ bridge }) => bridge.length === 1 && bridge[0] === space)) return true;
  const ends = ([0, 1] as const).map((end) => neighbours(plan, space, end));
  const count = ends.filter((names) => names.has(other)).length;
  return count === 1 || (count === 0 && isEnd && ends.every((names) => !names.size));
}

export function neighbours(plan: Plan, space: string, end: 0 | 1): Set<string> {
  return new Set(neighboursOf(plan, space, end).map(([other]) => other));
}
