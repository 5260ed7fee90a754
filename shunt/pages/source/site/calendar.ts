/** The daily cards of the last weeks as a calendar, each with the stars that it has earned. */

import { h } from "../view/dom.ts";
import type { Shown } from "../view/gallery.ts";
import { cardOfDay, dayNumber, daysBefore } from "./daily.ts";

const WEEKS = 9;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

const LONG = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric" }); // slow to make

export function longDate(date: string): string {
  return LONG.format(new Date(`${date}T00:00:00Z`));
}

const shortMonth = (date: string): string => longDate(date).split(" ")[2]!.slice(0, 3);

/** Make the calendar that ends with the week of today, from Monday to Sunday. */
export function calendarOf(cards: readonly Shown[], today: string): HTMLElement {
  const tiers = cards.map((card) => card.tier);
  const sinceMonday = ((dayNumber(today) % 7) + 7) % 7;
  const grid = h("ol", { class: "calendar" }, ...DAYS.map((name) => h("li", { class: "name", "aria-hidden": "true" }, name)));
  for (let days = 7 * (WEEKS - 1) + sinceMonday; days >= 0; days--) {
    const date = daysBefore(today, days);
    const card = cards[cardOfDay(tiers, date)]!;
    const words = `${longDate(date)}: ${card.title}${card.solved ? `, solved ${card.stars}` : ""}`;
    const day = h("time", { datetime: date }, date.endsWith("-01") ? `1 ${shortMonth(date)}` : String(Number(date.slice(8))));
    const link = h("a", { href: card.href, title: words, "aria-label": words, ...(days === 0 ? { "aria-current": "date" } : {}) }, day, h("span", { class: "mark" }, card.stars));
    grid.append(h("li", { class: card.tier ? `tier-${card.tier}` : "" }, link));
  }
  return grid;
}
