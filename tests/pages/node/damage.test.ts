/** What a browser keeps and what a link holds, damaged at random: pages show what is left of it, and nothing is lost in silence. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { PageData } from "../../../shunt/pages/source/data.ts";
import { shortened } from "../../../shunt/pages/source/play/codes.ts";
import { attemptLines, Store } from "../../../shunt/pages/source/play/store.ts";
import { playOf } from "../../../shunt/pages/source/view/kinds.ts";
import { cases } from "./cases.ts";

const given = cases<{ pages: PageData[]; links: number }>();

/** Numbers from 0 to below `most`, the same in each run. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
}

/** The browser's storage, with room for some characters. */
class Shelf {
  readonly kept = new Map<string, string>();
  readonly #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  get length(): number {
    return this.kept.size;
  }

  key(): null {
    return null;
  }

  clear(): void {
    this.kept.clear();
  }

  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    const others = [...this.kept].filter(([other]) => other !== name).reduce((sum, [other, text]) => sum + other.length + text.length, 0);
    if (others + name.length + value.length > this.#room) throw new Error("QuotaExceededError");
    this.kept.set(name, value);
  }

  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

const KEY = "id:card";
const HELD = ["", "{", "null", "5", '"x"', "[]", "{}", `{"${KEY}": 5}`, `{"${KEY}": {"best": -1, "rank": 7, "moves": []}}`, `{"${KEY}": {"best": 1e999}}`];
HELD.push('[{"schema": "shunt-attempt/1"}, 5, null, {"schema": 1}]', "[".repeat(5000), `{"${KEY}": {"best": 3}}`, '"' + "x".repeat(2000), '{"__proto__": {"best": 1}}');

test("storage that holds anything is read, set aside or left out, and never throws", () => {
  for (const room of [100_000, 2_100, 60]) {
    for (const held of HELD) {
      const shelf = new Shelf(room);
      for (const name of ["progress", "settings", "player", "attempts"]) shelf.kept.set(`shunt-1-${name}`, held);
      const store = new Store(() => shelf as unknown as Storage);
      const { best, rank, moves } = store.progress(KEY);
      assert.ok(best === undefined || (Number.isSafeInteger(best) && best >= 0), held);
      assert.ok(rank === undefined || typeof rank === "string");
      assert.ok(moves === undefined || typeof moves === "string");
      assert.ok(["auto", "light", "dark"].includes(store.settings().theme));
      assert.match(store.player(), /^[A-Za-z0-9_.-]{1,64}$/);
      assert.equal(typeof attemptLines(store.attempts()), "string");
      store.saveMoves(KEY, "0.1..a");
      store.saveResult(KEY, 4, "Conductor");
      store.saveSettings({ theme: "dark", shapes: true });
      if (room === 100_000) assert.equal(store.progress(KEY).moves, "0.1..a");
    }
  }
});

test("what is set aside is kept under another name, if there is room", () => {
  const shelf = new Shelf(100_000);
  shelf.kept.set("shunt-1-attempts", '{"a": 1}');
  const store = new Store(() => shelf as unknown as Storage);
  assert.deepEqual(store.attempts(), []);
  assert.deepEqual([...shelf.kept.entries()], [["shunt-1-attempts-damaged", '{"a":1}']]);
  assert.equal(store.faults.length, 1);
});

test("a browser that allows no storage is played in all the same", () => {
  const store = new Store(() => {
    throw new Error("SecurityError");
  });
  store.saveMoves(KEY, "x");
  assert.deepEqual(store.progress(KEY), {});
  assert.equal(store.faults.length, 1);
});

const LETTERS = "0123456789abctdpz.-_ABC%é\u0000";

for (const data of given.pages) {
  for (const card of data.cards) {
    test(`damaged links to ${card.name}`, () => {
      const next = chance(7);
      const play = playOf(card, data);
      let sound = "";
      for (let tries = 0; tries < 6; tries++) {
        const movable = play.movable();
        const grip = play.grip(movable[next(movable.length)]!);
        const stops = grip.ways.flatMap((way, index) => (way.stops ? [index] : []));
        if (stops.length > 0) play.make(grip, stops[next(stops.length)]!);
      }
      sound = play.encoded();
      const again = playOf(card, data);
      assert.deepEqual(again.restore(sound), { made: play.done(), isWhole: true });
      for (let number = 0; number < given.links; number++) {
        const letters = [...sound];
        for (let change = 0; change <= next(3); change++) {
          const place = next(letters.length + 1);
          letters.splice(place, next(4), ...Array.from({ length: next(4) }, () => LETTERS[next(LETTERS.length)]!));
        }
        const link = letters.join("");
        const { made, isWhole } = again.restore(link);
        assert.ok(made === again.done() || (!isWhole && made === 0), link);
        assert.equal(again.restore(again.encoded()).isWhole, true, link);
        again.frame();
        again.isSolved();
      }
    });
  }
}

test("a link with a million moves is cut", () => {
  const text = Array.from({ length: 400_000 }, () => "0p1").join("_");
  assert.ok(shortened(text).length <= 50_000);
  assert.ok(text.startsWith(`${shortened(text)}_`));
  assert.equal(shortened("0p1_0d1"), "0p1_0d1");
  assert.equal(shortened("x".repeat(60_000)), "");
});
