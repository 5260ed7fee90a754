/** Beside the board: the goal, the ranks, the counters, the controls, the moves made. Everything can be done here by keys. */

import type { CardData } from "../data.ts";
import type { Grip, Play } from "../play/play.ts";
import type { Progress } from "../play/store.ts";
import { button, h, setAttributes } from "./dom.ts";
import { counted, RANKS } from "./ranks.ts";
import { starText } from "./share.ts";

export interface Acts {
  choose(vehicle: number): void;
  couple(vehicle: number): void;
  go(grip: Grip, way: number): void;
  turn(bridge: number): void;
  undo(): void;
  redo(): void;
  reset(): void;
  hint(): void;
  replay(): void;
  solution(): void;
  link(): void;
  moves(): void;
  embed(): void;
  /** A place to stop was chosen in the list. */
  aim(way: number): void;
  deal(): void;
  bid(moves: number): void;
}

export class Panel {
  readonly root: HTMLElement;
  /** What is needed with every move, within reach of a thumb. */
  readonly thumb: HTMLElement;
  readonly #card: CardData;
  readonly #play: Play;
  readonly #acts: Acts;
  readonly #goal = h("ul", { class: "goal" });
  readonly #ranks = h("ol", { class: "ranks" });
  readonly #counters = h("dl", { class: "counters" });
  readonly #moves = h("ol", { class: "moves" });
  readonly #hints = h("span", { class: "hints" });
  readonly #chooser = h("div", { class: "chooser" });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #reset: HTMLButtonElement;
  readonly #replay: HTMLButtonElement;
  readonly #copy: HTMLButtonElement;
  #isReplaying = false;
  #isShaped = false;
  readonly #bidField = h("input", { type: "number", min: 1, max: 999, inputmode: "numeric", "aria-label": "Your bid" });
  #grip: Grip | null = null;
  #list: HTMLSelectElement | null = null;

