/** Every metric as one row, and what is written for several of them, as in `shunt/rules/objective.py`. */

import type { Made } from "./steps.ts";
import type { Rules } from "./trains.ts";

/** One move of trains, as metrics count it. */
export interface TrainStep {
  rules: Rules;
  made: Made;
  goesOn: boolean;
  turnsBack: boolean;
  /** How many are coupled and parted. */
  joints: number;
  /** How often points are set. */
  throws: number;
}

/** One move of sidings, as metrics count it. */
export interface SidingsStep {
  legs: boolean;
  drops: boolean;
  count: number;
  /** The cars that came into the siding with the locomotive. */
  brought: number;
}

interface Metric<Step> {
  one: string;
  many: string;
  added(step: Step): number;
}

const isRun = (step: TrainStep): boolean => step.made.locomotive >= 0;

export const TRAIN_METRICS = {
  moves: { one: "move", many: "moves", added: () => 1 },
  runs: { one: "run", many: "runs", added: (step) => Number(isRun(step) && !step.goesOn) },
  reversals: { one: "reversal", many: "reversals", added: (step) => Number(step.turnsBack) },
  couplings: { one: "coupling", many: "couplings", added: (step) => step.joints },
  distance: { one: "space run", many: "spaces run", added: ({ made: { trail } }) => trail.at(-1)?.distance ?? 0 },
  throws: { one: "throw", many: "throws", added: (step) => step.throws },
} satisfies Record<string, Metric<TrainStep>>;

export const SIDINGS_METRICS = {
  pulls: { one: "pull", many: "pulls", added: (step) => Number(!step.legs) },
  legs: { one: "leg", many: "legs", added: (step) => Number(step.legs) },
  couplings: { one: "coupling", many: "couplings", added: (step) => Number(!step.legs || (!step.drops && step.count !== step.brought)) },
} satisfies Record<string, Metric<SidingsStep>>;

export type TrainMetric = keyof typeof TRAIN_METRICS;
export const TRAIN_NAMES = Object.keys(TRAIN_METRICS) as TrainMetric[];
export const SIDINGS_NAMES = Object.keys(SIDINGS_METRICS);
const MOST_WEIGHT = 1000;

/** Return a number of what a term counts: `1 move`, `7 in 2*runs+couplings`. */
export function inWords(term: string, count: number): string {
  const row: Metric<never> | undefined = { ...SIDINGS_METRICS, ...TRAIN_METRICS }[term as TrainMetric];
  return row ? `${count} ${count === 1 ? row.one : row.many}` : `${count} in ${term}`;
}

/** Return the metrics that a term adds up. */
export function namesIn(term: string): string[] {
  return term.split("+").map((part) => part.replace(/^[^*]*\*/, "").trim());
}

/** Return a term without blanks and weights of 1. */
export function normalTerm(term: string): string {
  return term.replace(/\s/g, "").split("+").map((part) => part.replace(/^0*1\*/, "")).join("+");
}

/** Return what keeps a term from being counted, and a remedy; null if nothing does. */
export function termFault(term: string, known: readonly string[], ruleset: string): [what: string, remedy: string] | null {
  const example = "write a metric, or a sum such as moves+couplings or 2*runs+couplings";
  const parts = term.replace(/\s/g, "").split("+");
  const names = namesIn(parts.join("+"));
  if (names.includes("") || names.some((name) => name.includes("*"))) return [`'${term}' is not a metric or a sum of them`, example];
  if (term.includes("-")) return [`'${term}' has a minus sign, and only what adds up can be minimised`, example];
  for (const part of parts.filter((one) => one.includes("*"))) {
    const weight = part.slice(0, part.indexOf("*"));
    if (!/^[0-9]{1,4}$/.test(weight) || Number(weight) < 1 || Number(weight) > MOST_WEIGHT) return [`'${weight}' is not a weight of ${namesIn(part)[0]}`, "a whole number from 1 to 1,000"];
  }
  if (new Set(names).size < names.length) return [`'${term}' names a metric twice`, "name each metric of a sum once, with its weight"];
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? null : [`'${unknown}' is not counted under ${ruleset}`, `one or more of ${known.join(", ")}, or a sum of them`];
}
