/** Moves as they are seen: vehicles rolling from frame to frame, and bridges turning. */

import { apart, type Frame, frameBetween } from "../play/geometry.ts";
import type { Stage } from "./stage.ts";

const STEP = 110; // milliseconds a space
const LONGEST = 1_400; // of one move
const TURN = 420;

/** Ends the motions that are under way, and those that follow, as long as it is asked to. */
export class Haste {
  #isHasty = false;
  #ends = new Set<() => void>();

  get isHasty(): boolean {
    return this.#isHasty;
  }

  /** Show everything at its end at once until `wait` is over. */
  async during(wait: Promise<void>): Promise<void> {
    this.#isHasty = true;
    this.#ends.forEach((end) => end());
    await wait.finally(() => (this.#isHasty = false));
  }

  /** Call `end` once haste is asked for; return what takes that back. */
  onHaste(end: () => void): () => void {
    this.#ends.add(end);
    return () => this.#ends.delete(end);
  }
}

export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Call `draw` with shares from 0 to 1 until the time has passed; at once with 1 if motion is not wanted. */
function during(milliseconds: number, haste: Haste, draw: (share: number) => void): Promise<void> {
  if (prefersStillness() || milliseconds <= 0 || document.hidden || haste.isHasty) {
    draw(1);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const begun = performance.now();
    let isOver = false;
    const show = (share: number) => {
      if (isOver) return;
      draw(share);
      if (share < 1) requestAnimationFrame((now) => show(Math.min(1, Math.max(0, (now - begun) / milliseconds))));
      else {
        isOver = true;
        forget();
        resolve();
      }
    };
    const forget = haste.onHaste(() => show(1));
    show(0);
  });
}

/** Roll from frame to frame as one motion that starts and ends gently; `speed` 1 is the usual one. */
export async function roll(stage: Stage, frames: Frame[], haste: Haste, speed = 1): Promise<void> {
  const { unit, bridges } = stage.picture;
  const ends = [0];
  frames.slice(1).forEach((frame, index) => ends.push(ends[index]! + farthest(frames[index]!, frame)));
  const length = ends[ends.length - 1]!;
  await during(Math.min(LONGEST, STEP * (length / unit + 1)) / speed, haste, (share) => {
    const at = length * share * share * (3 - 2 * share);
    const index = ends.findIndex((end) => end > at);
    if (index < 1) return;
    const t = (at - ends[index - 1]!) / (ends[index]! - ends[index - 1]!);
    stage.place(frameBetween(frames[index - 1]!, frames[index]!, t, bridges));
  });
  if (frames.length > 0) stage.place(frames[frames.length - 1]!);
}

/** Return how far the vehicle goes that goes farthest; nothing rolls at contact. */
function farthest(from: Frame, to: Frame): number {
  return Math.max(...from.map((spot, vehicle) => apart(spot, to[vehicle]!)));
}

/** Turn the bridges from the settings before a move to those that are shown now, with what is on them. */
export async function turn(stage: Stage, before: number[], settings: number[], frame: Frame, haste: Haste): Promise<void> {
  stage.setBridges(settings);
  if (before.join() === settings.join()) return;
  const { bridges } = stage.picture;
  const onBridge = bridges.map((bridge) =>
    frame.flatMap(([x, y], vehicle) => (Math.hypot(x - bridge.middle[0], y - bridge.middle[1]) < bridge.radius ? [vehicle] : [])),
  );
  await during(TURN, haste, (share) => stage.turnBridges(before, frame, onBridge, share));
  stage.setBridges(settings);
  stage.place(frame);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
