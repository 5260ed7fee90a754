/** Places for spaces that have none: neighbours one space apart, everything else apart, by relaxation from a fixed start. */

import type { Board } from "./model.ts";

const ROUNDS = 400;
const MOST = 300;

/** Give every space a place; a board of more than `MOST` spaces is laid out in rows. */
export function arrange(board: Board): void {
  const { spaces } = board;
  if (spaces.length > MOST) {
    spaces.forEach((space, index) => Object.assign(space, { x: (index % 20) * 1.1, y: -Math.floor(index / 20) * 1.1 }));
    return;
  }
  const place = new Map(spaces.map((space, index) => [space.name, index]));
  const edges = [
    ...board.joins.map(([[a], [b]]) => [place.get(a)!, place.get(b)!, 1.05]),
    ...oppositesOf(board).map(([a, b]) => [place.get(a)!, place.get(b)!, 2.1]),
  ] as [number, number, number][];
  spaces.forEach((space, index) => Object.assign(space, { x: index * 1.05, y: 0.6 * Math.sin(index * 2.4) }));
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 0.5 * (1 - round / ROUNDS);
    for (let a = 0; a < spaces.length; a++) for (let b = a + 1; b < spaces.length; b++) push(board, a, b, heat);
    for (const [a, b, length] of edges) pull(board, a, b, length, heat);
  }
  for (const space of spaces) Object.assign(space, { x: Math.round(space.x * 20) / 20, y: Math.round(space.y * 20) / 20 });
}

function oppositesOf(board: Board): [string, string][] {
  return board.spaces.flatMap(({ name }) => {
    const sides = [0, 1].map((end) => board.joins.flatMap(([a, b]) => (a[0] === name && a[1] === end ? [b[0]] : b[0] === name && b[1] === end ? [a[0]] : [])));
    return sides[0]!.flatMap((one) => sides[1]!.map((other): [string, string] => [one, other]));
  });
}

function push(board: Board, a: number, b: number, heat: number): void {
  const [one, other] = [board.spaces[a]!, board.spaces[b]!];
  const [dx, dy] = [other.x - one.x || 0.01, other.y - one.y || 0.013 * (1 + a - b)];
  const distance = Math.hypot(dx, dy);
  if (distance > 2.4) return;
  const force = (heat * 0.35 * (2.4 - distance)) / (distance + 0.2);
  one.x -= dx * force * 0.5;
  one.y -= dy * force * 0.5;
  other.x += dx * force * 0.5;
  other.y += dy * force * 0.5;
}

function pull(board: Board, a: number, b: number, length: number, heat: number): void {
  const [one, other] = [board.spaces[a]!, board.spaces[b]!];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const distance = Math.hypot(dx, dy) || 0.01;
  const force = (0.35 + heat * 0.3) * ((distance - length) / distance) * 0.5;
  one.x += dx * force;
  one.y += dy * force;
  other.x -= dx * force;
  other.y -= dy * force;
}
