/** The player's page: a single card, or a list of cards and the one that is played. */

import type { CardData, PageData } from "../data.ts";
import type { Play } from "../play/play.ts";
import { type Settings, Store } from "../play/store.ts";
import { standingOf } from "../play/standing.ts";
import { answerQuestions, isWorker } from "../rules/prover.ts";
import { button, h } from "./dom.ts";
import { helpOf } from "./help.ts";
import { keepOffline } from "./offline.ts";
import { menuOf } from "./menu.ts";
import { linksTo, type Neighbours, neighboursOf } from "./neighbours.ts";
import { makerButton } from "./maker.ts";
import { recordsOf } from "./records.ts";
import { standingLine } from "./standing.ts";
import { Table } from "./table.ts";

/** What a page can show; a page of one kind of cards leaves out the programs of the others. */
export interface Contents {
  playOf(card: CardData, data: PageData): Play;
  /** Make the list of cards, for a page that has several. */
  listOf(data: PageData, store: Store, standing: HTMLElement): HTMLElement[];
}

type Switch = "shapes" | "sound" | "vibration";

const today = (): string => new Date().toISOString().slice(0, 10);

class Player {
  readonly #contents: Contents;
  readonly #data: PageData;
  readonly #store = new Store(() => localStorage);
  readonly #main = h("main", {});
  readonly #heading = h("h1", {});
  readonly #back = h("a", { class: "back", href: "#", hidden: true }, "All cards");
  readonly #turn = h("nav", { class: "row turn", "aria-label": "Other cards" });
  readonly #notice = h("p", { class: "notice", role: "alert", hidden: true });
  #settings: Settings;
  #table: Table | null = null;

