/** What a move of Hump Yard does, as in `shunt/hump/rules.py`: a cut rolls on as far as it can, and never pushes. */

import { type End, opposite, spaceOf } from "./board.ts";

export interface HumpTrack {
  spaces: string[];
  fixed: End[][];
  /** The spaces of the queue, the lead car's first. */
  queue: number[];
  /** The ends by which the train leaves. */
  exits: End[];
  /** For each space, the spaces that may not be occupied together with it. */
  partners: number[][];
  stop: "farthest" | "any";
}

/** Both lists run from the lead car to the last; `ends`: the end through which each car will leave its space. */
export interface Cut {
  cars: number[];
  ends: End[];
}

/** One move in full; `after` is null if the whole train leaves, in the order of `cars`. */
export interface CutRun {
  cars: number[];
  /** The cuts under way, from the start of the move to its end. */
  trail: Cut[];
  after: number[] | null;
}

const mayFace = (track: HumpTrack, end: End): boolean => !track.queue.includes(spaceOf(end)) || (end & 1) === 1;

/** Return every cut and the direction it may take: 1, 2, 3 … cars behind each possible lead car. */
export function cutsOf(track: HumpTrack, places: number[]): Cut[] {
  const found: Cut[] = [];
  places.forEach((space, seat) => {
    for (const end of [0, 1]) {
      let cut: Cut = { cars: [seat], ends: [2 * space + end] };
      while (mayFace(track, cut.ends[cut.ends.length - 1]!)) {
        found.push(cut);
        const rear = opposite(cut.ends[cut.ends.length - 1]!);
        const behind = track.fixed[rear]!.find((other) => places.includes(spaceOf(other)));
        if (behind === undefined) break;
        const car = places.indexOf(spaceOf(behind));
        if (cut.cars.includes(car)) break;
        cut = { cars: [...cut.cars, car], ends: [...cut.ends, behind] };
      }
    }
  });
  return found;
}

/** Return every end of a move of one cut, each once, by a shortest path to it. */
export function runsOfCut(track: HumpTrack, places: number[], start: Cut): CutRun[] {
  const found: CutRun[] = [];
  const key = (cut: Cut) => cut.ends.join();
  const cameFrom = new Map<string, Cut | null>([[key(start), null]]);
  const todo = [start];
  let left = false;
  for (let cut = todo.shift(); cut; cut = todo.shift()) {
    const ahead = stepsOfCut(track, places, cut);
    const leaves = cut.cars.length === places.length && track.exits.includes(cut.ends[0]!);
    const trail = () => trailOf(cameFrom, cut!, key);
    if (leaves && !left) {
      left = true;
      found.push({ cars: cut.cars, trail: trail(), after: null });
    }
    if (cut !== start && (track.stop === "any" || (ahead.length === 0 && !leaves))) {
      const after = placesAfter(places, cut);
      if (after.join() !== places.join()) found.push({ cars: cut.cars, trail: trail(), after });
    }
    for (const step of ahead) {
      if (cameFrom.has(key(step))) continue;
      cameFrom.set(key(step), cut);
      todo.push(step);
    }
  }
  return found;
}

function stepsOfCut(track: HumpTrack, places: number[], cut: Cut): Cut[] {
  const others = places.filter((_, seat) => !cut.cars.includes(seat));
  const taken = new Set([...others, ...cut.ends.slice(0, -1).map(spaceOf)]);
  const isFree = (space: number) => !taken.has(space) && !track.partners[space]!.some((other) => taken.has(other));
  return track.fixed[cut.ends[0]!]!
    .filter((entered) => mayFace(track, opposite(entered)) && isFree(spaceOf(entered)))
    .map((entered) => ({ cars: cut.cars, ends: [opposite(entered), ...cut.ends.slice(0, -1)] }));
}

function trailOf(cameFrom: Map<string, Cut | null>, last: Cut, key: (cut: Cut) => string): Cut[] {
  const trail: Cut[] = [];
  for (let cut: Cut | null = last; cut; cut = cameFrom.get(key(cut)) ?? null) trail.push(cut);
  return trail.reverse();
}

function placesAfter(places: number[], cut: Cut): number[] {
  const after = [...places];
  cut.cars.forEach((car, index) => {
    after[car] = spaceOf(cut.ends[index]!);
  });
  return after;
}

/** Return every move of a position. */
export function humpRuns(track: HumpTrack, places: number[]): CutRun[] {
  return cutsOf(track, places).flatMap((cut) => runsOfCut(track, places, cut));
}
