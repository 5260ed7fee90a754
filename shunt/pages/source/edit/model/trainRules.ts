/** The rules of trains that a card sets by options: the rows of `shunt/rules/train_rules.py`, which the schema carries. */

import cardSchema from "../../../../../docs/schemas/shunt-card-1.json" with { type: "json" };
import type { TrainRules } from "../../rules/trains.ts";

export interface RuleOption {
  key: string;
  /** The name of the rule in `TrainRules`. */
  name: string;
  /** The value of the rule for each value of the option; the first is the default. */
  values: Record<string, boolean | number>;
  /** Why a ruleset has no use for it, for each such ruleset. */
  needless: Record<string, string>;
}

interface Property {
  rule?: { name: string; values: RuleOption["values"]; needless: RuleOption["needless"] };
}

export const RULE_OPTIONS: readonly RuleOption[] = Object.entries(cardSchema.$defs.TrainOptions.properties as unknown as Record<string, Property>).flatMap(
  ([key, { rule }]) => (rule ? [{ key, ...rule, name: rule.name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) }] : []),
);

/** Return the rules of a ruleset with the values that `[options]` of a card have for them. */
export function trainRulesOf(ruleset: string, options: Record<string, unknown>): TrainRules {
  const isRailway = ruleset === "railway";
  const chosen = RULE_OPTIONS.map(({ key, name, values }) => [name, values[String(options[key] ?? Object.keys(values)[0])]!]);
  return { couplesBothWays: isRailway, hasHeadings: !isRailway, ...Object.fromEntries(chosen) } as TrainRules;
}
