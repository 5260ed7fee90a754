/**
 * Joins as the runs of a layout file, and back.
 *
 * In a run `… p s q …` the neighbours p and q are at opposite ends of s. A link is such a triple, or one with the buffer stop `|`
 * in the place of p or q. Runs say which joins are at the same end only if the links of every space connect all its neighbours, so
 * a space with a and b at one end and c and d at the other needs three links, not two.
 */

import { type Board, type End, joinedTo } from "./model.ts";

export const BUFFER = "|";
type Link = readonly [before: string, space: string, after: string];

/** Return the runs of a board, as the texts of `tracks`. */
export function runsOf(board: Board): string[] {
  const links = board.spaces.flatMap((space) => linksOf(board, space.name));
  const open = new Set(links);
  const taken = new Set<string>();
  const runs: string[][] = [];
  for (const link of links) {
    if (!open.has(link)) continue;
    open.delete(link);
    const run = [...link];
    while (extend(run, open));
    run.reverse();
    while (extend(run, open));
    run.reverse();
    runs.push(run);
    for (let place = 1; place < run.length; place++) taken.add(pair(run[place - 1]!, run[place]!));
  }
  for (const [[a], [b]] of board.joins) {
    if (taken.has(pair(a, b))) continue;
    taken.add(pair(a, b));
    runs.push([a, b]);
  }
  const named = new Set([...runs.flat(), ...board.turntables.flatMap(({ bridge }) => bridge)]);
  runs.push(...board.spaces.filter(({ name }) => !named.has(name)).map(({ name }) => [name]));
  return runs.map((run) => run.join(" "));
}

const pair = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Lengthen a run at its end by a link that no run has yet; return whether there was one. */
function extend(run: string[], open: Set<Link>): boolean {
  const [before, last] = run.slice(-2);
  if (last === BUFFER) return false;
  for (const link of open) {
    const [p, s, q] = link;
    if (s !== last || (p !== before && q !== before)) continue;
    const next = p === before ? q : p;
    if (next !== BUFFER && run.includes(next)) continue; // a run names a space once
    open.delete(link);
    run.push(next);
    return true;
  }
  return false;
}

/** Return the links that settle at which end of a space each neighbour is. */
function linksOf(board: Board, space: string): Link[] {
  const [behind, ahead] = ([0, 1] as const).map((end) => [...new Set(joinedTo(board, [space, end]).map(([name]) => name))]) as [string[], string[]];
  if (behind.length + ahead.length < 2) return [];
  const first = behind.length ? behind : [BUFFER];
  const second = ahead.length ? ahead : [BUFFER];
  return [
    ...second.map((after): Link => [first[0]!, space, after]),
    ...first.slice(1).map((before): Link => [before, space, second[0]!]),
  ];
}

/** Return the joins that runs describe, and what is wrong with the runs. */
export function joinsOf(runs: readonly string[]): { spaces: string[]; joins: [End, End][]; faults: string[] } {
  const opposite = new Map<string, Map<string, Set<string>>>();
  const spaces = new Set<string>();
  const edges = new Map<string, [string, string]>();
  const at = (space: string, neighbour: string) => {
    const around = opposite.get(space) ?? opposite.set(space, new Map()).get(space)!;
    return around.get(neighbour) ?? around.set(neighbour, new Set()).get(neighbour)!;
  };
  for (const text of runs) {
    const run = text.trim().split(/\s+/).filter(Boolean);
    run.forEach((space, place) => {
      if (space === BUFFER) return;
      spaces.add(space);
      const [before, after] = [run[place - 1], run[place + 1]];
      for (const one of [before, after]) if (one) at(space, one);
      if (before && after) {
        at(space, before).add(after);
        at(space, after).add(before);
      }
      if (after && after !== BUFFER) edges.set(pair(space, after), [space, after]);
    });
  }
  const faults: string[] = [];
  const ends = new Map<string, Map<string, 0 | 1>>();
  for (const [space, around] of opposite) ends.set(space, coloured(space, around, faults));
  const joins = [...edges.values()].map(([a, b]): [End, End] => [[a, ends.get(a)!.get(b)!], [b, ends.get(b)!.get(a)!]]);
  return { spaces: [...spaces], joins, faults };
}

/** Give every neighbour of a space one of its two ends, opposite where a run says so. */
function coloured(space: string, around: Map<string, Set<string>>, faults: string[]): Map<string, 0 | 1> {
  const ends = new Map<string, 0 | 1>();
  for (const start of around.keys()) {
    if (ends.has(start)) continue;
    if (ends.size > 0) faults.push(`the runs do not say at which end of ${space} the space ${start} is joined`);
    ends.set(start, ends.size > 0 ? 1 : 0);
    const todo = [start];
    for (const one of todo) {
      for (const other of around.get(one)!) {
        const end = ends.get(one) === 0 ? 1 : 0;
        if (!ends.has(other)) {
          ends.set(other, end);
          todo.push(other);
        } else if (ends.get(other) !== end) {
          faults.push(`runs contradict each other at ${space}: ${one} and ${other} are at the same end and at opposite ends`);
        }
      }
    }
  }
  return ends;
}
