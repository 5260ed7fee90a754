/** A table: the drawing, what can be done, what happened, and the end of the game with its replay. */

import { button, h } from "../view/dom.ts";
import { Board } from "./board.ts";
import { ask, type Choice, type GameInfo, type GameLook, type Past, type Seated } from "./data.ts";

const SHORT = 24; // choices that are listed before a zone is touched
const AGAIN = 2000; // milliseconds until a server that did not answer is asked again
const NARROW = "(max-width: 640px)";

export class Table {
  readonly root = h("div", { class: "table" });
  readonly #seated: Seated;
  readonly #board = new Board((choice) => void this.#act(choice), (choices) => this.#list(choices));
  readonly #prompt = h("p", { class: "prompt", role: "status", "aria-live": "polite" });
  readonly #choices = h("div", { class: "choices" });
  readonly #log = h("ol", { class: "log", "aria-label": "What happened" });
  readonly #said = h("p", { class: "note said", role: "alert" });
  readonly #tools = h("div", { class: "row table-tools" });
  readonly #invite = h("div", { class: "box invite", hidden: true });
  readonly #end = h("div", { class: "box end", hidden: true });
  readonly #curtain = h("div", { class: "curtain", hidden: true });
  readonly #stopped = new AbortController();
  #look: GameLook | null = null;
  /** The seat whose view is shown; with several people here it changes behind the curtain. */
  #seat: number;

