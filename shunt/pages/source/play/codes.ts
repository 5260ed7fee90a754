/** Moves as short texts that a link may hold: digits, small letters, `.`, `-` and `_` only. */

import type { Run, Step } from "../rules/steps.ts";

const LONGEST = 50_000; // characters; the moves of a card take some hundred

/** Return as many whole moves of a text as a page replays; a link may hold millions. */
export function shortened(text: string): string {
  return text.length > LONGEST ? text.slice(0, Math.max(0, text.lastIndexOf("_", LONGEST))) : text;
}

const digits = (numbers: number[]): string => numbers.map((number) => number.toString(36)).join("-");

/** Return moves as a text: `t0` for a turntable, else locomotive, end, pieces coupled and spaces passed: `0.1.2-3.a-b`. */
export function encodeSteps(steps: Step[]): string {
  return steps
    .map((step) => {
      if (step[0] === -1) return `t${step[1].toString(36)}`;
      const [locomotive, end, couples, passes] = step as Run;
      return [locomotive.toString(36), end, digits(couples), digits(passes)].join(".");
    })
    .join("_");
}

const PART = /^[0-9a-z]{1,3}(-[0-9a-z]{1,3})*$/;

/** Read such a text; null in the place of a move that cannot be read. */
export function decodeSteps(text: string): (Step | null)[] {
  return text ? text.split("_").map(decodeStep) : [];
}

function decodeStep(text: string): Step | null {
  if (/^t[0-9a-z]$/.test(text)) return [-1, parseInt(text.slice(1), 36)];
  const parts = text.split(".");
  if (parts.length !== 4 || !/^[0-9a-z]$/.test(parts[0]!) || !/^[01]$/.test(parts[1]!)) return null;
  const lists = parts.slice(2).map((part) => (part === "" ? [] : PART.test(part) ? part.split("-").map((digit) => parseInt(digit, 36)) : null));
  if (lists[0] == null || lists[1] == null) return null;
  return [parseInt(parts[0]!, 36), Number(parts[1]), lists[0], lists[1]];
}
