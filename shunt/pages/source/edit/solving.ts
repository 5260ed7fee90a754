/** What the editor proves without a server: the fewest moves of a card of trains, and its Yard Guide. */

import type { Answer } from "../rules/bothEnds.ts";
import { notationOf } from "../rules/guide.ts";
import { prove, REACH } from "../rules/prover.ts";
import { follow, stepBetween } from "../rules/steps.ts";
import { type Numbered, puzzleOf } from "./check/puzzle.ts";
import { dataOf } from "./files/source.ts";
import type { Asked } from "./report.ts";
import type { Solved } from "./server.ts";

const ELSEWHERE = "download the file and run shunt solve FILE, which searches much further";

const SERVED = "this page solves only train cards whose metric is moves. To continue, download the file; shunt edit FILE solves it while you draw";

/** Search for the solution of a text without faults; a `signal` ends the search. */
export async function solvedHere({ text, layouts }: Asked, signal: AbortSignal): Promise<Solved> {
  const numbered = puzzleOf(dataOf(text).data!, layouts);
  if (typeof numbered === "string") return { words: `Not solved here, since ${numbered}: ${SERVED}.` };
  try {
    return inWords(numbered, await prove(numbered.puzzle, REACH, signal));
  } catch (error) {
    return { words: `Not solved: ${(error as Error).message || "the search ended"}; ${ELSEWHERE}.` };
  }
}

function inWords(numbered: Numbered, { status, path, least, positions }: Answer): Solved {
  if (status === "unsolvable") return { status, words: "no solution: every position that can be reached was tried" };
  if (status === "unknown") {
    const words = `not solved in ${positions.toLocaleString("en")} positions; no solution has fewer than ${least} moves. To go on, ${ELSEWHERE}`;
    return { status, words };
  }
  const { rules } = numbered.puzzle;
  const moves = path.slice(1).map((to, index) => {
    const before = path[index]!;
    return notationOf(rules, numbered.names, before, follow(rules, before, stepBetween(rules, before, to)!)!);
  });
  return { status, words: moves.length ? `optimum ${moves.length}, proven` : "the goal is met at the start", moves };
}
