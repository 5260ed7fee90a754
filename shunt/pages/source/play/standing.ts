/** How a player stands: days in a row on which a card was solved, and a rating against the grades of cards. */

import type { Attempt } from "./store.ts";

const DAY = 86_400_000;
const SPREAD = 1; // of grades, in which the chance of a success falls from 73 % to 27 %
const PRIOR = { grade: 4, spread: 2 }; // of a player of whom nothing is known
export const LEAST_CARDS = 5; // below which a rating says nothing

export interface Standing {
  /** Days in a row until today or yesterday, and the most that there ever were. */
  streak: number;
  longest: number;
  /** The grade of cards that the player solves every other time at the first attempt, and its standard error; null if too few are known. */
  rating: { grade: number; error: number; cards: number } | null;
}

/** Return the tier of a grade; cards below the first tier's are of that one. */
export function tierOfGrade(tiers: Readonly<Record<string, number>>, grade: number): string {
  return Object.keys(tiers).findLast((name) => tiers[name]! <= Math.max(0, grade)) ?? "";
}

/** Return the standing on a day (`2026-11-22`, UTC); `grades` are those of cards, by id. */
export function standingOf(attempts: readonly Attempt[], grades: Readonly<Record<string, number>>, today: string): Standing {
  const days = attempts.filter(({ solved }) => solved).map(({ at }) => Math.floor(Date.parse(at) / DAY));
  return { ...streaks(days.filter(Number.isFinite), Math.floor(Date.parse(today) / DAY)), rating: ratingOf(attempts, grades) };
}

function streaks(days: readonly number[], today: number): { streak: number; longest: number } {
  let [longest, length, last] = [0, 0, NaN];
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    length = day === last + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    last = day;
  }
  return { streak: last >= today - 1 ? length : 0, longest };
}

/**
 * Return the rating by the first attempt at each card, which succeeds if the card was solved without a hint.
 *
 * The chance of that is logistic in the rating less the grade (the model of Rasch, and of Elo's ratings); the most likely rating under
 * a normal prior is found by Newton's method, and its error follows from the curvature there.
 */
function ratingOf(attempts: readonly Attempt[], grades: Readonly<Record<string, number>>): Standing["rating"] {
  const first = new Map<string, Attempt>();
  for (const attempt of attempts) if (!first.has(attempt.id) && Object.hasOwn(grades, attempt.id)) first.set(attempt.id, attempt);
  if (first.size < LEAST_CARDS) return null;
  let [grade, curvature] = [PRIOR.grade, 1];
  for (let round = 0; round < 30; round++) {
    let slope = (PRIOR.grade - grade) / PRIOR.spread ** 2;
    curvature = 1 / PRIOR.spread ** 2;
    for (const { id, solved, hints } of first.values()) {
      const chance = 1 / (1 + Math.exp((grades[id]! - grade) / SPREAD));
      slope += (Number(solved && hints === 0) - chance) / SPREAD;
      curvature += (chance * (1 - chance)) / SPREAD ** 2;
    }
    grade += Math.max(-1, Math.min(1, slope / curvature));
  }
  return { grade, error: 1 / Math.sqrt(curvature), cards: first.size };
}
