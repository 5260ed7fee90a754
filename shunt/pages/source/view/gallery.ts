/** A list of cards with filters, which are folded, and small pictures, which are drawn when they come into view. */

import type { CardData, PageData } from "../data.ts";
import type { Progress } from "../play/store.ts";
import { inWords } from "../rules/metrics.ts";
import { fits, type Listed, MOVES, type Wanted } from "../site/filters.ts";
import { h } from "./dom.ts";
import { playOf } from "./kinds.ts";
import { Portions } from "./portions.ts";
import { counted, levelOf } from "./ranks.ts";
import { starText } from "./share.ts";
import { Stage } from "./stage.ts";

export interface Shown extends Listed {
  href: string;
  /** Words about the card, such as "6 moves". */
  note: string;
  /** The best result so far, "" if there is none: stars, and what they stand for. */
  stars: string;
  result: string;
  picture(): Element;
}

/** Return a card as lists show it, with the result that is known. */
export function shownOf(card: CardData, data: PageData, { best, rank }: Progress, place: { href: string; board: string; pack: string }): Shown {
  const moves = typeof card.optimum === "number" ? card.optimum : null;
  const stars = best === undefined ? "" : starText(card.ranks ? (rank ?? "") : null);
  return {
    ...place,
    title: card.title,
    name: card.name,
    tier: card.tier,
    moves,
    solved: best !== undefined,
    note: moves === null ? "" : inWords(card.metric[0]!, moves),
    stars,
    result: best === undefined ? "" : [stars, rank, best].filter(Boolean).join(" "),
    picture: () => pictureOf(card, data),
  };
}

export function galleryOf(cards: readonly Shown[], tiers: readonly string[]): HTMLElement {
  const list = h("ol", { class: "cards" });
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      entry.target.append(cards[Number((entry.target as HTMLElement).dataset["card"])]!.picture());
    }
  }, { rootMargin: "300px" });
  const portions = new Portions(list, (index) => itemOf(cards[index]!, index, seen));
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search cards" });
  const tier = choice("Tier", "All tiers", namesOf(cards, "tier"), (name) => levelOf(name, tiers));
  const board = choice("Board", "All boards", namesOf(cards, "board"));
  const pack = choice("Pack", "All packs", namesOf(cards, "pack"));
  const moves = choice("Fewest moves", "Any number of moves", MOVES, (range) => `${range.replace(/-$/, " or more").replace("-", "–")} moves`);
  const unsolved = h("input", { type: "checkbox" });
  const count = h("p", { class: "count", role: "status" });
  const filter = () => {
    const wanted: Wanted = {
      words: search.value.trim(), tier: tier.value, board: board.value, pack: pack.value, moves: moves.value, unsolved: unsolved.checked,
    };
    const fitting = cards.flatMap((card, index) => (fits(card, wanted) ? [index] : []));
    const shown = fitting.length;
    portions.show(fitting);
    count.textContent = shown === cards.length ? counted(shown, "card") : `${shown} of ${counted(cards.length, "card")}`;
  };
  for (const control of [search, tier, board, pack, moves, unsolved]) control.addEventListener("input", filter);
  filter();
  const chosen = [tier, board, pack].filter((one) => one.options.length > 2);
  const controls = h("div", { class: "filters" }, search, ...chosen, moves, h("label", {}, unsolved, "Unsolved only"));
  const filters = h("details", { class: "finder" }, h("summary", {}, "Find cards"), controls);
  return h("section", { class: "gallery", "aria-label": "Cards" }, h("div", { class: "row" }, filters, count), list, portions.more);
}

function namesOf(cards: readonly Listed[], key: "tier" | "board" | "pack"): string[] {
  return [...new Set(cards.map((card) => card[key]).filter(Boolean))];
}

function choice(label: string, all: string, names: readonly string[], words = (name: string) => name): HTMLSelectElement {
  const options = names.map((name) => h("option", { value: name }, words(name)));
  return h("select", { "aria-label": label }, h("option", { value: "" }, all), ...options);
}

function itemOf(card: Shown, index: number, seen: IntersectionObserver): HTMLLIElement {
  const picture = h("div", { class: "picture", "data-card": index });
  seen.observe(picture);
  const title = h("span", { class: "title" }, h("span", { class: "number" }, String(index + 1)), card.title);
  const line = h("span", { class: "line" }, h("span", {}, card.note), h("span", { class: "result" }, card.result));
  return h("li", { class: `card ${card.tier ? `tier-${card.tier}` : ""}` }, h("a", { href: card.href }, picture, title, line));
}

/** Draw a card at its start, as a picture that nothing reacts to. */
function pictureOf(card: CardData, data: PageData): SVGSVGElement {
  const play = playOf(card, data);
  const stage = new Stage(play.picture, card.title);
  stage.show(play);
  for (const group of stage.root.querySelectorAll("[tabindex]")) group.removeAttribute("tabindex");
  stage.root.setAttribute("aria-hidden", "true");
  return stage.root;
}
