/** The rules against the referee's answers, which Python wrote. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { TrainCard } from "../../../shunt/pages/source/data.ts";
import type { Board } from "../../../shunt/pages/source/rules/board.ts";
import { type Counts, emptyTally, tallyAfter } from "../../../shunt/pages/source/rules/counts.ts";
import { isGoalMet } from "../../../shunt/pages/source/rules/goal.ts";
import { type HumpTrack, humpRuns } from "../../../shunt/pages/source/rules/hump.ts";
import * as sidings from "../../../shunt/pages/source/rules/sidings.ts";
import { follow, type Step } from "../../../shunt/pages/source/rules/steps.ts";
import { type Position, positionKey, rulesOn, successors } from "../../../shunt/pages/source/rules/trains.ts";
import { cases } from "./cases.ts";

type Card = TrainCard & { plan: Board };
interface Cases {
  trains: { name: string; rules: Card; positions: { from: Position; to: Position[] }[] }[];
  games: { name: string; rules: Card; moves: { step: Step; counts: Counts; after: Position; solved: boolean }[] }[];
  goals?: { name: string; rules: Card; positions: { position: Position; solved: boolean }[] }[];
  humps: { name: string; track: HumpTrack; train: string[]; positions: { from: number[]; to: number[][]; exits: string[] }[] }[];
  sidings: {
    name: string;
    yard: sidings.SidingsYard;
    goal: sidings.SidingsGoal;
    positions: {
      from: sidings.SidingsPosition;
      legal: [number, number, number][];
      move: [number, number, number];
      after: sidings.SidingsPosition;
      solved: boolean;
    }[];
  }[];
}

const given = cases<Cases>();
const rulesOf = (card: Card) => rulesOn(card.plan, { ...card, locomotives: card.locomotives.length });

for (const { name, rules: card, positions } of given.trains) {
  test(`successors on ${name}`, () => {
    const rules = rulesOf(card);
    for (const { from, to } of positions) {
      const expected = to.map((position) => positionKey(rules, position)).sort();
      assert.deepEqual([...successors(rules, from).keys()].sort(), expected, JSON.stringify(from));
    }
  });
}

for (const { name, rules: card, moves } of given.games) {
  test(`a game on ${name}`, () => {
    const rules = rulesOf(card);
    let position = card.start;
    let tally = emptyTally(rules.locomotives);
    for (const { step, counts, after, solved } of moves) {
      const made = follow(rules, position, step);
      assert.ok(made, JSON.stringify(step));
      tally = tallyAfter(rules, tally, made);
      position = made.after;
      assert.equal(positionKey(rules, position), positionKey(rules, after));
      assert.deepEqual(tally.counts, counts);
      assert.equal(isGoalMet(rules, card, position), solved);
    }
  });
}

test("goals that name places", () => {
  for (const { name, rules: card, positions } of given.goals ?? []) {
    const rules = rulesOf(card);
    for (const { position, solved } of positions) assert.equal(isGoalMet(rules, card, position), solved, name);
  }
});

for (const { name, yard, goal, positions } of given.sidings) {
  test(`sidings of ${name}`, () => {
    for (const { from, legal, move, after, solved } of positions) {
      const found = sidings.sidingsMoves(yard, from).map((one) => [one.siding, Number(one.drops), one.count]);
      assert.deepEqual(found.sort(), legal.sort());
      const there = sidings.sidingsAfter(yard, from, { siding: move[0], drops: move[1] === 1, count: move[2] });
      assert.deepEqual(there, after);
      assert.equal(sidings.isSidingsGoalMet(yard, goal, there), solved);
    }
  });
}

for (const { name, track, train, positions } of given.humps) {
  test(`cuts in ${name}`, () => {
    for (const { from, to, exits } of positions) {
      const runs = humpRuns(track, from);
      const found = new Set(runs.flatMap((run) => (run.after ? [run.after.join()] : [])));
      assert.deepEqual([...found].sort(), to.map((places) => places.join()).sort());
      const left = new Set(runs.flatMap((run) => (run.after ? [] : [run.cars.map((car) => train[car]).join("")])));
      assert.deepEqual([...left].sort(), exits);
    }
  });
}
