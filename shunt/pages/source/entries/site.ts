/** The front page of a site: every card with filters, the card of the day, those of earlier days, and files to print. */

import type { PageData } from "../data.ts";
import { type Settings, Store } from "../play/store.ts";
import { calendarOf, longDate } from "../site/calendar.ts";
import { cardOfDay } from "../site/daily.ts";
import { button, h } from "../view/dom.ts";
import { galleryOf, type Shown, shownOf } from "../view/gallery.ts";
import { leadOf } from "../view/lead.ts";
import { makerOf, type Offer } from "../view/maker.ts";
import { keepOffline } from "../view/offline.ts";
import { menuOf } from "../view/menu.ts";
import { levelOf } from "../view/ranks.ts";
import { recordsOf } from "../view/records.ts";
import { standingLine } from "../view/standing.ts";

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
    worker: string;
    /** What the server makes; null without a server. */
    offer: Offer | null;
  };
}

const THEMES = ["auto", "light", "dark"] as const;

const data = JSON.parse(document.getElementById("data")!.textContent!) as SiteData;
const store = new Store(() => localStorage);

function dailyOf(cards: readonly Shown[], today: string, standing: HTMLElement): HTMLElement {
  const card = cards[cardOfDay(cards.map(({ tier }) => tier), today)]!;
  const words = h(
    "div",
    { class: "words" },
    h("h2", {}, "Card of the day"),
    h("p", { class: "title" }, card.title),
    h("p", { class: "note" }, [longDate(today), levelOf(card.tier, Object.keys(data.tiers)), card.note, card.stars].filter(Boolean).join(" · ")),
    h("a", { class: "go", href: card.href }, card.solved ? "Play again" : "Play"),
    standing,
  );
  const calendar = h("details", { class: "archive" }, h("summary", {}, "Calendar of daily cards"));
  calendar.addEventListener("toggle", () => calendar.append(calendarOf(cards, today)), { once: true });
  const top = h("div", { class: "today" }, h("div", { class: "picture" }, card.picture()), words);
  return h("section", { class: `box daily ${card.tier ? `tier-${card.tier}` : ""}`, "aria-label": "Card of the day" }, top, calendar);
}

function useTheme(theme: Settings["theme"], tool: HTMLElement): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  tool.textContent = `Theme: ${{ auto: "◐ automatic", light: "☀ light", dark: "☾ dark" }[theme]}`;
}

const tool = button("", () => {
  const theme = THEMES[(THEMES.indexOf(store.settings().theme) + 1) % THEMES.length]!;
  store.saveSettings({ theme });
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
  const { pages, boards, packs } = data.site;
  const cards = data.cards.map((card, index) =>
    shownOf(card, data, progress(`${card.key}:${card.name}`), { href: pages[index]!, board: boards[index]!, pack: packs[index]! }),
  );
  const toPrint = printed.length > 0 && h("section", { class: "box printed" }, h("h2", {}, "To print"), h("ul", {}, ...printed));
  const daily = dailyOf(cards, today, standingLine(data, store, today));
  main.replaceChildren(leadOf(cards, data), daily, ...(maker ? [maker] : []), galleryOf(cards, Object.keys(data.tiers)), ...(toPrint ? [toPrint] : []));
}

draw();
keepOffline(data.site.worker);
const records = recordsOf({ decks: data.decks ?? [], cards: data.cards, tiers: data.tiers, store, changed: draw });
const editor = data.site.editor ? h("a", { class: "tool", href: data.site.editor }, "Editor") : null;
const games = data.site.games ? h("a", { class: "tool", href: data.site.games }, "Table games") : null;
const tools = h("div", { class: "tools" }, games, editor, menuOf([button("Statistics", () => records.open()), tool]));
document.getElementById("app")!.replaceChildren(h("header", {}, h("h1", {}, data.title), tools), main, records.dialog);
