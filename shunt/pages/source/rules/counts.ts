/** What moves of trains count in every metric, as in `shunt/rules/metrics.py`. */

import { type End, joinsAt, opposite } from "./board.ts";
import { TRAIN_METRICS, TRAIN_NAMES, type TrainMetric, type TrainStep } from "./metrics.ts";
import type { Made } from "./steps.ts";
import type { Position, Rules, Train } from "./trains.ts";

export type Counts = Record<TrainMetric, number>;

/** What has been counted up to a position, and what has to be remembered to continue counting. */
export interface Tally {
  counts: Counts;
  /** For each locomotive, whether its last move was forward; null before its first. */
  senses: (boolean | null)[];
  /** The locomotive on a run; -1 for none. */
  last: number;
  /** What is coupled: pairs of coupler ends, each as a key. A coupler end is twice the number of a piece, plus the end of its space. */
  joints: ReadonlyMap<string, [number, number]>;
  /** Points that were run over: the end of a space with several joins, and the end over which a piece last ran. */
  points: ReadonlyMap<End, End>;
}

export function emptyTally(locomotives: number): Tally {
  const counts = Object.fromEntries(TRAIN_NAMES.map((name) => [name, 0])) as Counts;
  return { counts, senses: Array.from({ length: locomotives }, () => null), last: -1, joints: new Map(), points: new Map() };
}

/** Return the tally after one more move. */
export function tallyAfter(rules: Rules, tally: Tally, made: Made): Tally {
  if (made.locomotive < 0) {
    const kept = stillJoined(rules, tally.joints, made.after);
    const step = { rules, made, goesOn: false, turnsBack: false, joints: tally.joints.size - kept.size, throws: 0 };
    return { ...tally, counts: plus(tally.counts, step), last: -1, joints: kept };
  }
  const begun = new Map(tally.joints);
  const start = made.trail[0]!;
  innerJoints(start).slice(0, start.pieces.indexOf(made.locomotive)).forEach((joint) => begun.set(keyOf(joint), joint));
  const kept = stillJoined(rules, carriedAlong(begun, made.trail), made.after);
  const [points, throws] = thrownAlong(rules, tally.points, made.trail);
  const before = tally.senses[made.locomotive]!;
  const sameSense = before === made.forward;
  const step = {
    rules,
    made,
    goesOn: sameSense && tally.last === made.locomotive,
    turnsBack: before !== null && !sameSense,
    joints: begun.size - tally.joints.size + begun.size - kept.size,
    throws,
  };
  const senses = tally.senses.map((sense, index) => (index === made.locomotive ? made.forward : sense));
  return { counts: plus(tally.counts, step), senses, last: made.locomotive, joints: kept, points };
}

function plus(counts: Counts, step: TrainStep): Counts {
  return Object.fromEntries(TRAIN_NAMES.map((name) => [name, counts[name] + TRAIN_METRICS[name].added(step)])) as Counts;
}

/** Return the points after a train has passed along a trail, and how often they were set for it: piece by piece, from the tail. */
function thrownAlong(rules: Rules, points: ReadonlyMap<End, End>, trail: Train[]): [ReadonlyMap<End, End>, number] {
  const state = new Map(points);
  let throws = 0;
  trail.slice(1).forEach((after, index) => {
    const before = trail[index]!;
    if (before.pieces.length !== after.pieces.length) return;
    before.ends.forEach((leaving, place) => {
      const entered = opposite(after.ends[place]!);
      for (const [end, other] of [[leaving, entered], [entered, leaving]] as const) {
        if (rules.board.fixed[end]!.length < 2) continue;
        throws += Number((state.get(end) ?? other) !== other);
        state.set(end, other);
      }
    });
  });
  return [state, throws];
}

type Joint = [number, number];
const coupler = (piece: number, end: End): number => 2 * piece + (end & 1);
const keyOf = ([one, other]: Joint): string => (one < other ? `${one}-${other}` : `${other}-${one}`);

/** Return the joints by which neighbours of a train touch, from its tail to its head. */
function innerJoints(train: Train): Joint[] {
  return train.pieces.slice(1).map((piece, index) => [
    coupler(train.pieces[index]!, train.ends[index]!),
    coupler(piece, opposite(train.ends[index + 1]!)),
  ]);
}

/** Return the joint that closes a full ring: the front of the train's head with the rear of its tail. */
function closingJoint(train: Train): Joint {
  const last = train.pieces.length - 1;
  return [coupler(train.pieces[last]!, train.ends[last]!), coupler(train.pieces[0]!, opposite(train.ends[0]!))];
}

type Joints = Map<string, Joint>;

/** Return the joints that remain when a train has passed along a trail. */
function carriedAlong(joints: Joints, trail: Train[]): Joints {
  return trail.slice(1).reduce((kept, after, index) => {
    const before = trail[index]!;
    return before.pieces.length === after.pieces.length ? carried(kept, before, after) : kept;
  }, joints);
}

/** Return the joints that are not parted while a train rolls one space, by the ends where their pieces are then. */
function carried(joints: Joints, before: Train, after: Train): Joints {
  const kept: Joints = new Map();
  for (const [key, joint] of joints) {
    if (!joint.some((end) => before.pieces.includes(end >> 1))) kept.set(key, joint);
  }
  const add = (old: Joint, now: Joint) => joints.has(keyOf(old)) && kept.set(keyOf(now), now);
  const now = innerJoints(after);
  innerJoints(before).forEach((joint, index) => add(joint, now[index]!));
  const closes = before.pieces.length > 1 && after.ends[after.ends.length - 1] === before.ends[0];
  if (closes) add(closingJoint(before), closingJoint(after));
  return kept;
}

/** Return those of the joints whose two ends still meet after the turntables have stepped. */
function stillJoined(rules: Rules, joints: ReadonlyMap<string, Joint>, position: Position): Joints {
  const joins = joinsAt(rules.board, position.turntables);
  const at = (end: number): End => 2 * position.places[end >> 1]! + (end & 1);
  return new Map([...joints].filter(([, [one, other]]) => joins[at(one)]!.includes(at(other))));
}
