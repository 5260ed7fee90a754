/** Why a locomotive cannot be taken to a space: each rule is lifted in turn, as in `shunt/rules/broken_rules.py`. */

import { joinsAt, opposite, spaceOf } from "./board.ts";
import { couples, type Position, type Ready, readyTrains, type Rules, waysFrom } from "./trains.ts";

/** Return the reason in words. `chosen` are the trains that were meant; `names` are those of the pieces. */
export function refusalOf(rules: Rules, position: Position, locomotive: number, chosen: Ready[], to: number, names: string[]): string {
  const space = rules.board.spaces[to]!;
  const name = names[locomotive]!;
  if (rules.broken.has(to)) return `${space} is a broken track, which nothing ever enters`;
  if (rules.closed.get(to)?.has(locomotive)) return `${space} is closed to ${name}`;
  if (rules.noStop.has(to)) return `${space} may be passed, but nothing may stop there`;
  if (position.places[locomotive] === to) return `${name} is on ${space} already: a move goes at least one space`;
  const lifted = liftedRule(rules, position, locomotive, chosen, to);
  if (lifted) return lifted;
  const other = readyTrains(rules, position).find((ready) => ready.locomotive === locomotive && reaches(rules, position, ready, to));
  if (other) {
    const coupled = couples(other).map((piece) => names[piece]).join(" ") || "nothing";
    return `${name} gets to ${space}, but not with this coupling; with ${coupled} coupled it does`;
  }
  return wayBarred(rules, position, locomotive, to, name);
}

function reaches(rules: Rules, position: Position, ready: Ready, to: number): boolean {
  return waysFrom(rules, position, ready.train).some((way) => way.stops && locomotiveSpace(ready.locomotive, way.train) === to);
}

const locomotiveSpace = (locomotive: number, train: { pieces: number[]; ends: number[] }): number =>
  spaceOf(train.ends[train.pieces.indexOf(locomotive)]!);

/** Return the one rule without which the move could be made. */
function liftedRule(rules: Rules, position: Position, locomotive: number, chosen: Ready[], to: number): string {
  const without = (changed: Partial<Rules>) =>
    chosen.some((ready) => ready.locomotive === locomotive && reaches({ ...rules, ...changed }, position, ready, to));
  const listed = (spaces: Iterable<number>) => [...spaces].map((one) => rules.board.spaces[one]).join(", ");
  if (rules.noStop.size > 0 && without({ noStop: new Set() })) {
    return `a piece would end on a space where nothing may stop (${listed(rules.noStop)})`;
  }
  const onlyBroken = new Map([...rules.closed].filter(([one]) => rules.broken.has(one)));
  if (rules.broken.size > 0 && without({ closed: new Map([...rules.closed].filter(([one]) => !rules.broken.has(one))) })) {
    return `a broken track is in the way (${listed(rules.broken)})`;
  }
  if (rules.closed.size > onlyBroken.size && without({ closed: onlyBroken })) {
    const closed = [...rules.closed.keys()].filter((one) => !rules.broken.has(one));
    return `a piece would come to a space that is closed to it (${listed(closed)})`;
  }
  if (rules.board.exclusive.length > 0 && without({ partners: rules.board.spaces.map(() => new Set<number>()) })) {
    return "two spaces on the way exclude each other: only one of them may be occupied at a time";
  }
  return rules.told.find(([, defaults]) => without({ trainRules: { ...rules.trainRules, ...defaults } }))?.[0] ?? "";
}

/** Return why a space cannot be reached, if no single rule prevents it. */
function wayBarred(rules: Rules, position: Position, locomotive: number, to: number, name: string): string {
  const space = rules.board.spaces[to]!;
  const from = position.places[locomotive]!;
  const closed = new Set([...rules.closed].filter(([, pieces]) => pieces.has(locomotive)).map(([one]) => one));
  if (aloneReaches(rules, closed, position.turntables, from, to)) {
    return `other pieces are in the way and cannot be pushed on, so ${name} does not get to ${space}`;
  }
  const unbroken = new Set([...closed].filter((one) => !rules.broken.has(one)));
  if (aloneReaches(rules, unbroken, position.turntables, from, to)) return `every path to ${space} leads over a broken track`;
  if (aloneReaches(rules, rules.broken, position.turntables, from, to)) {
    return `every path to ${space} leads over a space that is closed to ${name}`;
  }
  for (const [index, table] of rules.board.turntables.entries()) {
    for (let setting = 0; setting < table.positions.length; setting++) {
      const settings = position.turntables.map((now, other) => (other === index ? setting : now));
      if (aloneReaches(rules, closed, settings, from, to)) return `turntable ${table.name} is not set for a path to ${space}`;
    }
  }
  const start = rules.board.spaces[from]!;
  return `no track leads from ${start} to ${space} in one run: a move runs in one direction, without turning back`;
}

/** Return whether a locomotive would reach a space if nothing else stood on the board. */
function aloneReaches(rules: Rules, closed: ReadonlySet<number>, settings: number[], from: number, to: number): boolean {
  const joins = joinsAt(rules.board, settings);
  const todo = [2 * from, 2 * from + 1];
  const seen = new Set(todo);
  for (let end = todo.pop(); end !== undefined; end = todo.pop()) {
    for (const entered of joins[end]!) {
      if (closed.has(spaceOf(entered))) continue;
      if (spaceOf(entered) === to) return true;
      const out = opposite(entered);
      if (seen.has(out)) continue;
      seen.add(out);
      todo.push(out);
    }
  }
  return false;
}
