/** The front page of a site: every card with filters, the card of the day, those of earlier days, and files to print. */

import type { CardData, PageData } from "../data.ts";
import { type Progress, type Settings, Store } from "../play/store.ts";
import { cardOfDay, daysBefore } from "../site/daily.ts";
import { galleryOf, type Shown } from "../site/gallery.ts";
import { button, h } from "../view/dom.ts";
import { pictureOf } from "../view/gallery.ts";
import { makerOf, type Offer } from "../view/maker.ts";
import { recordsOf } from "../view/records.ts";
import { standingLine } from "../view/standing.ts";
import { inWords } from "../rules/metrics.ts";

interface SiteData extends PageData {
  site: {
    pages: string[];
    packs: string[];
    boards: string[];
    printed: { title: string; href: string }[];
    /** The date to take as today, "" for the clock of the browser. */
    today: string;
    editor: string;
    games: string;
    /** What the server makes; null without a server. */
    offer: Offer | null;
  };
}

const ARCHIVE = 60;
const THEMES = ["auto", "light", "dark"] as const;
const MARKS = { auto: "◐", light: "☀", dark: "☾" };

const data = JSON.parse(document.getElementById("data")!.textContent!) as SiteData;
const store = new Store(() => localStorage);

function shownOf(card: CardData, index: number, { best, rank }: Progress): Shown {
  const moves = typeof card.optimum === "number" ? card.optimum : null;
  return {
    title: card.title,
    name: card.name,
    tier: card.tier,
    board: data.site.boards[index]!,
    pack: data.site.packs[index]!,
    moves,
    solved: best !== undefined,
    href: data.site.pages[index]!,
    note: moves === null ? "" : inWords(card.metric[0]!, moves),
    result: best === undefined ? "" : `${rank ?? "solved"} · ${best}`,
    picture: () => pictureOf(card, data),
  };
}

function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

function dailyOf(cards: readonly Shown[], today: string, standing: HTMLElement): HTMLElement {
  const tiers = cards.map((card) => card.tier);
  const card = cards[cardOfDay(tiers, today)]!;
  const words = h(
    "div",
    { class: "words" },
    h("h2", {}, "Card of the day"),
    h("p", { class: "title" }, card.title),
    h("p", { class: "note" }, [longDate(today), card.tier, card.note].filter(Boolean).join(" · ")),
    h("a", { class: "play", href: card.href }, "Play"),
    standing,
  );
  const earlier = h("ol", {});
  for (let days = 1; days <= ARCHIVE; days++) {
    const date = daysBefore(today, days);
    const other = cards[cardOfDay(tiers, date)]!;
    const mark = h("span", { class: "dot", "aria-hidden": "true" });
    const item = h("a", { href: other.href }, mark, h("time", { datetime: date }, date), ` ${other.title}`, other.solved && " ✓");
    earlier.append(h("li", { class: other.tier ? `tier-${other.tier}` : "" }, item));
  }
  const archive = h("details", { class: "archive" }, h("summary", {}, "Earlier days"), earlier);
  const top = h("div", { class: "today" }, h("div", { class: "picture" }, card.picture()), words);
  return h("section", { class: `box daily ${card.tier ? `tier-${card.tier}` : ""}`, "aria-label": "Card of the day" }, top, archive);
}

function useTheme(theme: Settings["theme"], tool: HTMLElement): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  const words = `Theme: ${{ auto: "as the system", light: "light", dark: "dark" }[theme]}`;
  tool.textContent = MARKS[theme];
  tool.setAttribute("aria-label", words);
  tool.setAttribute("title", words);
}

const tool = button("", () => {
  const settings = store.settings();
  const theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length]!;
  store.saveSettings({ ...settings, theme });
  useTheme(theme, tool);
});
useTheme(store.settings().theme, tool);

const today = data.site.today || new Date().toISOString().slice(0, 10);
const main = h("main", {});
const maker = data.site.offer && makerOf(data.site.offer);
const printed = data.site.printed.map((one) => h("li", {}, h("a", { href: one.href }, one.title)));

/** Show all cards with the results that are known now. */
function draw(): void {
  const progress = store.allProgress();
  const cards = data.cards.map((card, index) => shownOf(card, index, progress(`${card.key}:${card.name}`)));
  const toPrint = printed.length > 0 && h("section", { class: "box printed" }, h("h2", {}, "To print"), h("ul", {}, ...printed));
  const daily = dailyOf(cards, today, standingLine(data, store, today));
  main.replaceChildren(daily, ...(maker ? [maker] : []), galleryOf(cards), ...(toPrint ? [toPrint] : []));
}

draw();
const records = recordsOf({ decks: data.decks ?? [], cards: data.cards, store, changed: draw });
const editor = data.site.editor ? h("a", { class: "tool", href: data.site.editor }, "Editor") : null;
const games = data.site.games ? h("a", { class: "tool", href: data.site.games }, "Table games") : null;
const tools = h("div", { class: "tools" }, games, editor, button("Records", () => records.showModal(), { title: "Save results and attempts as files, open results" }), tool);
document.getElementById("app")!.replaceChildren(h("header", {}, h("h1", {}, data.title), tools), main, records);