  constructor(seated: Seated, game: GameInfo) {
    this.#seated = seated;
    this.#seat = Number(Object.keys(seated.keys)[0]);
    const rules = h("details", { class: "box rules" }, h("summary", {}, "Rules"), h("ul", {}, ...game.rules.map((rule) => h("li", {}, rule))));
    const side = h("div", { class: "side" }, this.#invite, this.#end, h("div", { class: "box" }, this.#prompt, this.#said, this.#choices, this.#tools), h("details", { class: "box", open: true }, h("summary", {}, "What happened"), this.#log), rules);
    this.root.append(this.#board.root, side, this.#curtain);
    document.addEventListener("keydown", this.#key, { signal: this.#stopped.signal });
    matchMedia(NARROW).addEventListener("change", () => void this.#ask(), { signal: this.#stopped.signal });
    void this.#follow();
  }

  /** Stop asking the server. */
  close(): void {
    this.#stopped.abort();
  }

  // ------------------------------------------------------------------------------------------------------------- the server

  #request(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { table: this.#seated.table, key: this.#seated.keys[this.#seat], wide: !matchMedia(NARROW).matches, ...more };
  }

  /** Show every new version of the table until the page is left. */
  async #follow(): Promise<void> {
    const { signal } = this.#stopped;
    let seen: number | null = null;
    while (!signal.aborted) {
      try {
        const seat = this.#seat;
        const look: GameLook & { words?: string } = await ask<GameLook>("look", this.#request(seen === null ? {} : { seen }), signal);
        if (look.words !== undefined) {
          this.#said.textContent = `This table cannot be opened: ${look.words}.`;
          return;
        }
        seen = seat === this.#seat ? look.version : null;
        if (seat === this.#seat && look.version !== this.#look?.version) this.#show(look);
      } catch {
        if (signal.aborted) return;
        this.#said.textContent = "The connection is lost; trying again …";
        await new Promise((wake) => setTimeout(wake, AGAIN));
        seen = null;
      }
    }
  }

  async #ask(): Promise<void> {
    const look = await ask<GameLook>("look", this.#request()).catch(() => null);
    if (look && look.words === undefined) this.#show(look);
  }

  async #send(what: string, more: Record<string, unknown>): Promise<void> {
    const look = await ask<GameLook>(what, this.#request({ version: this.#look?.version, ...more })).catch(() => null);
    if (!look) this.#said.textContent = "The server does not answer; the move was not made.";
    else if (look.refused ?? look.words) {
      this.#said.textContent = look.refused ?? look.words!;
      this.#board.clear();
    } else this.#show(look);
  }

  async #act([action]: Choice): Promise<void> {
    await this.#send("act", { action });
  }

  async #hint(): Promise<void> {
    const answer = await ask<{ hint: string }>("hint", this.#request()).catch(() => null);
    const words = this.#look?.choices.find(([action]) => action === answer?.hint)?.[1] ?? answer?.hint;
    this.#said.textContent = words ? `A strong bot would ${/^(bid|build|buy|add|discard|draw|end|load|take|play|pass|extend)/.test(words) ? words : `play: ${words}`}.` : "There is no hint now.";
  }

  // ------------------------------------------------------------------------------------------------------------- the drawing

  #show(look: GameLook): void {
    const seats = Object.keys(this.#seated.keys).map(Number);
    if (!look.over && look.acting !== this.#seat && seats.includes(look.acting)) {
      this.#handOver(look);
      return;
    }
    this.#look = look;
    this.#said.textContent = look.trouble;
    this.#board.show(look);
    this.#prompt.textContent = this.#words(look);
    this.#log.replaceChildren(...look.lines.map((line) => h("li", {}, line)));
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#tools.replaceChildren(
      button("Undo", () => void this.#send("undo", {}), { disabled: !look.undo }),
      button("Hint", () => void this.#hint(), { hidden: !look.hints }),
    );
    this.#invite.hidden = !look.free.length || !this.#seated.link;
    if (!this.#invite.hidden && !this.#invite.childElementCount) this.#invite.replaceChildren(...this.#inviteOf());
    this.#end.hidden = !look.over;
    if (look.over && !this.#end.childElementCount) this.#end.replaceChildren(...this.#endOf(look));
  }

  #words(look: GameLook): string {
    if (look.over) return "The game is over.";
    if (look.free.includes(look.acting)) return `Waiting for somebody to take the seat of ${look.names[look.acting]}.`;
    if (look.acting === this.#seat) return `${look.people.length > 1 ? `${look.names[this.#seat]}: ` : "Your turn. "}${look.prompt}`;
    return `${look.names[look.acting] ?? "Somebody"} ${look.thinks ? "thinks …" : "is to play."}`;
  }

  /** List the choices that are left: all where they are few or a zone was touched, else how to begin. */
  #list(choices: readonly Choice[]): void {
    const all = this.#board.touched || choices.length <= SHORT ? choices : [];
    this.#choices.replaceChildren(...all.map((choice) => button(choice[1], () => void this.#act(choice))));
    if (!all.length && choices.length) this.#choices.append(h("p", { class: "note" }, `${choices.length} moves: touch what is lit in the picture.`), button("List them", () => this.#listAll(choices)));
  }

  #listAll(choices: readonly Choice[]): void {
    this.#choices.replaceChildren(...choices.map((choice) => button(choice[1], () => void this.#act(choice))));
  }

  /** Ask for another person before showing what is hidden from the one who looks now. */
  #handOver(look: GameLook): void {
    const name = look.names[look.acting]!;
    const show = button("Show my side", () => {
      this.#curtain.hidden = true;
      this.#seat = look.acting;
      void this.#ask();
    }, { class: "primary" });
    this.#curtain.replaceChildren(h("div", { class: "box", role: "dialog", "aria-label": `${name} is to play` }, h("h2", {}, `${name} is to play`), h("p", {}, "Hand over, and look when nobody else does."), show));
    this.#curtain.hidden = false;
    this.#board.root.replaceChildren();
    this.#choices.replaceChildren();
    this.#log.replaceChildren();
    show.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.#board.clear();
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && this.#look?.undo) void this.#send("undo", {});
  };

  /** The link for friends, which is worth a seat to whoever has it. */
  #inviteOf(): HTMLElement[] {
    const link = `${location.origin}${location.pathname}#join=${this.#seated.table}.${this.#seated.link}`;
    const shown = h("input", { type: "text", readonly: true, value: link, "aria-label": "Link for your friends" });
    shown.addEventListener("focus", () => shown.select());
    return [h("h2", {}, "Waiting for friends"), h("p", {}, "Whoever opens this link in your network takes the next free seat:"), shown];
  }

  // ------------------------------------------------------------------------------------------------------------- the end

  #endOf(look: GameLook): HTMLElement[] {
    const shown = h("p", { class: "note", role: "status" });
    const slider = h("input", { type: "range", min: 0, max: look.actions, value: look.actions, "aria-label": "Action of the game" });
    const go = async (): Promise<void> => {
      const number = Number(slider.value);
      const past = await ask<Past>("past", this.#request({ number })).catch(() => null);
      if (!past || past.words !== undefined || Number(slider.value) !== number) return;
      this.#board.show(past);
      const next = past.next?.length ? ` Next: ${past.next.join(" ")}` : "";
      const advice = past.advice ? ` A strong bot would have chosen ${past.advice}.` : "";
      shown.textContent = `After action ${number} of ${look.actions}.${next}${advice}`;
    };
    const step = (by: number): void => {
      slider.value = String(Number(slider.value) + by);
      void go();
    };
    slider.addEventListener("input", () => void go());
    return [
      h("h2", {}, "The game is over"),
      ...(look.result ?? "").split("\n").map((line) => h("p", {}, line)),
      h("p", { class: "note" }, `Deal ${look.seed}: enter this number to play the same deal again.`),
      h("div", { class: "row" }, button("‹", () => step(-1), { "aria-label": "One action back" }), slider, button("›", () => step(1), { "aria-label": "One action on" })),
      shown,
    ];
  }
}
