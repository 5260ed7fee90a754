/** What leads into a pack or a site: what this is, the card to play now, and how far the player has come. */

import type { CardData, PageData } from "../data.ts";
import { h } from "./dom.ts";
import type { Shown } from "./gallery.ts";

const SENTENCES: Record<CardData["kind"], string> = {
  trains: "Drive the engines, push and pull the cars, and bring each one to the space with its dashed outline in as few moves as you can.",
  sidings: "Pull cars out of the sidings and drop them into others, until each track has the cars that the goal shows, in as few moves as you can.",
  hump: "Let the cars roll through the yard until the train leaves in the order that is asked for, in as few moves as you can.",
};

export function leadOf(cards: readonly Shown[], { cards: all }: PageData): HTMLElement {
  const kinds = new Set(all.map(({ kind }) => kind));
  const sentence = SENTENCES[kinds.size === 1 ? all[0]!.kind : "trains"];
  const solved = cards.filter((card) => card.solved).length;
  const next = cards.findIndex((card) => !card.solved);
  const words = solved === 0 ? "Start here" : `Continue at card ${next + 1}`;
  const link = next < 0 ? h("p", { class: "note" }, "Every card is solved.") : h("a", { class: "go", href: cards[next]!.href }, words);
  const parts: HTMLElement[] = [h("p", { class: "sentence" }, sentence), link];
  if (solved > 0) parts.push(progressOf(cards, solved));
  return h("section", { class: "lead", "aria-label": "Start" }, ...parts);
}

/** Make "12 of 80", and the same for each tier. */
function progressOf(cards: readonly Shown[], solved: number): HTMLElement {
  const tiers = [...new Set(cards.map((card) => card.tier).filter(Boolean))].map((tier) => {
    const those = cards.filter((card) => card.tier === tier);
    const done = those.filter((card) => card.solved).length;
    const bar = h("span", { class: "bar", "aria-hidden": "true" }, h("span", {}));
    (bar.firstElementChild as HTMLElement).style.width = `${(100 * done) / those.length}%`;
    return h("li", { class: `tier-${tier}` }, `${tier} ${done} of ${those.length}`, bar);
  });
  return h("div", { class: "progress" }, h("strong", {}, `${solved} of ${cards.length} solved`), tiers.length > 1 && h("ul", {}, ...tiers));
}
