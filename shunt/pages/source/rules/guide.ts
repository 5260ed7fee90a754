/** The shortest move in notation that means one outcome and no other, as in `shunt/rules/guide.py`. */

import { spaceOf } from "./board.ts";
import { headOf, type Made, type Run } from "./steps.ts";
import { couples, keyOf, mayStop, type Position, positionAfter, positionKey, type Ready, readyTrains, type Rules, steps, type Train } from "./trains.ts";

const LONGEST_VIA = 3;

/** What is written after the locomotive, its two spaces and its couplings. */
export interface Route {
  direction: "forward" | "backward" | null;
  /** Spaces that the head of the train passes or reaches, in this order. */
  via: number[];
  /** Whether these are all of its path. */
  isWhole: boolean;
}

/** A train under way; `ahead` are the numbers of those that one step leads to. The first ones have made no step. */
interface Node {
  train: Train;
  rolled: boolean;
  ahead: number[];
}

/** Return a move in notation, with as much of its route as tells it from all others. */
export function notationOf(rules: Rules, names: readonly string[], before: Position, made: Made): string {
  const { spaces, turntables } = rules.board;
  if (made.locomotive < 0) return `${turntables[made.step[1] as number]!.name}+1`;
  const [, , coupled] = made.step as Run;
  const { direction, via, isWhole } = routeOf(rules, before, made);
  const [from, to] = [before, made.after].map(({ places }) => spaces[places[made.locomotive]!]!);
  const route = via.length > 0 && `${isWhole ? "path" : "via"} ${via.map((space) => spaces[space]).join()}`;
  return [names[made.locomotive], `${from}>${to}`, coupled.map((one) => `+${names[one]}`).join(""), direction, route].filter(Boolean).join(" ");
}

/** Return the shortest route that leads to the outcome of a run and to no other: without and with its direction, else the whole path. */
export function routeOf(rules: Rules, position: Position, made: Made): Route {
  const [, end, coupled, passes] = made.step as Run;
  const ready = readyTrains(rules, position).filter((one) => one.locomotive === made.locomotive && couples(one).join() === coupled.join());
  // Where locomotives have no headings, `forward` in notation leaves the space by its first end, as the referee reads it.
  const own = (rules.trainRules.hasHeadings ? made.forward : end === 0) ? "forward" : "backward";
  for (const direction of [null, own] as const) {
    const via = shortestVia(rules, position, made, direction ? ready.filter(({ forward }) => forward === made.forward) : ready);
    if (via) return { direction, via, isWhole: false };
  }
  return { direction: own, via: passes, isWhole: true };
}

/** Return the shortest list of spaces that selects the outcome of a run alone; null if there is none of `LONGEST_VIA` or fewer. */
function shortestVia(rules: Rules, position: Position, made: Made, ready: Ready[]): number[] | null {
  const nodes = nodesFrom(rules, position, ready);
  const [wanted, others] = stopsOf(rules, position, made, nodes);
  const ahead = closure(nodes, leadingTo(nodes, new Set([...wanted, ...others])));
  const begin = ready.map((_, index) => index);
  if (!reached(ahead, begin).some((node) => others.has(node))) return [];
  const [towards, away] = [leadingTo(nodes, wanted), leadingTo(nodes, others)];
  const spaces = [...new Set([...(made.step as Run)[3], ...rules.board.spaces.keys()])];
  const seen = new Set<string>();
  let level: { here: number[]; via: number[] }[] = [{ here: begin, via: [] }];
  for (let length = 1; length <= LONGEST_VIA; length++) {
    const longer: typeof level = [];
    for (const { here, via } of level) {
      const after = reached(ahead, here);
      for (const space of spaces) {
        const there = after.filter((node) => node >= ready.length && headOf(nodes[node]!.train) === space);
        if (!there.some((node) => towards.has(node)) || seen.has(there.join())) continue;
        if (!there.some((node) => away.has(node))) return [...via, space];
        seen.add(there.join());
        longer.push({ here: there, via: [...via, space] });
      }
    }
    level = longer;
  }
  return null;
}

/** Return every train under way that trains which are ready lead to, those themselves first. */
function nodesFrom(rules: Rules, position: Position, ready: Ready[]): Node[] {
  const key = (train: Train, rolled: boolean) => `${keyOf(rules, train)}|${rolled}`;
  const nodes: Node[] = ready.map(({ train }) => ({ train, rolled: false, ahead: [] }));
  const numbers = new Map(nodes.map(({ train, rolled }, index) => [key(train, rolled), index]));
  for (const node of nodes) {
    for (const { train, rolled } of steps(rules, position, node.train)) {
      const known = numbers.get(key(train, rolled)) ?? nodes.length;
      if (known === nodes.length) {
        numbers.set(key(train, rolled), known);
        nodes.push({ train, rolled, ahead: [] });
      }
      node.ahead.push(known);
    }
  }
  return nodes;
}

/** Return the nodes where the locomotive may stop where a run ends: with its outcome, and with any other. */
function stopsOf(rules: Rules, position: Position, made: Made, nodes: Node[]): [Set<number>, Set<number>] {
  const found: [Set<number>, Set<number>] = [new Set(), new Set()];
  const outcome = positionKey(rules, made.after);
  nodes.forEach(({ train, rolled }, index) => {
    if (!rolled || !mayStop(rules, train)) return;
    if (spaceOf(train.ends[train.pieces.indexOf(made.locomotive)]!) !== made.after.places[made.locomotive]) return;
    found[positionKey(rules, positionAfter(rules, position, train)) === outcome ? 0 : 1].add(index);
  });
  return found;
}

/** Return some nodes and all from which steps lead to one of them. */
function leadingTo(nodes: Node[], ends: ReadonlySet<number>): Set<number> {
  const before: number[][] = nodes.map(() => []);
  nodes.forEach(({ ahead }, index) => ahead.forEach((next) => before[next]!.push(index)));
  const found = new Set(ends);
  for (const node of found) for (const one of before[node]!) found.add(one);
  return found;
}

/** Return for each of the useful nodes the useful nodes that one or more steps lead to. */
function closure(nodes: Node[], useful: ReadonlySet<number>): Map<number, Set<number>> {
  const next = (node: number) => nodes[node]!.ahead.filter((one) => useful.has(one));
  const found = new Map<number, Set<number>>();
  for (const node of useful) {
    const after = new Set(next(node));
    for (const one of after) for (const further of next(one)) after.add(further);
    found.set(node, after);
  }
  return found;
}

function reached(ahead: Map<number, Set<number>>, here: number[]): number[] {
  return [...new Set(here.flatMap((node) => [...(ahead.get(node) ?? [])]))].sort((a, b) => a - b);
}
