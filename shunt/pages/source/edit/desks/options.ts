/** The options of a card, as rows of a panel: what is counted, the limit of moves, and which pieces may stand for each other. */

import type { Table } from "../check/shape.ts";
import { h } from "../../view/dom.ts";

/** Change the options of the card. */
export type SetOption = (name: string, value: unknown) => void;

/** Return the rows; `metrics` are names with words, the first of which counts if nothing is said. */
export function optionRows(options: Table, metrics: readonly (readonly [name: string, words: string])[], set: SetOption): HTMLElement[] {
  const given = options["metric"] ?? metrics[0]![0];
  const metric = h("select", { "aria-label": "What is counted" }, ...metrics.map(([name, words]) => h("option", { value: name }, words)));
  const isListed = metrics.some(([name]) => name === given);
  if (!isListed) metric.append(h("option", { value: "several" }, Array.isArray(given) ? given.join(", then ") : String(given)));
  metric.value = isListed ? String(given) : "several";
  metric.addEventListener("change", () => metric.value !== "several" && set("metric", metric.value === metrics[0]![0] ? undefined : metric.value));
  const limit = h("input", { type: "number", class: "short", min: 1, max: 100000, value: Number(options["limit"]) || "", placeholder: "none", "aria-label": "Moves allowed" });
  limit.addEventListener("change", () => set("limit", Math.round(Number(limit.value)) || undefined));
  const groups = Array.isArray(options["interchangeable"]) ? options["interchangeable"].map((group) => (Array.isArray(group) ? group.join(" ") : "")) : [];
  const alike = h("input", { type: "text", class: "wide", value: groups.join(", "), placeholder: "such as red green, blue black", "aria-label": "Pieces that may stand for each other", spellcheck: "false", autocomplete: "off" });
  alike.addEventListener("change", () => {
    const found = alike.value.split(",").map((group) => group.split(/\s+/).filter(Boolean)).filter((group) => group.length);
    set("interchangeable", found.length ? found : undefined);
  });
  return [
    h("div", { class: "row" }, h("span", { class: "word" }, "Counts"), metric),
    h("div", { class: "row" }, h("span", { class: "word" }, "Moves allowed"), limit),
    h("div", { class: "row" }, h("span", { class: "word" }, "Alike"), alike),
  ];
}

/** Return options with one of them changed; one that is undefined is left out. */
export function withOption(options: Table, name: string, value: unknown): Table {
  const { [name]: _, ...rest } = options;
  return value === undefined ? rest : { ...rest, [name]: value };
}
