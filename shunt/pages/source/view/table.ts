/** One card on the table: the board, what is to be reached, counters and controls. */

import type { CardData, Spot } from "../data.ts";
import { Recorder } from "../play/attempt.ts";
import { shortened } from "../play/codes.ts";
import type { Frame } from "../play/geometry.ts";
import type { Grip, Play } from "../play/play.ts";
import type { Store } from "../play/store.ts";
import { Haste, pause, roll, turn } from "./animation.ts";
import { button, h, s, setAttributes } from "./dom.ts";
import { Hand } from "./hand.ts";
import type { Neighbours } from "./neighbours.ts";
import { Panel } from "./panel.ts";
import { counted, rankOf } from "./ranks.ts";
import { embedCode, shareOf, stars } from "./share.ts";
import { cheer } from "./cheer.ts";
import { Stage } from "./stage.ts";
import { Zoom } from "./zoom.ts";

/** What a table needs of the page. */
export interface Surroundings {
  store: Store;
  /** The address of the card, at its start or after some moves. */
  address(moves: string): string;
  /** A line that says how the player stands, and the days in a row on which a card was solved. */
  standing(): HTMLElement;
  streak(): number;
  /** The cards round this one, as they are solved now. */
  neighbours(): Neighbours;
  isShaped(): boolean;
}

const BETWEEN = 350; // milliseconds between the moves of a replay

export class Table {
  readonly root: HTMLElement;
  readonly #card: CardData;
  readonly #play: Play;
  readonly #stage: Stage;
  readonly #hand: Hand;
  readonly #panel: Panel;
  readonly #around: Surroundings;
  readonly #recorder = new Recorder();
  readonly #message = h("p", { class: "message", role: "status", "aria-live": "polite" });
  readonly #choice = h("div", { class: "choice row", role: "group", "aria-label": "Which way", hidden: true });
  readonly #solved = h("div", { class: "solved", hidden: true });
  readonly #key: string;
  /** The replay that is shown, by number; 0 for none. */
  #replaying = 0;
  #runs = 0;
  #wasSolved = false;
  readonly #haste = new Haste();
  /** What is shown rolling now. */
  #rolling: Promise<void> = Promise.resolve();

