/** Names of spaces: which run a space is on, what its spaces will be called, and why a name is refused. */

import { isName } from "../check/plan.ts";
import { type Board, type End, joinedTo } from "./model.ts";

const parts = (name: string): [letters: string, number: string] => {
  const [, letters = "", number = ""] = /^(.*?)(\d*)$/.exec(name)!;
  return [letters, number];
};
const seriesOf = (name: string) => (parts(name)[1] ? parts(name)[0] : null);

/** Return the run through a space: joined spaces on both sides whose names have the same letters, in the order of their numbers. */
export function runThrough(board: Board, name: string): string[] {
  const seen = new Set([name]);
  const walked = (from: End): string[] => {
    const found: string[] = [];
    for (let end = from; ; ) {
      const gap = (other: string) => Math.abs(Number(parts(other)[1]) - Number(parts(end[0])[1]));
      const [next] = joinedTo(board, end).filter(([other]) => !seen.has(other) && seriesOf(other) === seriesOf(name)).sort(([a], [b]) => gap(a) - gap(b));
      if (!next) return found;
      seen.add(next[0]);
      found.push(next[0]);
      end = [next[0], next[1] === 0 ? 1 : 0];
    }
  };
  const run = [...walked([name, 0]).reverse(), name, ...walked([name, 1])];
  return Number(parts(run[0]!)[1]) > Number(parts(run.at(-1)!)[1]) ? run.reverse() : run;
}

/** Return new names for spaces in a row: `B` keeps their numbers or counts from 1, `B5` counts from 5. */
export function numbered(spaces: readonly string[], wanted: string): Map<string, string> {
  const [letters, first] = parts(wanted);
  const keeps = !first && new Set(spaces.map((space) => parts(space)[1])).size === spaces.length;
  return new Map(spaces.map((space, place) => [space, `${letters}${(keeps && parts(space)[1]) || Number(first || 1) + place}`]));
}

/** Return why spaces cannot be given names, "" if they can. */
export function refusalOf(taken: readonly string[], names: ReadonlyMap<string, string>): string {
  const others = new Set(taken.filter((one) => !names.has(one)));
  for (const name of names.values()) {
    if (!isName(name)) return `“${name}” is not a name: names have the letters a–z and A–Z, digits, _, - and .`;
    if (others.has(name)) return `The name ${name} is taken. Choose another, or rename that one first.`;
    others.add(name);
  }
  return "";
}
