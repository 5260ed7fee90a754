/** Attempts by the clock, logs of results as Python writes them, and what is stored and damaged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardData } from "../../../shunt/pages/source/data.ts";
import { Recorder } from "../../../shunt/pages/source/play/attempt.ts";
import { isPossible, logOf, readLog } from "../../../shunt/pages/source/play/results.ts";
import { standingOf } from "../../../shunt/pages/source/play/standing.ts";
import { type Attempt, Store } from "../../../shunt/pages/source/play/store.ts";
import { cases } from "./cases.ts";

interface Cases {
  log: string;
  deck: { name: string; title: string; key: string };
  results: { card: string; moves: number; rank: string; at: string }[];
}

const given = cases<Cases>();
const puzzle = { key: "0123456789abcdef0123", name: "swap" };

/** A recorder with a clock that is set by hand, in seconds. */
function clocked(): { recorder: Recorder; at(seconds: number): Recorder } {
  let now = 0;
  const recorder = new Recorder(() => 1000 * now);
  return { recorder, at: (seconds) => ((now = seconds), recorder) };
}

test("time begins when the card is seen, and an attempt needs a move or a hint", () => {
  const { at } = clocked();
  at(10).begin();
  at(50).note("move");
  at(55).note("other", 1);
  const attempt = at(60).end(puzzle, "p", 0, false);
  assert.deepEqual([attempt?.at, attempt?.seconds, attempt?.undos], ["1970-01-01T00:00:10Z", 50, 1]);
  at(70).begin();
  assert.equal(at(80).end(puzzle, "p", 0, false), null);
});

test("a long pause counts as a minute, unless the player gives signs", () => {
  const { at } = clocked();
  at(0).begin();
  at(500).note("hint");
  assert.equal(at(500).end(puzzle, "p", 0, false)?.seconds, 60);
  at(500).begin();
  at(550).seen();
  at(600).note("move");
  assert.equal(at(600).end(puzzle, "p", 1, true)?.seconds, 100);
});

test("time while the page is hidden does not count, whatever happens then", () => {
  const { at } = clocked();
  at(0).begin();
  at(5).hide();
  at(20).note("move");
  at(40).show();
  at(43).note("move");
  assert.equal(at(43).end(puzzle, "p", 2, true)?.seconds, 8);
  const other = clocked();
  other.at(0).hide();
  other.at(1).begin();
  other.at(30).show();
  other.at(32).note("hint");
  assert.equal(other.at(32).end(puzzle, "p", 0, false)?.seconds, 2);
});

test("the next attempt begins with the first act after the last", () => {
  const { at } = clocked();
  at(0).begin();
  at(1).note("move");
  at(2).end(puzzle, "p", 1, true);
  at(100).note("other", 1);
  at(103).note("move");
  const attempt = at(104).end({ ...puzzle, order: "CAB", bid: 4 }, "p", 1, true);
  assert.deepEqual([attempt?.at, attempt?.seconds, attempt?.order, attempt?.bid], ["1970-01-01T00:01:40Z", 4, "CAB", 4]);
});

test("a log is read and written as Python does", () => {
  const other = { ...given.deck, key: "other" };
  assert.deepEqual(readLog(given.log, [other, given.deck]), { deck: given.deck, results: given.results });
  assert.deepEqual(readLog(logOf(given.deck, given.results), [given.deck]), { deck: given.deck, results: given.results });
  assert.match(String(readLog(given.log, [other])), /log of another pack: starter/);
});

test("what is no log, and lines that are no results", () => {
  for (const text of ["", "hello", "[1]", "null", '{"schema":"shunt-results/2"}', "\0\u{1F600}", '{"schema":"shunt-attempt/1"}']) {
    assert.equal(readLog(text, [given.deck]), "This file is not a log of results.");
  }
  const [head] = given.log.split("\n");
  const lines = ['{"card":"x"}', '{"card":1,"moves":2}', '{"card":"x","moves":-1}', '{"card":"x","moves":1.5}', '{"card":"x","mo', "[]", "null"];
  const log = readLog([head, ...lines, '{"card":"x","moves":3,"rank":7,"at":"<b>"}'].join("\n"), [given.deck]);
  assert.deepEqual(typeof log === "object" && log.results, [{ card: "x", moves: 3, rank: "", at: "" }]);
});

test("results that cannot be are known", () => {
  const card = { optimum: 6, status: "optimal", limit: 12 } as CardData;
  assert.deepEqual([5, 6, 12, 13].map((moves) => isPossible(card, moves)), [false, true, true, false]);
  assert.ok(!isPossible({ ...card, status: "unsolvable" } as CardData, 7));
  assert.ok(isPossible({ ...card, status: "unknown", limit: null } as CardData, 1));
});

/** A storage of the browser, with what is in it. */
function storage(items: Record<string, string>): Storage {
  const held = new Map(Object.entries(items));
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  } as Storage;
}

test("whatever is stored, the page starts", () => {
  for (const damaged of ["{", "[1]", "7", '"x"', "null", '{"a:b":7}', '{"a:b":{"best":-1,"moves":{}}}', '[{"schema":"shunt-attempt/1"}]', "[null]"]) {
    const held = storage(Object.fromEntries(["progress", "settings", "attempts", "player"].map((name) => [`shunt-1-${name}`, damaged])));
    const store = new Store(() => held);
    assert.deepEqual(store.progress("a:b"), {});
    assert.deepEqual(store.settings(), { theme: "auto", shapes: false, sound: false, vibration: false, told: false });
    assert.match(store.player(), /^[A-Za-z0-9_.-]{1,64}$/);
    assert.deepEqual(store.attempts(), []);
    assert.ok(store.saveResult("a:b", 5, "Conductor"));
    assert.ok(!store.saveResult("a:b", 6, "Brakeman"));
    assert.equal(store.progress("a:b").best, 5);
  }
  const none = new Store(() => {
    throw new Error("not allowed");
  });
  none.saveMoves("a:b", "x");
  assert.deepEqual([none.progress("a:b"), none.faults.length], [{}, 1]);
});

test("streaks count days, and the rating the first attempt at each card", () => {
  const attempt = (id: string, day: string, solved: boolean, hints = 0) => ({ id, at: `${day}T10:00:00Z`, solved, hints }) as Attempt;
  const days = ["2026-11-10", "2026-11-11", "2026-11-12", "2026-11-20", "2026-11-21"].map((day) => attempt("x", day, true));
  assert.deepEqual(standingOf(days, {}, "2026-11-22"), { streak: 2, longest: 3, rating: null });
  assert.equal(standingOf(days, {}, "2026-11-23").streak, 0);
  const grades = Object.fromEntries(Array.from({ length: 40 }, (_, card) => [`c${card}`, card / 4]));
  // Every card below 6 is solved at once, the others only with hints; a second attempt does not count.
  const played = Object.entries(grades).flatMap(([id, grade]) => [attempt(id, "2026-11-20", true, grade < 6 ? 0 : 1), attempt(id, "2026-11-21", true)]);
  const { rating } = standingOf(played, grades, "2026-11-21");
  assert.ok(rating && Math.abs(rating.grade - 6) < 0.4 && rating.error < 0.6 && rating.cards === 40, JSON.stringify(rating));
  assert.equal(standingOf(played.slice(0, 8), grades, "2026-11-21").rating, null);
});
