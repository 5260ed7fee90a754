/** A table: the drawing, what can be done, what happened, and the end of the game with its replay. */

import { button, h } from "../view/dom.ts";
import { Board } from "./board.ts";
import { ask, type Choice, type GameInfo, type GameLook, type Past, type Seated, together } from "./data.ts";
import { rulesOf } from "./rules.ts";
import { TableZoom } from "./zoom.ts";

const SHORT = { wide: 24, narrow: 8 }; // choices that are listed before a zone is touched
const AGAIN = 2000; // milliseconds until a server that did not answer is asked again
const NARROW = "(max-width: 640px)";
const BUSY = 200; // milliseconds until the page says that the server works
const BARS = 120; // pixels by which the bars of a phone change the height of a page
const LEAST = 220; // pixels of the width and height of a table, however small the screen is

export class Table {
  readonly root = h("div", { class: "table" });
  readonly #seated: Seated;
  readonly #board = new Board((choice) => void this.#act(choice), (choices) => this.#list(choices), (why) => this.#say(`${why[0]!.toUpperCase()}${why.slice(1)}.`));
  readonly #zoom = new TableZoom(this.#board.root, () => this.#board.release());
  /** What is asked of the player, which stands on the table; at the end who has won. */
  readonly bar = h("div", { class: "bar" });
  readonly #prompt = h("p", { class: "prompt", role: "status", "aria-live": "polite" });
  readonly #choices = h("div", { class: "choices" });
  readonly #log = h("ol", { class: "log", "aria-label": "What happened" });
  readonly #said = h("div", { class: "note said", role: "alert" });
  readonly #tools = h("div", { class: "row table-tools" });
  /** The answers in words. */
  readonly #turn = h("div", { class: "box" }, this.#choices);
  readonly #invite = h("div", { class: "box invite", hidden: true });
  readonly #end = h("div", { class: "box end", hidden: true });
  readonly #curtain = h("div", { class: "curtain", hidden: true });
  readonly #stopped = new AbortController();
  #look: GameLook | null = null;
  /** The version at which something was sent that is not answered. A look may bring the next version before the answer does. */
  #sent: number | null = null;
  /** When somebody began to think whose move is awaited, and the clock that counts the seconds. */
  #since = 0;
  readonly #clock: ReturnType<typeof setInterval>;
  /** The seat whose view is shown; with several people here it changes behind the curtain. */
  #seat: number;

