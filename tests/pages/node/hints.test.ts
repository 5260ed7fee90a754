/** Hints: shortest ways from any position, and what is said where no way is known. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardData, PageData, TrainCard } from "../../../shunt/pages/source/data.ts";
import { isGoalMet } from "../../../shunt/pages/source/rules/goal.ts";
import { searchGoal, type Space } from "../../../shunt/pages/source/rules/search.ts";
import { type Position, positionKey, rulesOn, successors } from "../../../shunt/pages/source/rules/trains.ts";
import { playOf } from "../../../shunt/pages/source/view/kinds.ts";
import { cases } from "./cases.ts";

const { pages, orders } = cases<{ pages: PageData[]; orders: Record<string, number> }>();
const cardsOf = (kind: CardData["kind"]) => pages.flatMap((page) => page.cards.filter((card) => card.kind === kind).map((card) => ({ page, card })));

/** Return every position that can be reached with its distance to the goal, by the page's own rules. */
function distances(card: TrainCard, page: PageData): { position: Position; moves: number }[] {
  const rules = rulesOn(page.boards[card.board]!, { ...card, locomotives: card.locomotives.length });
  const positions = [card.start];
  const numbers = new Map([[positionKey(rules, card.start), 0]]);
  const before: number[][] = [[]];
  for (let at = 0; at < positions.length; at++) {
    for (const [key, next] of successors(rules, positions[at]!)) {
      if (!numbers.has(key)) {
        numbers.set(key, positions.length);
        positions.push(next);
        before.push([]);
      }
      before[numbers.get(key)!]!.push(at);
    }
  }
  const found = positions.map((position) => (isGoalMet(rules, card, position) ? 0 : Infinity));
  const todo = found.flatMap((moves, number) => (moves === 0 ? [number] : []));
  for (const number of todo) {
    for (const one of before[number]!) {
      if (found[one]! < Infinity) continue;
      found[one] = found[number]! + 1;
      todo.push(one);
    }
  }
  return positions.map((position, number) => ({ position, moves: found[number]! }));
}

const SAMPLE = 12;

test("hints off the guide know how far the goal is, or that it is out of reach", async () => {
  let dead = 0;
  for (const { page, card } of cardsOf("trains") as { page: PageData; card: TrainCard }[]) {
    const all = distances(card, page).filter(({ moves }) => moves > 0);
    const asked = all.filter((_, number) => number % Math.ceil(all.length / SAMPLE) === 0);
    asked.push(...all.filter(({ moves }) => moves === Infinity).slice(0, 2));
    for (const { position, moves } of asked) {
      const { words } = await playOf({ ...card, start: position, guide: [] }, page).hint();
      if (moves === Infinity) assert.match(words, /can no longer be reached/);
      else assert.ok(words.endsWith(` ${moves} ${moves === 1 ? "move" : "moves"} to the goal.`), words);
      dead += Number(moves === Infinity);
    }
  }
  assert.ok(dead > 0);
});

/** Make the moves that are hinted at until the goal is reached; return how many they are. */
async function followed(card: CardData, page: PageData, link: string): Promise<{ moves: number; first: string }> {
  const play = playOf(card, page);
  play.restore(link);
  const begun = play.done();
  let first = "";
  while (!play.isSolved()) {
    const hint = await play.hint();
    first ||= hint.words;
    const words = hint.words.split(". ")[0];
    const grips = play.movable().map((vehicle) => play.grip(vehicle));
    let found = false;
    for (const grip of grips.filter(({ vehicle }) => vehicle === hint.vehicle)) {
      found = grip.ways.some((way, index) => way.stops && way.words === words && play.make(grip, index).length > 0);
    }
    assert.ok(found, hint.words);
  }
  return { moves: play.done() - begun, first };
}

test("hints lead along a shortest way, on the guide and off it", async () => {
  for (const { page, card } of cardsOf("sidings")) {
    assert.ok(card.kind === "sidings");
    const { moves, first } = await followed(card, page, "");
    assert.equal(moves, card.optimum);
    assert.ok(first.endsWith(` ${moves} moves to the goal.`), first);
    const play = playOf(card, page);
    const grip = play.grip(play.movable()[0]!);
    play.make(grip, grip.ways.findIndex((way) => way.stops));
    const off = await followed(card, page, play.encoded());
    assert.ok(off.moves >= moves - 1, off.first);
    assert.ok(off.first.endsWith(` ${off.moves} moves to the goal.`), off.first);
  }
});

test("in a yard hints take the fewest moves of each order", async () => {
  const [{ page, card }] = cardsOf("hump") as [{ page: PageData; card: CardData }];
  for (const [order, optimum] of Object.entries(orders)) assert.equal((await followed(card, page, order)).moves, optimum, order);
});

test("damaged links of every kind restore the moves before the fault, and say so", () => {
  const damaged = ["_", "zz", "0p1_", "0p1_0p9", "9d1", "CAB_", "CAB_zzzz", "CAB999999", "XYZ", "0.1.._", "0.1..zz", "t9", "é", "%", "__proto__", "constructor", "0".repeat(5000)];
  for (const { cards, ...page } of pages) {
    for (const card of cards) {
      for (const link of damaged) {
        const play = playOf(card, { ...page, cards });
        const { made, isWhole } = play.restore(link);
        assert.ok(!isWhole && made === play.done() && made <= 1, `${card.name} ${link}`);
        assert.ok(play.frame().every(Boolean));
      }
    }
  }
});

// A line of numbers: the goal is 40; from 10 on a way of 35 more moves is known.
const line: Space<number> = {
  keyOf: String,
  isGoal: (one) => one === 40,
  next: (one) => (one < 40 ? [one + 1, -one] : []),
  known: (key) => (Number(key) === 10 ? 35 : null),
};

test("a search says whether its way is shortest, and what it has seen", async () => {
  assert.deepEqual(await searchGoal(line, 0, 1000, 60_000), { first: 1, moves: 40, isShortest: true, isExhausted: false });
  assert.deepEqual(await searchGoal(line, 0, 25, 60_000), { first: 1, moves: 45, isShortest: false, isExhausted: false });
  assert.deepEqual(await searchGoal(line, 0, 10, 60_000), { first: null, moves: 0, isShortest: false, isExhausted: false });
  const dead = { ...line, isGoal: () => false };
  assert.deepEqual(await searchGoal(dead, 30, 1000, 60_000), { first: null, moves: 0, isShortest: false, isExhausted: true });
});
