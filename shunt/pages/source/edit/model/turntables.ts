/** Turntables made of the joins that are there, and taken apart into joins again. */

import { trackOf, type Board, type End, freshName, joinedTo, join, openEnd, type Turntable } from "./model.ts";
import { middleOf, type Point, towards } from "./directions.ts";

const STRAIGHT = Math.cos((50 * Math.PI) / 180);

/** Return why spaces cannot be the bridge of a turntable, "" if they can: what meets one ends there, and is no switch. */
export function turntableRefusal(board: Board, chosen: readonly string[]): string {
  for (const end of bridgeEnds(board, inOrder(board, chosen))) {
    for (const [name, side] of joinedTo(board, end)) {
      const beside = joinedTo(board, [name, side]).map(([other]) => other).filter((other) => !chosen.includes(other));
      if (beside.length) return `${name} is joined to ${beside.join(" and ")} at the same end. Lay a space between ${name} and the turntable.`;
      if (joinedTo(board, [name, side === 0 ? 1 : 0]).length > 1) return `${name} is a switch. Lay a space between ${name} and the turntable.`;
    }
  }
  return "";
}

/** Make spaces the bridge of a turntable; each join at its ends becomes a position, with the join opposite it if there is one. */
export function addTurntable(board: Board, chosen: readonly string[]): void {
  const bridge = inOrder(board, chosen);
  const [first, last] = bridgeEnds(board, bridge);
  const [behind, ahead] = [first, last].map((end) => joinedTo(board, end).map(([name]) => name).filter((name) => !bridge.includes(name))) as [string[], string[]];
  const used = new Set(board.turntables.map((table) => table.name));
  const name = [bridge[0]!, "T", "T2", "T3", "T4"].find((one) => !used.has(one)) ?? freshName(board);
  const positions = positionsOf(board, bridge, behind, ahead);
  board.joins = board.joins.filter(([[a], [b]]) => bridge.includes(a) === bridge.includes(b));
  bridge.slice(1).forEach((space, place) => {
    const before = bridge[place]!;
    if (!board.joins.some(([[a], [b]]) => (a === before && b === space) || (a === space && b === before))) join(board, [before, openEnd(board, before)], [space, 0]);
  });
  board.turntables.push({ name, bridge, positions: positions.length ? positions : [["", ""]], rotation: "each-move" });
}

/** Remove a turntable; what its positions joined is joined to its bridge. */
export function removeTurntable(board: Board, table: Turntable): void {
  board.turntables = board.turntables.filter(({ name }) => name !== table.name);
  const ends = bridgeEnds(board, table.bridge);
  for (const position of table.positions) position.forEach((outside, side) => outside && join(board, [outside, openEnd(board, outside)], ends[side]!));
}

/** Return chosen spaces in the order in which they are joined, as far as they are. */
function inOrder(board: Board, chosen: readonly string[]): string[] {
  const beside = (name: string) => chosen.filter((other) => board.joins.some(([[a], [b]]) => (a === name && b === other) || (a === other && b === name)));
  const order = [chosen.find((name) => beside(name).length < 2) ?? chosen[0]!];
  while (order.length < chosen.length) {
    const next = beside(order.at(-1)!).find((name) => !order.includes(name)) ?? chosen.find((name) => !order.includes(name))!;
    order.push(next);
  }
  return order;
}

/** Return the outer ends of a bridge. */
function bridgeEnds(board: Board, bridge: readonly string[]): [End, End] {
  const [first, last] = [bridge[0]!, bridge.at(-1)!];
  if (bridge.length === 1) return [[first, 0], [first, 1]];
  const inner = (name: string) => ([0, 1] as const).find((end) => joinedTo(board, [name, end]).some(([other]) => bridge.includes(other)));
  return [[first, inner(first) === 0 ? 1 : 0], [last, inner(last) === 0 ? 1 : 0]];
}

/** Return the positions of a bridge in the order of their directions: spaces opposite each other share one. */
function positionsOf(board: Board, bridge: readonly string[], behind: readonly string[], ahead: readonly string[]): [string, string][] {
  const { points } = trackOf(board);
  const middle = middleOf(bridge.map((space) => points.get(space)!))!;
  const way = (space: string): Point => towards(middle, points.get(space)!);
  const straight = (a: string, b: string) => -(way(a)[0] * way(b)[0] + way(a)[1] * way(b)[1]);
  const pairs = behind.flatMap((a) => ahead.map((b) => [a, b] as [string, string])).sort((one, other) => straight(...other) - straight(...one));
  const used = new Set<string>();
  const found = pairs.filter(([a, b]) => {
    const fits = !used.has(a) && !used.has(b) && a !== b && (straight(a, b) > STRAIGHT || pairs.length === 1);
    if (fits) used.add(a).add(b);
    return fits;
  });
  found.push(...behind.filter((one) => !used.has(one)).map((one): [string, string] => [one, ""]), ...ahead.filter((one) => !used.has(one)).map((one): [string, string] => ["", one]));
  const turn = ([a, b]: [string, string]) => (a ? Math.atan2(-way(a)[1], -way(a)[0]) : Math.atan2(way(b)[1], way(b)[0]));
  return found.sort((one, other) => turn(one) - turn(other));
}