  constructor(seated: Seated, game: GameInfo) {
    this.#seated = seated;
    this.#seat = Number(Object.keys(seated.keys)[0]);
    const rules = h("details", { class: "box rules" }, h("summary", {}, "Rules"), rulesOf(game));
    const side = h("div", { class: "side" }, this.#invite, this.#end, this.#turn, h("details", { class: "box", open: true }, h("summary", {}, "What happened"), this.#log), rules);
    this.bar.append(this.#prompt, this.#tools, this.#said);
    this.root.append(this.#zoom.root, side, this.#curtain);
    this.#clock = setInterval(() => this.#count(), 1000);
    document.addEventListener("keydown", this.#key, { signal: this.#stopped.signal });
    addEventListener("resize", this.#resized, { signal: this.#stopped.signal });
    queueMicrotask(() => void this.#follow()); // once the table has its place on the page
  }

  /** Stop asking the server. */
  close(): void {
    this.#stopped.abort();
    clearInterval(this.#clock);
  }

  // ------------------------------------------------------------------------------------------------------------- the server

  #request(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { table: this.#seated.table, key: this.#seated.keys[this.#seat], room: this.#room(), ...more };
  }

  /** The width and height that the screen has for the table, in pixels. */
  #room(): [across: number, down: number] {
    const { width, top } = this.#zoom.root.getBoundingClientRect();
    const within = (side: number): number => Math.min(10_000, Math.max(LEAST, Math.round(side)));
    return [within(width), within(innerHeight - top - scrollY - 8)];
  }

  /** Ask for a drawing that fits, once the screen has settled; the bars of a phone come and go without it. */
  readonly #resized = (): void => {
    clearTimeout(this.#resizing);
    this.#resizing = setTimeout(() => this.#fit(BARS), 150);
  };
  #resizing: ReturnType<typeof setTimeout> | undefined;

  /** Ask once more if the table was drawn for another room; until the answer it may still grow or shrink. */
  #fit(least: number): void {
    const [[across, down], [before, below]] = [this.#room(), this.#look?.room ?? [0, 0]];
    const fits = across === before && Math.abs(down - below) <= least;
    this.root.setAttribute("aria-busy", String(!fits));
    if (!fits) void this.#ask();
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
          this.#say(`This table cannot be opened: ${look.words}.`);
          return;
        }
        seen = seat === this.#seat ? look.version : null;
        if (seat === this.#seat && look.version !== this.#look?.version) this.#show(look);
      } catch {
        if (signal.aborted) return;
        this.#say("The connection is lost; trying again …");
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
    const version = this.#look?.version;
    if (this.#sent !== null && this.#sent === version) return; // what was sent is not answered yet
    this.#sent = version ?? null;
    const slow = setTimeout(() => this.#say("Working …"), BUSY);
    this.root.classList.add("busy");
    const look = await ask<GameLook>(what, this.#request({ version, ...more })).catch(() => null);
    clearTimeout(slow);
    this.root.classList.remove("busy");
    if (this.#sent === version) this.#sent = null;
    if (!look) this.#say("The server does not answer; the move was not made.");
    else if (look.refused ?? look.words) {
      this.#say(look.refused ?? look.words!);
      this.#board.clear();
    } else this.#show(look);
  }

  async #act([action]: Choice): Promise<void> {
    this.#board.settle();
    await this.#send("act", { action });
  }

  async #hint(): Promise<void> {
    this.#say("Thinking …");
    const answer = await ask<{ hint: string[] }>("hint", this.#request()).catch(() => null);
    this.#say(...(answer?.hint?.length ? answer.hint : ["There is no hint now."]));
  }

  /** Say something below the prompt, a line for each text. */
  #say(...lines: string[]): void {
    this.#said.replaceChildren(...lines.map((line) => h("span", {}, line)));
  }

  /** Count the seconds that a bot thinks. */
  #count(): void {
    const look = this.#look;
    if (!look || look.over || !look.thinks) return;
    const seconds = Math.round((Date.now() - this.#since) / 1000);
    if (seconds > 1) this.#prompt.textContent = `${this.#words(look)} ${seconds} s`;
  }

  // ------------------------------------------------------------------------------------------------------------- the drawing

  #show(look: GameLook): void {
    const isOvertaken = look.seat !== this.#seat || look.version < (this.#look?.version ?? 0);
    if (this.#stopped.signal.aborted || isOvertaken) return;
    const seats = Object.keys(this.#seated.keys).map(Number);
    if (!look.over && look.acting !== this.#seat && seats.includes(look.acting)) {
      this.#handOver(look);
      return;
    }
    const isSame = this.#board.isShown && !look.over && look.version === this.#look?.version && look.seat === this.#look.seat;
    const moves = this.#look !== null && look.version > this.#look.version && look.seat === this.#look.seat;
    this.#look = look;
    this.#since = Date.now();
    this.root.dataset["actions"] = String(look.actions);
    this.#say(...(look.trouble ? [look.trouble] : []));
    this.bar.classList.toggle("thinks", look.thinks && !look.over);
    this.#prompt.textContent = this.#words(look);
    this.bar.classList.toggle("won", look.over);
    this.bar.classList.toggle("asks", !look.over && look.acting === this.#seat);
    if (isSame) this.#board.redraw(look);
    else this.#board.show(look, look.seat, moves);
    this.#log.replaceChildren(...look.lines.map((line) => h("li", {}, line)));
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#tools.replaceChildren(
      button("Undo", () => void this.#send("undo", {}), { hidden: !look.undo }),
      button("Hint", () => void this.#hint(), { hidden: !look.hints }),
      button("Play again", () => void this.#send("again", {}), { class: "primary", hidden: !look.over || !look.people.includes(this.#seat) }),
    );
    const invites = look.free.length > 0 && Boolean(this.#seated.link);
    this.#invite.hidden = !invites;
    if (invites) this.#tools.append(button("Invite", () => this.#invite.scrollIntoView({ block: "center" })));
    if (!this.#invite.hidden && !this.#invite.childElementCount) this.#invite.replaceChildren(...this.#inviteOf());
    this.#turn.hidden = !look.choices.length;
    if (!look.over) this.#end.replaceChildren();
    this.#end.hidden = !look.over;
    if (look.over && !this.#end.childElementCount) this.#end.replaceChildren(...this.#endOf(look));
    this.#fit(8);
  }

  #words(look: GameLook): string {
    if (look.over) return wonWords(look);
    if (look.free.includes(look.acting)) return `Waiting for somebody to take the seat of ${look.names[look.acting]}.`;
    if (look.acting === this.#seat) return `${look.people.length > 1 ? `${look.names[this.#seat]}: ` : "Your turn. "}${look.prompt}`;
    return `${look.names[look.acting] ?? "Somebody"} ${look.thinks ? "thinks …" : "is to play."}`;
  }

  /** List the choices that are left: all where they are few or a zone was touched, else how to begin. */
  #list(choices: readonly Choice[]): void {
    const offers = together(choices);
    const isShort = this.#board.touched || offers.length <= (matchMedia(NARROW).matches ? SHORT.narrow : SHORT.wide);
    this.#choices.replaceChildren(...(isShort ? offers.map(([words, same]) => this.#offer(words, same)) : []));
    if (isShort || !choices.length) return;
    const all = button("List them", () => this.#choices.replaceChildren(...offers.map(([words, same]) => this.#offer(words, same))));
    this.#choices.append(h("p", { class: "note" }, `${offers.length} moves: touch what is lit up in the picture.`), all);
  }

  /** Return the button of a choice, with the picture of its card; what tells equal words apart is asked at the table. */
  #offer(words: string, same: readonly Choice[]): HTMLElement {
    const offer = button(words, () => (same.length > 1 ? this.#board.ask(same) : void this.#act(same[0]!)));
    const picture = this.#board.pictureOf(same[0]!);
    if (picture) offer.prepend(picture);
    return offer;
  }

  /** Ask for another person before showing what is hidden from the one who looks now. */
  #handOver(look: GameLook): void {
    const name = look.names[look.acting]!;
    const show = button("Show my side", () => {
      this.#curtain.hidden = true;
      this.#seat = look.acting;
      void this.#ask();
    }, { class: "primary" });
    this.#curtain.replaceChildren(h("div", { class: "box", role: "dialog", "aria-label": `${name} is to play` }, h("h2", {}, `${name} is to play`), h("p", {}, "Hand over the screen, and look when nobody else can."), show));
    this.#curtain.hidden = false;
    this.#board.leave(this.#seat);
    this.#choices.replaceChildren();
    this.#log.replaceChildren();
    show.focus();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.#board.clear();
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && this.#look?.undo) void this.#send("undo", {});
  };

  /** The link for friends, which is worth a seat to whoever has it; as text, to be copied, and as a QR code. */
  #inviteOf(): HTMLElement[] {
    const shown = h("input", { type: "text", readonly: true, "aria-label": "Link for your friends" });
    const copied = h("span", { class: "note", role: "status" });
    const copy = button("Copy link", () => {
      shown.select();
      const done = navigator.clipboard?.writeText(shown.value) ?? Promise.resolve(void document.execCommand("copy")); // no clipboard without https
      void done.then(() => (copied.textContent = "Copied."));
    });
    const code = h("div", { class: "code", role: "img", "aria-label": "QR code of the link" });
    shown.addEventListener("focus", () => shown.select());
    void ask<{ address: string; code: string }>("invite", { table: this.#seated.table, link: this.#seated.link }).then((found) => {
      shown.value = found.words ?? found.address;
      code.innerHTML = found.code ?? "";
    });
    return [h("h2", {}, "Waiting for friends"), h("p", {}, "Anyone in your network who opens this link takes the next free seat:"), shown, h("div", { class: "row" }, copy, copied), code];
  }

  // ------------------------------------------------------------------------------------------------------------- the end

  #endOf(look: GameLook): HTMLElement[] {
    const shown = h("div", { class: "note said", role: "status" });
    const slider = h("input", { type: "range", min: 0, max: look.actions, value: look.actions, "aria-label": "Action of the game" });
    const go = async (): Promise<void> => {
      const number = Number(slider.value);
      const past = await ask<Past>("past", this.#request({ number })).catch(() => null);
      if (!past || past.words !== undefined || Number(slider.value) !== number) return;
      this.#board.show(past, this.#seat);
      const words = [`After action ${number} of ${look.actions}.`, ...(past.next?.length ? [`Next: ${past.next.join("; ")}`] : []), ...(past.advice ?? [])];
      shown.replaceChildren(...words.map((line) => h("span", {}, line)));
    };
    const step = (by: number): void => {
      slider.value = String(Number(slider.value) + by);
      void go();
    };
    slider.addEventListener("input", () => void go());
    return [
      h("h2", {}, "The game is over"),
      this.#scoresOf(look),
      h("p", { class: "note" }, `Deal ${look.seed}: enter this number to play the same deal again.`),
      h("div", { class: "row" }, button("‹", () => step(-1), { "aria-label": "One action back" }), slider, button("›", () => step(1), { "aria-label": "One action on" })),
      shown,
      ...this.#seriesOf(look),
    ];
  }

  /** The players with their scores, the best first. */
  #scoresOf({ names, scores, winners, points }: GameLook): HTMLElement {
    const seats = names.map((_, seat) => seat).sort((one, other) => scores[other]! - scores[one]!);
    const rows = seats.map((seat) => h("tr", { class: winners?.includes(seat) ? "winner" : null }, h("th", { scope: "row" }, names[seat]!), h("td", {}, counted(scores[seat]!, points))));
    return h("table", { class: "series" }, ...rows);
  }

  /** The scores of all games at this table, once there are several. */
  #seriesOf({ series, scores, winners, names }: GameLook): HTMLElement[] {
    const games = [...series, { scores, winners: winners ?? [] }];
    if (games.length < 2) return [];
    const row = (head: string, cells: (number | string)[]): HTMLElement => h("tr", {}, h("th", { scope: "row" }, head), ...cells.map((cell) => h("td", {}, String(cell))));
    const wins = names.map((_, seat) => games.filter((game) => game.winners.includes(seat)).length);
    const total = names.map((_, seat) => games.reduce((sum, game) => sum + game.scores[seat]!, 0));
    const head = h("tr", {}, h("td", {}), ...names.map((name) => h("th", { scope: "col" }, name)));
    const rows = games.map((game, number) => row(`Game ${number + 1}`, game.scores));
    return [h("table", { class: "series" }, h("caption", {}, "All games at this table"), head, ...rows, row("Points", total), row("Games won", wins))];
  }
}

function counted(count: number, what = "points"): string {
  return `${count} ${count === 1 ? what.replace(/s$/, "") : what}`;
}

/** Return who has won, and with how much. */
function wonWords({ names, scores, winners = [], points }: GameLook): string {
  const won = winners.map((seat) => names[seat]!);
  const who = won.length > 1 ? `${won.slice(0, -1).join(", ")} and ${won.at(-1)}` : won[0] ?? "Nobody";
  const verb = won.length > 1 || who === "you" ? "win" : "wins";
  const score = winners.length ? ` with ${counted(scores[winners[0]!]!, points)}` : "";
  return `${who[0]!.toUpperCase()}${who.slice(1)} ${verb}${score}!`;
}
