/** What the page itself can say is wrong, without a server: names, joins that no file can say, pieces that stand nowhere or twice. */

import { type Doc, joinedTo, spaceOf } from "./model.ts";
import { runsOf, joinsOf } from "./runs.ts";

const NAME = /^[A-Za-z0-9_.-]+$/;

export interface Fault {
  where: string;
  what: string;
  remedy: string;
  line?: number | null;
}

export function structuralFaults({ board, puzzle }: Doc): Fault[] {
  const faults: Fault[] = [];
  const say = (where: string, what: string, remedy: string) => faults.push({ where, what, remedy });
  if (board.spaces.length === 0) say("tracks", "the board has no spaces", "lay some with the tool Lay track");
  for (const { name } of board.spaces) {
    if (!NAME.test(name)) say(name, `${JSON.stringify(name)} is not a name`, "names have letters, digits, _, - and .");
    const both = joinedTo(board, [name, 0]).filter(([one]) => joinedTo(board, [name, 1]).some(([other]) => other === one));
    if (both.length) say(name, `${both[0]![0]} is joined at both ends of ${name}`, "put a space between them");
  }
  for (const words of joinsOf(runsOf(board)).faults) say("tracks", words, "join the space at one end");
  for (const { name, positions, bridge } of board.turntables) {
    if (positions.length === 0) say(`turntable ${name}`, "it has no positions", "add one");
    for (const space of positions.flat()) if (space && !spaceOf(board, space)) say(`turntable ${name}`, `unknown space ${space}`, "choose a space");
    if (bridge.length === 0) say(`turntable ${name}`, "it has no bridge", "remove it");
  }
  if (!puzzle) return faults;
  const taken = new Map<string, string>();
  for (const { name, space, kind } of puzzle.pieces) {
    if (!NAME.test(name)) say(name, `${JSON.stringify(name)} is not a name`, "names have letters, digits, _, - and .");
    if (puzzle.pieces.filter((one) => one.name === name).length > 1) say(name, `two pieces are called ${name}`, "give each its own name");
    if (taken.has(space)) say(name, `${name} and ${taken.get(space)!} are both on ${space}`, "move one of them");
    if (puzzle.broken.includes(space)) say(name, `${name} is on the broken track ${space}`, "move it");
    if (kind === "car" && !spaceOf(board, space)) say(name, `${name} is on no space`, "move it");
    taken.set(space, name);
  }
  if (!puzzle.pieces.some((piece) => piece.kind === "locomotive")) say("start.locomotives", "the card has no locomotive", "put one on the board");
  if (!puzzle.pieces.some((piece) => piece.goal)) say("goal", "the card has no goal", "choose where a piece must end");
  return faults;
}