  constructor(card: CardData, play: Play, around: Surroundings) {
    this.#card = card;
    this.#play = play;
    this.#around = around;
    this.#key = `${card.key}:${card.name}`;
    this.#stage = new Stage(play.picture, `${card.title}: the board`);
    this.#hand = new Hand(this.#stage, play, {
      move: (grip, way, isAnimated) => void this.#move(grip, way, isAnimated),
      ask: (grip, ways) => this.#ask(grip, ways),
      refuse: (reason) => this.#refuse(reason),
      chosen: () => this.#chosen(),
      aimed: (way) => this.#panel.showAim(way),
      announce: (words) => this.say(words),
      settle: () => this.#settle(),
    });
    this.#panel = new Panel(card, play, {
      choose: (vehicle) => this.#hand.choose(vehicle),
      couple: (vehicle) => this.#hand.couple(vehicle),
      go: (grip, way) => void this.#move(grip, way, true),
      turn: (bridge) => void this.#turn(bridge),
      undo: () => this.undo(),
      redo: () => this.redo(),
      reset: () => this.reset(),
      hint: () => void this.hint(),
      replay: () => void this.replay(),
      solution: () => void this.replay(true),
      link: () => void this.#copy("link to this position", this.#around.address(this.#play.isSolved() ? this.#start : this.#play.encoded())),
      moves: () => void this.#copy("moves", this.#movesText()),
      embed: () => void this.#copy("embed code", embedCode(this.#card.title, this.#around.address(""))),
      aim: (way) => this.#aim(way),
      deal: () => this.deal(),
      bid: (moves) => this.#bid(moves),
    });
    const whole = button("Whole board", () => zoom.reset(), { hidden: true });
    const zoom = new Zoom(this.#stage, (isZoomed) => (whole.hidden = !isZoomed));
    const corner = h("div", { class: "corner" }, whole);
    this.#panel.thumb.append(this.#filler());
    const sheet = h("div", { class: "sheet" }, this.#stage.root, corner);
    const board = h("section", { class: "play", "aria-label": "Board" }, sheet, this.#message, this.#choice);
    const side = h("div", { class: "side" }, h("div", { class: "scroll" }, this.#solved, this.#panel.root), this.#panel.thumb);
    this.root = h("div", { class: "table" }, board, side);
    this.useShapes(around.isShaped());
    if (document.hidden) this.#recorder.hide();
    if (play.bidding) this.deal();
    else this.#refresh();
    around.store.noteGrade(card.key, card.grade);
    this.#recorder.begin();
  }

  /** Make the button by which the board fills the screen. */
  #filler(): HTMLButtonElement {
    const filler = button("", () => fill(!this.root.classList.contains("full")), { class: "icon", "aria-label": "Full screen", title: "Full screen", "aria-pressed": "false" });
    filler.append(s("svg", { viewBox: "0 0 16 16", width: 16, "aria-hidden": "true" }, s("path", { d: "M1 5.5V1h4.5M10.5 1H15v4.5M15 10.5V15h-4.5M5.5 15H1v-4.5", fill: "none", stroke: "currentColor", "stroke-width": 1.8 })));
    const fill = (isFull: boolean) => {
      this.root.classList.toggle("full", isFull);
      setAttributes(filler, { "aria-pressed": String(isFull) });
      // Where the browser lends no screen, as on some phones, the board fills the window.
      if (isFull) void this.root.requestFullscreen?.().catch(() => undefined);
      else if (document.fullscreenElement) void document.exitFullscreen();
    };
    document.addEventListener("fullscreenchange", () => document.fullscreenElement === null && this.root.isConnected && fill(false));
    return filler;
  }

  /** Finish what is shown, so that the next act counts. */
  async #settle(): Promise<void> {
    this.stopReplay();
    if (!this.#hand.isFree) await this.#haste.during(this.#rolling);
  }

  /** Do something at once, or as soon as what rolls has been shown at its end. */
  #act(act: () => void): void {
    if (this.#hand.isFree) act();
    else void this.#settle().then(act);
  }

  /** Deal another order to sort. */
  deal(): void {
    this.#act(() => this.#deal());
  }

  #deal(): void {
    this.#record(false);
    this.#play.bidding?.deal();
    this.#recorder.begin();
    this.#wasSolved = false;
    this.#refresh();
  }

  #bid(moves: number): void {
    const { bidding } = this.#play;
    if (!bidding) return;
    bidding.bid = moves;
    this.#refresh();
    this.say(moves > 0 ? `You bid ${counted(moves, "move")}.` : "No bid.");
  }

  say(words: string, isRefusal = false): void {
    this.#message.textContent = words;
    this.#message.classList.toggle("refusal", isRefusal);
  }

  #refuse(reason: string): void {
    this.#stage.place(this.#play.frame());
    this.say(`Not possible: ${reason}.`, true);
  }

  #chosen(): void {
    this.#choice.hidden = true;
    this.#stage.place(this.#play.frame());
    this.#panel?.showChosen(this.#hand.grip);
  }

  /** Ask which of several outcomes is meant; each is shown while its button has the pointer or the focus. */
  #ask(grip: Grip, ways: number[]): void {
    const show = (frame: Frame) => this.#stage.place(frame);
    const buttons = ways.map((way) => {
      const { words } = grip.ways[way]!;
      const preview = () => show(grip.frame(way));
      const choose = () => void this.#move(grip, way, true);
      return button(words, choose, { pointerenter: preview, focus: preview, pointerleave: () => show(this.#play.frame()) });
    });
    this.say("Which way?");
    this.#choice.replaceChildren(...buttons, button("Cancel", () => this.#hand.refresh()));
    this.#choice.hidden = false;
    buttons[0]!.focus();
  }

  useShapes(isShaped: boolean): void {
    this.#stage.useShapes(isShaped);
    this.#panel.useShapes(isShaped);
  }

  /** Restore moves of a link or of an earlier visit; say so if they are damaged. */
  restore(moves: string, whence: string): void {
    const replayed = shortened(moves);
    const { made, isWhole } = this.#play.restore(replayed);
    if (this.#play.isSolved()) this.#play.begin();
    this.#refresh();
    if (!isWhole || replayed !== moves) this.say(`${whence} is damaged: only its first ${counted(made, "move")} could be made.`, true);
  }

  /** Say what the card teaches, where the goal does not say it too, and the best result so far of a card that was solved before. */
  welcome(): void {
    const { best, rank } = this.#around.store.progress(this.#key);
    const known = best === undefined ? "" : `Your best: ${[best, rank].filter(Boolean).join(", ")}.`;
    if (this.#play.done() === 0) this.#message.replaceChildren(h("span", { class: "taught" }, this.#card.lesson), " ", known);
  }

  // ------------------------------------------------------------------------------------------------ moves

  async #move(grip: Grip, way: number, isAnimated: boolean): Promise<void> {
    if (!this.#hand.isFree) return;
    const before = this.#play.settings();
    const frames = this.#play.make(grip, way);
    this.#recorder.note("move");
    const made = this.#play.moves()[this.#play.done() - 1]!;
    await this.#show(before, isAnimated ? frames : frames.slice(-1), frames, grip.vehicle);
    this.say(`${made.words}. ${this.#standing()}${this.#leftBehind()}`);
    this.#finish();
  }

  /** Say once, on a player's first such move, that nothing moves along that is not coupled. */
  #leftBehind(): string {
    const { store } = this.#around;
    const left = this.#play.leftBehind().map((vehicle) => this.#play.picture.vehicles[vehicle]!.name);
    if (left.length === 0 || store.settings().told) return "";
    store.saveSettings({ told: true });
    return ` ${left.join(" and ")} stayed behind: tap the glowing hook before you drive off to take it along.`;
  }

  async #turn(bridge: number): Promise<void> {
    if (!this.#hand.isFree) return;
    const before = this.#play.settings();
    this.#play.turn(bridge);
    this.#recorder.note("move");
    await this.#show(before, [], [], -1);
    this.say(`${this.#play.moves()[this.#play.done() - 1]!.words}. ${this.#standing()}`);
    this.#finish();
  }

  /** Show a move that was made: the vehicles roll, then the bridges turn. */
  async #show(before: number[], frames: Frame[], path: Frame[], vehicle: number): Promise<void> {
    this.#hand.isFree = false;
    this.#stage.root.classList.add("rolling");
    this.#rolling = roll(this.#stage, frames, this.#haste)
      .then(() => turn(this.#stage, before, this.#play.settings(), this.#play.frame(), this.#haste))
      .then(() => {
        this.#stage.root.classList.remove("rolling");
        this.#hand.isFree = true;
        this.#refresh();
        this.#stage.trace(vehicle < 0 ? [] : path.map((frame) => frame[vehicle]!));
      });
    await this.#rolling;
  }

  /** Show where a way of the list leads. */
  #aim(way: number): void {
    const { grip } = this.#hand;
    if (!grip) return;
    const path: Spot[] = [];
    for (let at = way; at >= 0; at = grip.ways[at]!.parent) path.unshift(grip.ways[at]!.at);
    this.#stage.trace(path, grip.vehicle);
    this.#hand.aimAt(way);
  }

  #standing(): string {
    const moves = this.#play.score();
    const { limit } = this.#card;
    return limit !== null && limit !== undefined ? `${moves} of ${counted(limit, "move")}.` : `${counted(moves, "move")}.`;
  }

  /** Show everything as it is. */
  #display(): void {
    this.#stage.show(this.#play);
    this.#stage.trace([]);
    this.showProgress();
  }

  /** Show everything as it is, and keep it in the browser and in the address. */
  #refresh(): void {
    this.#display();
    this.#hand.refresh();
    this.#around.store.saveMoves(this.#key, this.#play.isSolved() ? "" : this.#play.encoded());
    if (!this.#play.isSolved()) this.#solved.hidden = true;
  }

  showProgress(): void {
    this.#panel.show(this.#around.store.progress(this.#key));
  }

  #finish(): void {
    const isSolved = this.#play.isSolved();
    if (isSolved && !this.#wasSolved) {
      this.#hand.choose(-1);
      this.#celebrate();
    }
    this.#wasSolved = isSolved;
  }

  #celebrate(): void {
    const moves = this.#play.score();
    const rank = rankOf(this.#card.ranks, moves);
    const { limit } = this.#card;
    const isLate = limit !== null && moves > limit;
    const { hints } = this.#recorder;
    this.#record(true);
    if (!isLate) this.#around.store.saveResult(this.#key, moves, rank);
    this.showProgress();
    const head = isLate ? `The goal is reached, but over the limit of ${counted(limit!, "move")}` : rank || "Solved";
    const again = button("Play again", () => this.reset());
    const { next, unsolved } = this.#around.neighbours();
    const link = (words: string, href: string, look = "") => href !== "" && h("a", { class: `tool ${look}`, href }, words);
    const share = button("Share", () => void this.#share(moves, isLate ? "" : rank, hints));
    const buttons = h("div", { class: "row" }, link("Next card", next, "primary"), unsolved !== next && link("Next unsolved", unsolved), share, again, button("Replay", () => void this.replay()));
    const won = !isLate && stars(this.#card.ranks ? rank : null);
    this.#solved.replaceChildren(won || "", h("strong", {}, head), h("p", {}, `${counted(moves, "move")}.${this.#comparison(moves)}`), buttons, this.#around.standing());
    this.#solved.hidden = false;
    this.#solved.scrollIntoView({ block: "nearest" });
    this.#solved.parentElement!.scrollTop = 0; // the stars are seen where the panel scrolls by itself
    if (!isLate) cheer(this.#around.store.settings());
    this.say(`Solved in ${counted(moves, "move")}. ${rank}`);
  }

  /** What an address of the start adds to that of the card: the order, where one is dealt. */
  get #start(): string {
    return this.#play.bidding?.order ?? "";
  }

  /** Hand on the result, without the solution: to an app that the player chooses, or to the clipboard. */
  async #share(moves: number, rank: string, hints: number): Promise<void> {
    const text = shareOf({ title: this.#card.title, moves, rank, par: this.#card.ranks?.[0] ?? null, hints, streak: this.#around.streak(), address: this.#around.address(this.#start) });
    try {
      if (!navigator.share) throw new TypeError("nothing to share with");
      await navigator.share({ text });
    } catch (error) {
      if ((error as Error).name !== "AbortError") await this.#copy("result", text);
    }
  }

  #comparison(moves: number): string {
    if (this.#play.bidding) return ` ${this.#play.bidding.verdict()}`;
    const { optimum, status } = this.#card;
    if (status !== "optimal" || typeof optimum !== "number" || !["moves", "pulls", "legs"].includes(this.#card.metric[0]!)) return "";
    return moves === optimum ? " No solution is shorter." : ` The shortest solution has ${optimum}.`;
  }

  // ------------------------------------------------------------------------------------------------ controls

  undo(): void {
    this.#change(() => this.#play.undo(), 1, "Taken back.");
  }

  redo(): void {
    this.#change(() => this.#play.redo(), 0, "Made again.");
  }

  reset(): void {
    this.#change(() => this.#play.reset(), this.#play.done(), "Start again.");
  }

  #change(change: () => boolean, undos: number, words: string): void {
    this.#act(() => {
      if (!change()) return;
      this.#recorder.note("other", undos);
      this.#refresh();
      this.#wasSolved = this.#play.isSolved();
      this.say(`${words} ${this.#standing()}`);
    });
  }

  /** Show a hint; it is dropped if the player moves on before it is found. */
  async hint(): Promise<void> {
    if (!this.#hand.isFree) await this.#settle();
    this.#recorder.note("hint");
    this.say("Looking for a hint…");
    const asked = this.#play.encoded();
    const hint = await this.#play.hint();
    if (this.#play.encoded() !== asked || !this.#hand.isFree) return;
    this.#panel.showHints(this.#recorder.hints);
    this.say(hint.frames ? `Hint: ${hint.words}` : hint.words);
    if (!hint.frames) return;
    if (hint.vehicle >= 0) {
      this.#hand.choose(hint.vehicle);
      this.#stage.trace(hint.frames.map((frame) => frame[hint.vehicle]!), hint.vehicle);
    }
  }

  /** Replay the moves made, or those of the solution, from the start. */
  async replay(isSolution = false): Promise<void> {
    if (this.#replaying > 0) {
      this.stopReplay();
      return;
    }
    if (!this.#hand.isFree) await this.#settle();
    if (!isSolution && this.#play.done() === 0) {
      this.say("No moves have been made yet.");
      return;
    }
    if (isSolution) this.#recorder.note("hint");
    const run = (this.#replaying = ++this.#runs);
    this.#solved.hidden = true;
    this.#hand.choose(-1);
    this.#hand.isFree = false;
    this.#panel.showReplay(true);
    for (const [index, { frames, vehicle, words }] of this.#play.rehearse(isSolution).entries()) {
      this.#display();
      this.#stage.trace(vehicle < 0 ? [] : frames.map((frame) => frame[vehicle]!), vehicle);
      this.say(`${index + 1}. ${words}`);
      await roll(this.#stage, frames, this.#haste, 0.8);
      if (this.#replaying !== run) return;
      const before = this.#play.settings();
      this.#play.redo();
      await turn(this.#stage, before, this.#play.settings(), this.#play.frame(), this.#haste);
      if (this.#replaying !== run) return;
      this.#display();
      await pause(BETWEEN);
      if (this.#replaying !== run) return;
    }
    this.stopReplay();
  }

  stopReplay(): void {
    if (this.#replaying === 0) return;
    this.#replaying = 0;
    void this.#haste.during(Promise.resolve());
    this.#play.resume();
    this.#hand.isFree = true;
    this.#panel.showReplay(false);
    this.#refresh();
  }

  /** Return the moves made as lines in notation. */
  #movesText(): string {
    return this.#play.moves().slice(0, this.#play.done()).map(({ notation }) => `${notation}\n`).join("");
  }

  async #copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`The ${what} ${what.endsWith("s") ? "were" : "was"} copied.`);
    } catch {
      this.say(`The ${what}: ${text}`);
    }
  }

  // ------------------------------------------------------------------------------------------------ keys and time

  /** Do what a key means on the whole page; return whether it means anything. */
  key(event: KeyboardEvent): boolean {
    const word = `${event.ctrlKey || event.metaKey ? "ctrl+" : ""}${event.key.toLowerCase()}`;
    const acts: Record<string, () => void> = {
      u: () => this.undo(),
      r: () => this.redo(),
      "ctrl+z": () => (event.shiftKey ? this.redo() : this.undo()),
      "ctrl+y": () => this.redo(),
      h: () => void this.hint(),
      p: () => void this.replay(),
      c: () => this.#panel.coupleNext(),
      t: () => this.#panel.turnNext(),
    };
    const vehicle = this.#play.movable()[Number(word) - 1];
    if (acts[word]) acts[word]();
    else if (vehicle !== undefined) {
      this.#hand.choose(vehicle);
      this.#stage.focus(vehicle);
    } else return false;
    return true;
  }

  hidden(isHidden: boolean): void {
    if (isHidden) this.#recorder.hide();
    else this.#recorder.show();
  }

  /** Note a sign that the player is there. */
  seen(): void {
    this.#recorder.seen();
  }

  #record(isSolved: boolean): void {
    const { store } = this.#around;
    const { order, bid } = this.#play.bidding ?? {};
    const puzzle = { key: this.#card.key, name: this.#card.name, ...(order ? { order } : {}), ...(bid ? { bid } : {}) };
    const attempt = this.#recorder.end(puzzle, store.player(), this.#play.score(), isSolved);
    if (attempt) store.addAttempt(attempt);
    this.#panel.showHints(0);
  }

  /** Leave the card: what was begun is recorded as an attempt. */
  leave(): void {
    this.stopReplay();
    this.#record(false);
  }
}
