/** What a play says of its moves: in the notation that `shunt replay` reads, and along the rails that Python draws. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardData, PageData, Spot } from "../../../shunt/pages/source/data.ts";
import { trackAlong } from "../../../shunt/pages/source/play/geometry.ts";
import { encodeSteps } from "../../../shunt/pages/source/play/codes.ts";
import type { Step } from "../../../shunt/pages/source/rules/steps.ts";
import { playOf } from "../../../shunt/pages/source/view/kinds.ts";
import { cases } from "./cases.ts";

interface Cases {
  games: { page: PageData; steps: Step[]; notations: string[] }[];
  sidings: { page: PageData; moves: string }[];
  guides: { page: PageData; guide: string[] }[];
  /** By the board's name, at each setting of its turntables: points on its rails. */
  rails: Record<string, Record<string, [number, number][]>>;
}

const given = cases<Cases>();

for (const { page, steps, notations } of given.games) {
  test(`notation of a game on ${page.cards[0]!.name}`, () => {
    const play = playOf(page.cards[0]!, page);
    assert.ok(play.restore(encodeSteps(steps)).isWhole);
    assert.deepEqual(play.moves().map(({ notation }) => notation), notations);
  });
}

test("the solution that is replayed is the guide of the card", () => {
  for (const { page, guide } of given.guides) {
    const play = playOf(page.cards[0]!, page);
    assert.equal(play.rehearse(true).length, guide.length);
    assert.deepEqual(play.moves().map(({ notation }) => notation), guide);
  }
});

/** Return how far the farthest point of the tracks of a replay is from the rails. */
function offRails({ cards, ...page }: PageData, link: string): number {
  const [card] = cards as [CardData];
  const rails = given.rails[card.name]!;
  const play = playOf(card, { ...page, cards });
  play.restore(link);
  let most = 0;
  for (const { frames } of play.rehearse(false)) {
    const points = rails[play.settings().join()]!;
    for (const vehicle of play.picture.vehicles.keys()) {
      const track = trackAlong(frames.map((frame) => frame[vehicle]!), play.picture.bridges);
      for (const spot of track.slice(1)) most = Math.max(most, nearest(spot, points));
    }
    play.redo();
  }
  play.resume();
  assert.equal(play.encoded(), link);
  return most / play.picture.unit;
}

function nearest([x, y]: Spot, points: [number, number][]): number {
  let least = Infinity;
  for (const [a, b] of points) least = Math.min(least, (a - x) ** 2 + (b - y) ** 2);
  return Math.sqrt(least);
}

test("what moves stays on the rails", () => {
  for (const { page, steps } of given.games) assert.ok(offRails(page, encodeSteps(steps)) < 0.03, page.title);
  for (const { page, moves } of given.sidings) assert.ok(offRails(page, moves) < 0.1, page.title); // cars cut the corners of straight rails
});

test("whatever cannot be done has its reason", () => {
  for (const { page, moves } of given.sidings) {
    const play = playOf(page.cards[0]!, page);
    play.restore(moves);
    do {
      for (const vehicle of play.picture.vehicles.keys()) {
        const stops = play.grip(vehicle).ways.filter(({ stops }) => stops).map(({ place }) => place);
        assert.equal(stops.length > 0, play.movable().includes(vehicle));
        if (stops.length === 0) assert.ok(play.stuck(vehicle));
        for (const place of [0, 1, 2, 3]) if (!stops.includes(place)) assert.ok(play.refusal(vehicle, place), `${vehicle} to ${place}`);
      }
    } while (play.undo());
  }
});
