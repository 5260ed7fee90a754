/** The editor draws track where `shunt show` has it, and warns of spaces that lie on each other as `shunt check` does. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dataWarnings } from "../../../shunt/pages/source/edit/check/check.ts";
import { readDoc } from "../../../shunt/pages/source/edit/files/reading.ts";
import { dataOf, withNumbers } from "../../../shunt/pages/source/edit/files/source.ts";
import { trackShape } from "../../../shunt/pages/source/edit/model/shape.ts";
import { cases } from "./cases.ts";

interface Case {
  text: string;
  /** The middle of each space, and the absolute values of its direction's parts and of their product's sign: an axis. */
  spots: Record<string, [x: number, y: number, axis: number]>;
  curves: [x: number, y: number, toX: number, toY: number][];
  lying: [where: string, what: string][];
}

const near = (a: readonly number[], b: readonly number[]) => assert.ok(a.length === b.length && a.every((one, place) => Math.abs(one - b[place]!) < 1e-6), `${a} and ${b}`);
const sorted = <Row extends readonly number[]>(rows: readonly Row[]) => [...rows].map((row) => row.map((one) => Math.round(one * 1e6) / 1e6 + 0)).sort((a, b) => a.findIndex((one, i) => one !== b[i]) < 0 ? 0 : a.find((one, i) => one !== b[i])! - b.find((one, i) => one !== a[i])!);

test("spots, curves and warnings are those of Python", () => {
  for (const { text, spots, curves, lying } of cases<Case[]>()) {
    const { data } = dataOf(text);
    const shape = trackShape(readDoc(withNumbers(data!)).doc.board);
    assert.deepEqual([...shape.spots.keys()].sort(), Object.keys(spots).sort());
    for (const [space, { at, along }] of shape.spots) {
      const [x, y, axis] = spots[space]!;
      const turn = Math.atan2(along[1], along[0]) - axis;
      near([...at, Math.sin(turn)], [x, y, 0]);
    }
    const ends = shape.curves.map(({ start, end }) => (start[0] < end[0] || (start[0] === end[0] && start[1] < end[1]) ? [...start, ...end] : [...end, ...start]));
    assert.deepEqual(sorted(ends), sorted(curves));
    assert.deepEqual(dataWarnings(data!).map(({ where, what }) => [where, what]), lying);
  }
});
