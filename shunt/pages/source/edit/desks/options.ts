/** The options of a card, as rows of a panel: what is counted, the limit of moves, and which pieces may stand for each other. */

import type { Table } from "../check/shape.ts";
import { isDefault, type RuleOption } from "../model/trainRules.ts";
import { h } from "../../view/dom.ts";

/** The choice of the list that is written out beside it. */
const SUM = "sum";

/** Change the options of the card. */
export type SetOption = (name: string, value: unknown) => void;

/** Return the rows; `metrics` are names with words, the first of which counts if nothing is said; `rules` are set by options too. */
export function optionRows(options: Table, metrics: readonly (readonly [name: string, words: string])[], set: SetOption, rules: readonly RuleOption[] = []): HTMLElement[] {
  const [usual] = metrics[0]!;
  const given = options["metric"] ?? usual;
  const isListed = metrics.some(([name]) => name === given);
  const metric = h("select", { "aria-label": "What is counted" }, ...metrics.map(([name, words]) => h("option", { value: name }, words)), h("option", { value: SUM }, "a sum, or several"));
  metric.value = isListed ? String(given) : SUM;
  const sum = h("input", { type: "text", class: "wide", value: isListed ? "" : [given].flat().join(", "), placeholder: "such as 2*runs+couplings, moves", "aria-label": "Sums that are counted", spellcheck: "false", autocomplete: "off" });
  sum.hidden = isListed;
  sum.addEventListener("change", () => {
    const terms = sum.value.split(",").map((term) => term.trim()).filter(Boolean);
    set("metric", terms.length > 1 ? terms : terms[0]);
  });
  metric.addEventListener("change", () => {
    sum.hidden = metric.value !== SUM;
    if (sum.hidden) set("metric", metric.value === usual ? undefined : metric.value);
    else sum.focus();
  });
  const limit = h("input", { type: "number", class: "short", min: 1, max: 100000, value: Number(options["limit"]) || "", placeholder: "none", "aria-label": "Moves allowed" });
  limit.addEventListener("change", () => set("limit", Math.round(Number(limit.value)) || undefined));
  const groups = Array.isArray(options["interchangeable"]) ? options["interchangeable"].map((group) => (Array.isArray(group) ? group.join(" ") : "")) : [];
  const alike = h("input", { type: "text", class: "wide", value: groups.join(", "), placeholder: "such as red green, blue black", "aria-label": "Pieces that may replace each other", spellcheck: "false", autocomplete: "off" });
  alike.addEventListener("change", () => {
    const found = alike.value.split(",").map((group) => group.split(/\s+/).filter(Boolean)).filter((group) => group.length);
    set("interchangeable", found.length ? found : undefined);
  });
  return [
    h("div", { class: "row" }, h("span", { class: "word" }, "Counts"), metric, sum),
    h("div", { class: "row" }, h("span", { class: "word" }, "Moves allowed"), limit),
    h("div", { class: "row" }, h("span", { class: "word" }, "Alike"), alike),
    ...rules.map((rule) => h("div", { class: "row", title: rule.description }, h("span", { class: "word" }, wordsOf(rule)), ruleControl(rule, options[rule.key], set))),
  ];
}

function wordsOf({ key }: RuleOption): string {
  return (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");
}

/** Make the control of a rule: a list of its values, or a number that may be left out. */
function ruleControl(rule: RuleOption, given: unknown, set: SetOption): HTMLElement {
  const { key, choices, least = null, most = null } = rule;
  if (choices.length) {
    const list = h("select", { "aria-label": wordsOf(rule) }, ...choices.map((name) => h("option", { value: name }, name)));
    list.value = String(given ?? choices[0]);
    list.addEventListener("change", () => set(key, isDefault(rule, list.value) ? undefined : list.value));
    return list;
  }
  const number = h("input", { type: "number", class: "short", min: least, max: most, value: given == null ? "" : String(given), placeholder: "none", "aria-label": wordsOf(rule) });
  number.addEventListener("change", () => set(key, number.value === "" ? undefined : Math.round(Number(number.value))));
  return number;
}

/** Return options with one of them changed; one that is undefined is left out. */
export function withOption(options: Table, name: string, value: unknown): Table {
  const { [name]: _, ...rest } = options;
  return value === undefined ? rest : { ...rest, [name]: value };
}
