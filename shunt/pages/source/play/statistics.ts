/** How a player has done, in numbers with names. */

import type { Standing } from "./standing.ts";
import type { Attempt, Progress } from "./store.ts";

const HOUR = 3_600;

export function statisticsOf(results: readonly Progress[], attempts: readonly Attempt[], standing: Standing, tierOf: (grade: number) => string): [name: string, value: string][] {
  const solved = results.filter(({ best }) => best !== undefined);
  const won = attempts.filter((one) => one.solved);
  const seconds = attempts.reduce((sum, one) => sum + one.seconds, 0);
  const { rating } = standing;
  return [
    ["Cards solved", `${solved.length} of ${results.length}`],
    ["As Yard Master", String(solved.filter(({ rank }) => rank === "Yard Master").length)],
    ["Solved without a hint", String(won.filter(({ hints }) => hints === 0).length)],
    ["Days in a row", String(standing.streak)],
    ["Most days in a row", String(standing.longest)],
    ["Moves made", String(attempts.reduce((sum, one) => sum + one.moves, 0))],
    ["Time played", duration(seconds)],
    ["Quickest solution", won.length > 0 ? duration(Math.min(...won.map((one) => one.seconds))) : "–"],
    ["Your level", rating ? `${tierOf(rating.grade)}, ${rating.grade.toFixed(1)} of 10` : "after five cards"],
  ];
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round((seconds % HOUR) / 60);
  return seconds < HOUR ? `${Math.round(seconds / 60)} min` : `${Math.floor(seconds / HOUR)} h ${minutes} min`;
}