  constructor(contents: Contents, data: PageData, app: HTMLElement) {
    this.#contents = contents;
    this.#data = data;
    this.#settings = this.#store.settings();
    if (data.home) this.#back.setAttribute("href", data.home.href);
    keepOffline(data.home?.worker);
    document.documentElement.classList.toggle("embedded", new URLSearchParams(location.search).has("embed"));
    const help = helpOf(data.cards.map(({ kind }) => kind));
    const records = recordsOf({ decks: data.decks ?? [], cards: data.cards, tiers: data.tiers, store: this.#store, changed: () => this.#showProgress() });
    const menu = menuOf([
      this.#switch("Symbols on cars", "shapes", "Symbols instead of names on cars"),
      this.#switch("Sound", "sound", "A melody when a card is solved"),
      ...("vibrate" in navigator ? [this.#switch("Vibration", "vibration", "The phone vibrates when a card is solved")] : []),
      button("Theme", () => this.#nextTheme(), { class: "theme" }),
      button("Statistics", () => records.open()),
    ]);
    const tools = h("div", { class: "tools" }, button("?", () => help.showModal(), { class: "icon", "aria-label": "Help", title: "Help", "aria-keyshortcuts": "?" }), menu);
    app.replaceChildren(h("header", {}, this.#back, this.#heading, this.#turn, tools), this.#notice, this.#main, help, records.dialog);
    this.#applySettings();
    addEventListener("hashchange", () => this.#route());
    addEventListener("pagehide", () => this.#table?.leave());
    addEventListener("keydown", (event) => this.#key(event, [help, records.dialog]));
    document.addEventListener("visibilitychange", () => this.#table?.hidden(document.hidden));
    for (const sign of ["pointermove", "pointerdown", "keydown", "wheel"]) addEventListener(sign, () => this.#table?.seen(), { passive: true });
    this.#route();
  }

  /** Show the card that the address names, or the gallery. */
  #route(): void {
    const [name = "", moves] = location.hash.slice(1).split("/");
    const { cards } = this.#data;
    const wanted = decoded(name);
    const index = cards.length === 1 ? 0 : cards.findIndex((card) => card.name === wanted);
    this.#table?.leave();
    this.#table = null;
    const isFound = !wanted || cards[index]?.name === wanted;
    if (index >= 0) this.#open(index, isFound ? moves : undefined);
    else this.#showGallery();
    if (!isFound) this.#tell(`The link does not name a card on this page: ${wanted}`);
    this.#showFaults();
  }

  #showGallery(): void {
    this.#heading.textContent = document.title = this.#data.title;
    this.#back.hidden = this.#turn.hidden = true;
    this.#main.replaceChildren(...this.#contents.listOf(this.#data, this.#store, this.#standing()));
    this.#notice.hidden = true;
  }

  #open(index: number, moves: string | undefined): void {
    const { cards, title } = this.#data;
    const card = cards[index]!;
    this.#heading.textContent = cards.length > 1 ? card.title : title;
    document.title = cards.length > 1 ? `${card.title} · ${title}` : title;
    this.#back.hidden = cards.length === 1 && !this.#data.home;
    this.#notice.hidden = this.#turn.hidden = true;
    const saved = this.#store.progress(`${card.key}:${card.name}`).moves;
    const address = `#${encodeURIComponent(card.name)}`;
    this.#table = new Table(card, this.#contents.playOf(card, this.#data), {
      store: this.#store,
      address: (made) => `${location.href.replace(/#.*/, "")}${made || cards.length > 1 ? address : ""}${made && `/${made}`}`,
      standing: () => this.#standing(),
      streak: () => standingOf(this.#store.attempts(), {}, today()).streak,
      neighbours: () => this.#turnTo(index),
      isShaped: () => this.#settings.shapes,
    });
    this.#main.replaceChildren(this.#table.root);
    this.#turnTo(index);
    // The address is that of the card from now on: who opens the page again continues where the board is then.
    history.replaceState(null, "", address);
    this.#table.welcome();
    if (moves !== undefined) this.#table.restore(moves, "The link");
    else if (saved) this.#table.restore(saved, "The saved position");
    scrollTo(0, 0);
  }

  #standing(): HTMLElement {
    return standingLine(this.#data, this.#store, today());
  }

  /** Show links to other cards, as far as they are solved now. */
  #turnTo(index: number): Neighbours {
    const found = neighboursOf(this.#data, index, this.#store);
    const { wish } = this.#data.home ?? {};
    this.#turn.replaceChildren(...linksTo(found), ...(wish ? [makerButton("New puzzle", () => wish, (words) => this.#tell(words))] : []));
    this.#turn.hidden = this.#turn.children.length === 0;
    return found;
  }

  #showFaults(): void {
    const fault = this.#store.faults.pop();
    if (fault) this.#tell(fault);
  }

  #tell(words: string): void {
    this.#notice.textContent = words;
    this.#notice.hidden = words === "";
  }

  // ------------------------------------------------------------------------------------------------ tools

  #applySettings(): void {
    const { theme } = this.#settings;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    const words = { auto: "◐ automatic", light: "☀ light", dark: "☾ dark" };
    document.querySelector(".theme")!.textContent = `Theme: ${words[theme]}`;
    for (const tool of document.querySelectorAll("[data-setting]")) {
      tool.setAttribute("aria-pressed", String(this.#settings[tool.getAttribute("data-setting") as Switch]));
    }
    this.#table?.useShapes(this.#settings.shapes);
  }

  #change(settings: Partial<Settings>): void {
    this.#settings = this.#store.saveSettings(settings);
    this.#applySettings();
  }

  #nextTheme(): void {
    const themes = ["auto", "light", "dark"] as const;
    this.#change({ theme: themes[(themes.indexOf(this.#settings.theme) + 1) % 3]! });
  }

  /** Make a button that switches a setting on and off. */
  #switch(words: string, name: Switch, title: string): HTMLButtonElement {
    return button(words, () => this.#change({ [name]: !this.#settings[name] }), { "data-setting": name, title });
  }

  /** Show results that have come from a file. */
  #showProgress(): void {
    if (this.#table) this.#table.showProgress();
    else this.#showGallery();
  }

  #key(event: KeyboardEvent, dialogs: HTMLDialogElement[]): void {
    const target = event.target as HTMLElement;
    if (event.altKey || dialogs.some(({ open }) => open) || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    const turn = { b: "Previous card", n: "Next card", N: "Next unsolved card" }[event.key];
    const link = turn && !event.ctrlKey && !event.metaKey && this.#turn.querySelector<HTMLElement>(`[aria-label="${turn}"]`);
    if (event.key === "?") dialogs[0]!.showModal();
    else if (link) link.click();
    else if (!this.#table?.key(event)) return;
    event.preventDefault();
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Be the page, or the worker beside it that searches: both run the same program. */
export function begin(contents: Contents): void {
  if (isWorker) answerQuestions();
  else new Player(contents, JSON.parse(document.getElementById("data")!.textContent!) as PageData, document.getElementById("app")!);
}
