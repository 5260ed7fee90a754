/** The page's search from both ends: the solver's answers, and ways that the page's own rules allow. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { TrainCard } from "../../../shunt/pages/source/data.ts";
import { type Answer, solveTrains } from "../../../shunt/pages/source/rules/bothEnds.ts";
import type { Board } from "../../../shunt/pages/source/rules/board.ts";
import { isGoalMet } from "../../../shunt/pages/source/rules/goal.ts";
import { refusalOf } from "../../../shunt/pages/source/rules/refusal.ts";
import { positionKey, readyTrains, type Rules, rulesOn, successors } from "../../../shunt/pages/source/rules/trains.ts";
import { puzzleOf } from "../../../shunt/pages/source/edit/check/puzzle.ts";
import { dataOf } from "../../../shunt/pages/source/edit/files/source.ts";
import { cases } from "./cases.ts";

interface Case {
  card: TrainCard & { plan: Board };
  status: Answer["status"];
  optimum: number | null;
  /** Moves of single locomotives at the start that only a rule of trains forbids: the locomotive, the space, and the referee's reason. */
  refusals: [number, number, string][];
}

interface Drawn {
  name: string;
  text: string;
  optimum: number;
}

const { cards, most, files } = cases<{ cards: Case[]; most: number; files: Drawn[] }>();
const rulesOf = (card: Case["card"]): Rules => rulesOn(card.plan, { ...card, locomotives: card.locomotives.length });
const solved = ({ card }: Case, positions = most): { rules: Rules; answer: Answer } => {
  const rules = rulesOf(card);
  return { rules, answer: solveTrains({ rules, start: card.start, goal: card }, positions, 600_000) };
};

test("the page proves what the solver proves", () => {
  for (const one of cards) {
    const { card, status, optimum } = one;
    const { rules, answer } = solved(one);
    const words = JSON.stringify({ start: card.start, goal: card.goal, wants: card.wants, trains: card.trains, rules: card.ruleset, board: card.plan, alike: card.alike });
    assert.equal(answer.status, status, words);
    if (status !== "optimal") continue;
    assert.equal(answer.path.length - 1, optimum, words);
    answer.path.slice(1).forEach((position, index) => assert.ok(successors(rules, answer.path[index]!).has(positionKey(rules, position)), words));
    assert.ok(isGoalMet(rules, card, answer.path.at(-1)!));
  }
});

test("a move that only a rule of trains forbids is refused for the referee's reason", () => {
  for (const { card, refusals } of cards) {
    const rules = rulesOf(card);
    const alone = readyTrains(rules, card.start).filter(({ train }) => train.pieces.length === 1);
    for (const [locomotive, space, why] of refusals) {
      assert.equal(refusalOf(rules, card.start, locomotive, alone, space, [...card.locomotives, ...card.cars]), why);
    }
  }
});

test("a search that may look at few positions gives up with what it has excluded", () => {
  const hard = cards.reduce((one, other) => ((other.optimum ?? 0) > (one.optimum ?? 0) ? other : one));
  const { answer } = solved(hard, 2);
  assert.equal(answer.status, "unknown");
  assert.ok(answer.least >= 1 && answer.least <= hard.optimum!);
});

test("the editor reads the same puzzle from a file", () => {
  let proven = 0;
  for (const { name, text, optimum } of files) {
    const found = puzzleOf(dataOf(text).data!, () => null);
    assert.ok(typeof found !== "string", `${name}: ${String(found)}`);
    const answer = solveTrains(found.puzzle, 25_000, 600_000);
    if (answer.status === "unknown") assert.ok(answer.least <= optimum, name);
    else assert.equal(answer.path.length - 1, optimum, name);
    proven += Number(answer.status === "optimal");
  }
  assert.ok(2 * proven > files.length, `${proven} of ${files.length}`);
});
