/** The editor's model: joins as runs and back, changes of spaces, and the files that Python gives, read and written again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf } from "../../../shunt/pages/source/edit/check/plan.ts";
import { dataFaults } from "../../../shunt/pages/source/edit/check/check.ts";
import { readDoc } from "../../../shunt/pages/source/edit/files/reading.ts";
import { dataOf, withNumbers } from "../../../shunt/pages/source/edit/files/source.ts";
import { textOf } from "../../../shunt/pages/source/edit/files/writing.ts";
import { emptyDoc, type End, joinedTo, removeSpace, renameSpaces, toggleJoin } from "../../../shunt/pages/source/edit/model/model.ts";
import { trainFaults } from "../../../shunt/pages/source/edit/check/trainCards.ts";
import { trainRulesOf } from "../../../shunt/pages/source/edit/model/trainRules.ts";
import { SPACE_MARKS, type SpaceMark } from "../../../shunt/pages/source/edit/model/spaceMarks.ts";
import { joinsOf, runsOf } from "../../../shunt/pages/source/edit/model/runs.ts";
import { answer, cases } from "./cases.ts";

test("a tail of one space gets a buffer stop, so that both tracks are at one end of it", () => {
  const { spaces, joins } = joinsOf(["A W1 N1 |", "B W2 N1 |"]);
  const { board } = emptyDoc();
  board.spaces = spaces.map((name) => ({ name, x: 0, y: 0, turned: null, has: {} }));
  board.joins = joins;
  assert.deepEqual(runsOf(board), ["A W1 N1 |", "B W2 N1 |"]);
});

test("runs that contradict each other or settle nothing are reported", () => {
  assert.match(joinsOf(["A S B", "B S C", "C S A"]).faults.join(), /contradict/);
  assert.match(joinsOf(["A S B", "C S"]).faults.join(), /do not say/);
});

test("a rule that the options of a card leave out has its default", () => {
  assert.deepEqual(["stay", "drag", undefined].map((word) => trainRulesOf("switcher", { coupled_train: word }).dragsCoupled), [false, true, false]);
  const wrong = (word: string) => trainFaults({ ruleset: "railway", start: {}, goal: {}, options: { coupled_train: word } }, null).map(({ where }) => where);
  assert.ok(wrong("drag").includes("options.coupled_train"));
  assert.ok(!wrong("stay").includes("options.coupled_train"));
});

test("joins are made and parted, spaces renamed and removed, everywhere", () => {
  const doc = emptyDoc();
  for (const name of ["A1", "A2"]) doc.board.spaces.push({ name, x: 0, y: 0, turned: null, has: {} });
  const [a, b]: [End, End] = [["A1", 1], ["A2", 0]];
  toggleJoin(doc.board, a, b);
  assert.deepEqual(joinedTo(doc.board, b), [a]);
  renameSpaces(doc, new Map([["A1", "Q"]]));
  assert.deepEqual(joinedTo(doc.board, b), [["Q", 1]]);
  toggleJoin(doc.board, b, ["Q", 1]);
  assert.deepEqual(doc.board.joins, []);
  removeSpace(doc, "Q");
  assert.deepEqual(doc.board.spaces.map((space) => space.name), ["A2"]);
});

test("a mark of spaces that is only drawn is read, written and checked", () => {
  const row = { ...SPACE_MARKS[0]!, key: "tunnels", isOnlyDrawn: true };
  (SPACE_MARKS as SpaceMark[]).push(row);
  try {
    const data = { schema: "shunt-layout/1", name: "hill", tracks: ["A B"], tunnels: ["B"], closed: { A: "cars" } };
    const { doc } = readDoc(data);
    assert.deepEqual(doc.board.spaces.map((space) => space.has), [{ closed: "cars" }, { tunnels: "yes" }]);
    assert.match(textOf(doc), /^closed = \{ A = "cars" \}\ntunnels = \["B"\]$/m);
    assert.deepEqual(planOf({ ...data, tunnels: ["C"] }).faults.map(({ where }) => where), ["tunnels[0]"]);
  } finally {
    (SPACE_MARKS as SpaceMark[]).pop();
  }
});

test("what is without faults can be read and written", () => {
  answer(cases<string[]>().map((text) => {
    const { data, fault } = dataOf(text);
    const faults = fault ? [fault] : dataFaults(data);
    return { faults: faults.map(({ where }) => where), text: faults.length ? "" : textOf(readDoc(withNumbers(data!)).doc) };
  }));
});
