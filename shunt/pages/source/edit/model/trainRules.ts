/** The rules of trains that a card sets by options: the rows of `shunt/rules/train_rules.py`, which the schema carries. */

import cardSchema from "../../../../../docs/schemas/shunt-card-1.json" with { type: "json" };
import type { TrainRules } from "../../rules/trains.ts";

interface Rule {
  /** The name of the rule in `TrainRules`. */
  name: string;
  /** The value of the rule for each value of the option, in no order. An option without them is a number, or left out. */
  values?: Record<string, boolean | number>;
  least?: number;
  most?: number;
  /** Why a ruleset has no use for it, for each such ruleset. */
  needless: Record<string, string>;
  /** Whether the rule depends on the number of spaces that a train has rolled in its move. */
  counts_spaces: boolean;
}

export interface RuleOption extends Rule {
  key: string;
  description: string;
  /** The values of the option, the default first; none if it is a number. */
  choices: readonly string[];
}

interface Property {
  description?: string;
  enum?: string[];
  rule?: Rule;
}

export const RULE_OPTIONS: readonly RuleOption[] = Object.entries(cardSchema.$defs.TrainOptions.properties as unknown as Record<string, Property>).flatMap(
  ([key, { description = "", enum: choices = [], rule }]) =>
    rule ? [{ key, description, choices, ...rule, name: rule.name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) }] : [],
);

/** Return whether an option of a card is left out, or has its default. */
export function isDefault({ choices }: RuleOption, given: unknown): boolean {
  return given == null || given === choices[0];
}

/** Return the rules of a ruleset with the values that `[options]` of a card have for them. */
export function trainRulesOf(ruleset: string, options: Record<string, unknown>): TrainRules {
  const isRailway = ruleset === "railway";
  const chosen = RULE_OPTIONS.map(({ key, name, choices, values }) => [name, values ? values[String(options[key] ?? choices[0])]! : Number(options[key] ?? -1)]);
  const countsSpaces = RULE_OPTIONS.some((option) => option.counts_spaces && !isDefault(option, options[option.key]));
  return { couplesBothWays: isRailway, hasHeadings: !isRailway, ...Object.fromEntries(chosen), countsSpaces } as TrainRules;
}