  constructor(card: CardData, play: Play, acts: Acts) {
    this.#card = card;
    this.#play = play;
    this.#acts = acts;
    this.#undo = button("Undo", acts.undo, { "aria-keyshortcuts": "u" });
    this.#redo = button("Redo", acts.redo, { "aria-keyshortcuts": "r" });
    this.#reset = button("Restart", acts.reset);
    this.#copy = button("Copy moves", acts.moves, { title: "In the notation that shunt replay reads" });
    this.#replay = button("Replay", acts.replay, { "aria-keyshortcuts": "p" });
    const hint = button("Hint", acts.hint, { "aria-keyshortcuts": "h" });
    const solution = play.hasGuide() && button("Solution", acts.solution);
    this.thumb = h("div", { class: "controls thumb" }, this.#undo, this.#redo, hint);
    const controls = h("div", { class: "controls" }, this.#reset, this.#replay, solution);
    const told = (card.kind === "trains" ? card.told : []).map(([line]) => h("p", { class: "note" }, `On this card, ${line}.`));
    const cardBox = h("section", { class: "box", "aria-label": "Goal" }, h("h2", {}, "Goal"), card.lesson !== "" && h("p", { class: "lesson" }, card.lesson), this.#goal, ...told, this.#note(), this.#bidding(), this.#ranks);
    const counts = h("section", { class: "box", "aria-label": "Counters" }, this.#counters, this.#hints, controls);
    const move = h("section", { class: "box", "aria-label": "Move" }, h("h2", {}, "Move"), this.#chooser);
    const copies = h("div", { class: "controls" }, this.#copy, button("Copy link", acts.link), location.protocol.startsWith("http") && button("Copy embed code", acts.embed));
    const made = h("section", { class: "box log", "aria-label": "Moves made" }, h("h2", {}, "Moves"), this.#moves, copies);
    this.#copy.hidden = card.kind === "hump"; // sorted trains have no notation
    this.root = h("aside", { class: "panel", "aria-label": "Card" }, cardBox, counts, move, made);
    this.showHints(0);
  }

  /** What is proven about the card, where the ranks do not say it. */
  #note(): HTMLElement | string {
    const { status, ranks, limit } = this.#card;
    if (this.#play.bidding) return "";
    if (status === "unsolvable") return h("p", { class: "warning" }, "It is proven that this goal cannot be reached.");
    if (status === "unknown") return h("p", { class: "note" }, "The fewest moves of this card are not proven.");
    return ranks || limit === null ? "" : h("p", { class: "note" }, `At most ${counted(limit, "move")}.`);
  }

  /** Where an order is dealt: the bid, and another order. */
  #bidding(): HTMLElement | string {
    if (!this.#play.bidding) return "";
    this.#bidField.addEventListener("change", () => this.#acts.bid(Math.max(0, Math.min(999, Math.trunc(Number(this.#bidField.value)) || 0))));
    return h("div", { class: "row" }, h("label", {}, "Bid ", this.#bidField), button("Another order", this.#acts.deal));
  }

  show(progress: Progress): void {
    this.#showGoal();
    this.#showRanks(progress);
    this.#showCounters();
    this.#showMoves();
    const [done, all] = [this.#play.done(), this.#play.moves().length];
    this.#undo.disabled = this.#reset.disabled = done === 0 || this.#isReplaying;
    this.#redo.disabled = done === all || this.#isReplaying;
    this.#copy.disabled = done === 0 || this.#isReplaying;
  }

  #showGoal(): void {
    const lines = this.#play.picture.targets.map((target) =>
      goalLine(this.#play.isPlaced(target), this.#named(target.vehicle), ` → ${target.place}`),
    );
    const more = this.#play.goalLines().map(({ words, vehicles, to, isDone }) => {
      const named = vehicles.map((vehicle) => (vehicle === null ? h("span", {}, "any") : this.#named(vehicle)));
      return to ? goalLine(isDone ?? false, words, ...named, ` → ${to}`) : h("li", { class: "whole" }, words, ...named);
    });
    this.#goal.replaceChildren(...lines, ...more);
    this.#bidField.value = this.#play.bidding?.bid ? String(this.#play.bidding.bid) : "";
    this.#bidField.disabled = this.#play.done() > 0; // a bid is made before the first move
  }

  /** Return a vehicle as lists show it: its colour, its symbol if those are shown, its name. */
  #named(vehicle: number): HTMLElement {
    const { name, colour, symbol } = this.#play.picture.vehicles[vehicle]!;
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = colour;
    return h("span", { class: "named" }, swatch, this.#isShaped && symbol ? h("span", { class: "symbol" }, symbol) : null, name);
  }

  useShapes(isShaped: boolean): void {
    this.#isShaped = isShaped;
    this.#showGoal();
    this.showChosen(this.#grip);
  }

  #showRanks(progress: Progress): void {
    const moves = this.#play.score();
    const { ranks } = this.#card;
    const lines = (ranks ?? []).map((most, index) => {
      const isOpen = moves <= most && (index === 0 || moves > ranks![index - 1]!);
      const mark = isOpen ? { class: "open", "aria-current": "true" } : { class: moves > most ? "missed" : "" };
      const earned = h("span", { class: "earned", "aria-hidden": "true" }, starText(RANKS[index]!));
      return h("li", mark, h("span", {}, earned, RANKS[index]!), h("span", { class: "count" }, h("span", { class: "words" }, "up to "), String(most)));
    });
    const best = progress.best === undefined ? [] : [h("li", { class: "best" }, h("span", {}, `Your best${progress.rank ? `: ${progress.rank}` : ""}`), h("span", { class: "count" }, String(progress.best)))];
    this.#ranks.replaceChildren(...lines, ...best);
  }

  #showCounters(): void {
    this.#counters.replaceChildren(
      ...this.#play.counters().map(([name, count], index) =>
        h("div", { class: index === 0 ? "first" : "" }, h("dt", {}, name), h("dd", {}, String(count))),
      ),
    );
  }

  #showMoves(): void {
    const done = this.#play.done();
    const lines = this.#play.moves().map(({ notation, words }, index) => h("li", { class: index < done ? "" : "undone", title: words }, notation));
    this.#moves.replaceChildren(...(lines.length > 0 ? lines : [h("li", { class: "none" }, "No moves yet")]));
    const last = this.#moves.children[Math.max(0, done - 1)] as HTMLElement;
    this.#moves.scrollTop = last.offsetTop - this.#moves.offsetTop + last.offsetHeight - this.#moves.clientHeight;
  }

  showHints(hints: number): void {
    this.#hints.textContent = hints > 0 ? counted(hints, "hint") : "";
  }

  showReplay(isReplaying: boolean): void {
    this.#isReplaying = isReplaying;
    this.#replay.textContent = isReplaying ? "Stop" : "Replay";
  }

  // ------------------------------------------------------------------------------------------------ moves by keys

  /** Show what is chosen: its couplings, and the places it can go to. */
  showChosen(grip: Grip | null): void {
    this.#grip = grip;
    const { vehicles, bridges } = this.#play.picture;
    const chosen = this.#play.movable().map((vehicle) =>
      h(
        "button",
        { type: "button", click: () => this.#acts.choose(vehicle), "aria-pressed": String(grip?.vehicle === vehicle) },
        vehicles[vehicle]!.name ? this.#named(vehicle) : "Locomotive",
      ),
    );
    const parts: HTMLElement[] = [h("div", { class: "row", role: "group", "aria-label": "What is moved" }, ...chosen)];
    const couplings = this.#play.movable().flatMap((vehicle) => (grip && vehicle !== grip.vehicle ? [] : this.#play.couplings(vehicle)));
    if (couplings.length > 0) {
      const toggles = couplings.map((one) =>
        h("button", { type: "button", click: () => this.#acts.couple(one.vehicle), "aria-pressed": String(one.isCoupled) }, this.#named(one.vehicle)),
      );
      parts.push(h("div", { class: "row", role: "group", "aria-label": "Couple" }, h("span", { class: "word" }, "Couple"), ...toggles));
    }
    if (grip) parts.push(this.#destinations(grip));
    else parts.push(h("p", { class: "note" }, "Drag a piece along the track; or tap it, then tap where it should stop."));
    const byHand = bridges.flatMap((bridge, index) => (bridge.byHand ? [button(`Turn ${bridge.name}`, () => this.#acts.turn(index))] : []));
    if (byHand.length > 0) parts.push(h("div", { class: "row" }, ...byHand));
    const focused = this.#chooser.contains(document.activeElement) ? (document.activeElement as HTMLElement).textContent : null;
    this.#chooser.replaceChildren(...parts);
    if (focused) [...this.#chooser.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  /** A list of the places to stop, each outcome once, and a button to go there. */
  #destinations(grip: Grip): HTMLElement {
    const seen = new Set<string>();
    const options: HTMLOptionElement[] = [];
    grip.ways.forEach((way, index) => {
      if (!way.stops || seen.has(way.outcome)) return;
      seen.add(way.outcome);
      const same = options.filter((option) => option.text.replace(/ \(another way.*/, "") === way.words).length;
      const words = same > 0 ? `${way.words} (another way${same > 1 ? ` ${same}` : ""})` : way.words;
      options.push(h("option", { value: index }, words));
    });
    if (options.length === 0) return h("p", { class: "note" }, "It cannot move with this coupling.");
    options.sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
    const list = h("select", { "aria-label": "Where to", input: () => this.#acts.aim(Number(list.value)) }, ...options);
    this.#list = list;
    return h("div", { class: "row" }, list, button("Go", () => this.#acts.go(grip, Number(list.value)), { class: "primary" }));
  }

  /** Choose in the list what the arrow keys have aimed at. */
  showAim(way: number): void {
    const { outcome } = this.#grip!.ways[way]!;
    const same = [...this.#list!.options].find((option) => this.#grip!.ways[Number(option.value)]!.outcome === outcome);
    if (same) this.#list!.value = same.value;
  }

  /** Couple one piece more, or nothing after the last. */
  coupleNext(): void {
    if (!this.#grip) return;
    const couplings = this.#play.couplings(this.#grip.vehicle);
    const next = couplings.find((one) => !one.isCoupled) ?? couplings[0];
    if (next) this.#acts.couple(next.vehicle);
  }

  turnNext(): void {
    const index = this.#play.picture.bridges.findIndex((bridge) => bridge.byHand);
    if (index >= 0) this.#acts.turn(index);
  }
}

/** Make a line of the goal with a tick if it is met. */
function goalLine(isDone: boolean, ...parts: (HTMLElement | string)[]): HTMLElement {
  const tick = h("span", { class: "tick" }, isDone ? "✓" : "");
  if (isDone) setAttributes(tick, { "aria-label": "done", role: "img" });
  return h("li", { class: isDone ? "done" : "" }, ...parts, tick);
}
