/** A line that says how the player stands. */

import type { PageData } from "../data.ts";
import { LEAST_CARDS, standingOf, tierOfGrade } from "../play/standing.ts";
import type { Store } from "../play/store.ts";
import { h } from "./dom.ts";
import { counted } from "./ranks.ts";

/** Make the line; hidden as long as there is nothing to say. */
export function standingLine({ tiers }: PageData, store: Store, today: string): HTMLParagraphElement {
  const { streak, longest, rating } = standingOf(store.attempts(), store.grades(), today);
  const words = [
    longest > 0 && `Streak: ${counted(streak, "day")}${longest > streak ? `, longest ${longest}` : ""}`,
    rating && `Your rating: ${rating.grade.toFixed(1)} ± ${rating.error.toFixed(1)} (${tierOfGrade(tiers, rating.grade)}), from ${rating.cards} cards`,
  ].filter(Boolean);
  const title = `The grade at which you have an even chance of solving a card at the first attempt without hints; shown after ${LEAST_CARDS} cards`;
  return h("p", { class: "note standing", title, hidden: words.length === 0 }, words.join(" · "));
}
