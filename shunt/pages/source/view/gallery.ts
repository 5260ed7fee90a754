/** The cards of a pack: a list with small pictures, which are drawn when they come into view. */

import type { CardData, PageData } from "../data.ts";
import type { Progress, Store } from "../play/store.ts";
import { h } from "./dom.ts";
import { playOf } from "./kinds.ts";
import { Portions } from "./portions.ts";
import { counted, RANKS } from "./ranks.ts";
import { inWords } from "../rules/metrics.ts";
import { Stage } from "./stage.ts";

export function galleryOf(data: PageData, store: Store, addressOf: (card: CardData) => string): HTMLElement {
  const tiers = [...new Set(data.cards.map((card) => card.tier).filter(Boolean))];
  const list = h("ol", { class: "cards" });
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      entry.target.append(pictureOf(data.cards[Number((entry.target as HTMLElement).dataset["card"])]!, data));
    }
  }, { rootMargin: "300px" });
  const known = store.allProgress();
  const progress = data.cards.map((card) => known(`${card.key}:${card.name}`));
  const portions = new Portions(list, (index) => itemOf(data.cards[index]!, index, progress[index]!, addressOf(data.cards[index]!), seen));
  const count = h("p", { class: "count", role: "status" });
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search cards" });
  const tier = h("select", { "aria-label": "Tier" }, h("option", { value: "" }, "All tiers"), ...tiers.map((name) => h("option", {}, name)));
  const open = h("input", { type: "checkbox" });
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    const fitting = data.cards.flatMap((card, index) => {
      const isSolved = progress[index]!.best !== undefined;
      const fits = `${card.title} ${card.name}`.toLowerCase().includes(words) && (!tier.value || card.tier === tier.value);
      return fits && !(open.checked && isSolved) ? [index] : [];
    });
    const shown = fitting.length;
    portions.show(fitting);
    count.textContent = shown === data.cards.length ? counted(shown, "card") : `${shown} of ${counted(data.cards.length, "card")}`;
  };
  for (const control of [search, tier, open]) control.addEventListener("input", filter);
  filter();
  const filters = h("div", { class: "filters" }, search, tiers.length > 1 && tier, h("label", {}, open, "Unsolved only"), count);
  return h("section", { class: "gallery", "aria-label": "Cards" }, filters, list, portions.more);
}

function itemOf(card: CardData, index: number, progress: Progress, address: string, seen: IntersectionObserver): HTMLLIElement {
  const picture = h("div", { class: "picture", "data-card": index });
  seen.observe(picture);
  const stars = progress.best === undefined ? "" : "★".repeat(3 - Math.max(0, RANKS.indexOf(progress.rank as (typeof RANKS)[number])));
  const result = progress.best === undefined ? "" : `${stars} ${progress.rank ?? ""} ${progress.best}`;
  const best = h("span", { class: "result" }, result);
  const title = h("span", { class: "title" }, h("span", { class: "number" }, String(index + 1)), card.title);
  const note = typeof card.optimum === "number" ? inWords(card.metric[0]!, card.optimum) : "";
  const line = h("span", { class: "line" }, h("span", { class: "fewest" }, note), best);
  return h("li", { class: `card ${card.tier ? `tier-${card.tier}` : ""}` }, h("a", { href: address }, picture, title, line));
}

/** Draw a card at its start, as a picture that nothing reacts to. */
export function pictureOf(card: CardData, data: PageData): SVGSVGElement {
  const play = playOf(card, data);
  const stage = new Stage(play.picture, card.title);
  stage.show(play);
  for (const group of stage.root.querySelectorAll("[tabindex]")) group.removeAttribute("tabindex");
  stage.root.setAttribute("aria-hidden", "true");
  return stage.root;
}
