/** The card of the day and the filters of a site, compared with what Python says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOfDay, daysBefore } from "../../../shunt/pages/source/site/daily.ts";
import { fits, type Listed } from "../../../shunt/pages/source/site/filters.ts";
import { cases } from "./cases.ts";

const { days } = cases<{ days: { tiers: string[]; date: string; place: number }[] }>();

test("the card of a day is the one that Python chooses", () => {
  for (const { tiers, date, place } of days) assert.equal(cardOfDay(tiers, date), place, date);
});

test("days are counted over the ends of months and years", () => {
  assert.equal(daysBefore("2026-03-01", 1), "2026-02-28");
  assert.equal(daysBefore("2024-03-01", 1), "2024-02-29");
  assert.equal(daysBefore("2027-01-01", 366), "2025-12-31");
});

test("filters are by words, tier, board, pack, moves and whether a card is solved", () => {
  const card: Listed = { title: "Copper Train", name: "a-1", tier: "red", board: "wye-18", pack: "P", moves: 7, solved: true };
  const all = { words: "", tier: "", board: "", pack: "", moves: "", unsolved: false };
  for (const yes of [{}, { words: "train copper" }, { words: "A-1" }, { tier: "red" }, { board: "wye-18" }, { pack: "P" }, { moves: "7-10" }, { moves: "4-" }]) {
    assert.ok(fits(card, { ...all, ...yes }), JSON.stringify(yes));
  }
  for (const no of [{ words: "brass" }, { tier: "blue" }, { board: "x" }, { pack: "Q" }, { moves: "8-10" }, { moves: "4-6" }, { unsolved: true }]) {
    assert.ok(!fits(card, { ...all, ...no }), JSON.stringify(no));
  }
  assert.ok(!fits({ ...card, moves: null }, { ...all, moves: "1-3" }));
});
