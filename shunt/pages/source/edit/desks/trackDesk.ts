/** The desk of boards and cards of trains: the canvas with its tools, and the panel of what is chosen. */

import { button, h } from "../../view/dom.ts";
import { Canvas, type Tool } from "./canvas.ts";
import { addPiece, putPiece } from "./cardPanel.ts";
import type { Desk, Office } from "./desk.ts";
import { type End, freshName, join, removeSpace, spaceOf, toggleJoin } from "../model/model.ts";
import { optionRows, withOption } from "./options.ts";
import { panelOf } from "./panel.ts";
import { trainRows } from "./trainsPanel.ts";
import { RULE_OPTIONS } from "../model/trainRules.ts";
import { TRAIN_NAMES } from "../../rules/metrics.ts";

const TOOLS: [Tool, string, string, string][] = [
  ["select", "Move", "v", "Drag a space, or several that are chosen, to move them; drag the ground to move the board"],
  ["lay", "Lay track", "l", "Drag over the ground; begin at the end of a space to continue its track"],
  ["join", "Join", "j", "Drag from the end of one space to the end of another; repeat to part them"],
  ["erase", "Erase", "e", "Click spaces and joins"],
];

const METRICS = TRAIN_NAMES.map((name) => [name, name] as const);
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
const rounded = (value: number) => Math.round(value * 20) / 20;

export class TrackDesk implements Desk {
  /** What to do next, as long as there is no whole card. */
  get hint(): string {
    const { board, puzzle } = this.#office.doc;
    if (!board.spaces.length) return "Drag over the ground to lay track, or open a file.";
    if (!puzzle) return "";
    if (!puzzle.pieces.some(({ kind }) => kind === "locomotive")) return "Put a locomotive on a space: drag it from below the board.";
    const hasGoal = puzzle.pieces.some(({ goal }) => goal) || Object.keys(puzzle.counts).length > 0 || puzzle.trains.length > 0;
    return hasGoal ? "" : "Say where something must end: drag a goal from below the board to a space.";
  }
  readonly bar: HTMLElement;
  readonly #office: Office;
  readonly #canvas: Canvas;
  readonly #tools = new Map<Tool, HTMLButtonElement>();
  #chosen: string[] = [];
  #options: HTMLDetailsElement | undefined;

  constructor(office: Office) {
    this.#office = office;
    this.#canvas = new Canvas({
      select: (name, more) => this.#select(name, more),
      lay: (x, y, after, like) => this.#lay(x, y, after, like),
      moved: (name, x, y) => this.#moved(name, x, y),
      meet: (a, b) => office.change(({ board }) => join(board, a, b)),
      join: (a, b) => office.change(({ board }) => toggleJoin(board, a, b)),
      erase: (name) => office.change((doc) => removeSpace(doc, name)),
      part: (a, b) => office.change(({ board }) => toggleJoin(board, a, b)),
      put: (piece, isGoal, space) => office.change((doc) => putPiece(doc, piece, isGoal, space)),
      add: (kind, space) => office.change((doc) => addPiece(doc, kind, space)),
      begin: () => office.begin(),
      done: () => office.done(),
    });
    const tools = TOOLS.map(([tool, word, key, title]) => {
      const one = button(word, () => this.#use(tool), { title: `${title} (${key.toUpperCase()})`, "aria-keyshortcuts": key });
      this.#tools.set(tool, one);
      return one;
    });
    this.bar = h("div", { class: "row segmented", role: "group", "aria-label": "Tools" }, ...tools);
    const zoom = h("div", { class: "zoom" }, button("+", () => this.#canvas.zoom(0.8), { "aria-label": "Larger" }), button("−", () => this.#canvas.zoom(1.25), { "aria-label": "Smaller" }), button("⤢", () => this.#canvas.fit(), { "aria-label": "Show the whole board" }));
    this.#canvas.root.append(zoom);
    this.#canvas.root.addEventListener("keydown", (event) => this.#arrow(event));
    this.#use("lay");
  }

  get root(): HTMLElement {
    return this.#canvas.root;
  }

  reset(): void {
    this.#chosen = [];
    this.#use(this.#office.doc.board.spaces.length ? "select" : "lay");
  }

  draw(): void {
    const { doc } = this.#office;
    this.#chosen = this.#chosen.filter((name) => spaceOf(doc.board, name));
    this.#canvas.render(doc, this.#chosen);
  }

  panel(): HTMLElement[] {
    const choose = (...names: string[]) => {
      this.#chosen = names;
      this.#office.show();
    };
    return [...this.#cardHead(), panelOf(this.#office, this.#chosen, choose)];
  }

  fit(): void {
    this.#canvas.fit();
  }

  key(key: string): boolean {
    const tool = TOOLS.find(([, , letter]) => letter === key);
    if (tool) this.#use(tool[0]);
    else if ((key === "delete" || key === "backspace") && this.#chosen.length) this.#office.change((doc) => this.#chosen.forEach((name) => removeSpace(doc, name)));
    else return false;
    return true;
  }

  /** Move the chosen spaces with the arrow keys while the drawing has the focus. */
  #arrow(event: KeyboardEvent): void {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    if ((!dx && !dy) || !this.#chosen.length || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.05 : 0.25;
    this.#office.change(({ board }) => {
      for (const name of this.#chosen) {
        const space = spaceOf(board, name)!;
        Object.assign(space, { x: rounded(space.x + dx * step), y: rounded(space.y + dy * step) });
      }
    });
  }

  #cardHead(): HTMLElement[] {
    const { puzzle } = this.#office.doc;
    if (!puzzle) return [];
    const rules = h("select", { "aria-label": "Ruleset" }, h("option", { value: "switcher" }, "couples behind (switcher)"), h("option", { value: "railway" }, "couples at both ends (railway)"));
    rules.value = puzzle.ruleset;
    rules.addEventListener("change", () => this.#office.change((doc) => void (doc.puzzle!.ruleset = rules.value)));
    const set = (name: string, value: unknown) => this.#office.change((doc) => void (doc.puzzle!.options = withOption(doc.puzzle!.options, name, value)));
    const settable = RULE_OPTIONS.filter(({ key, needless }) => !needless[puzzle.ruleset] || key in puzzle.options);
    const head = h("div", { class: "row card-head" }, h("span", { class: "word" }, "Locomotives"), rules);
    // Read from the box that is shown: its toggle event comes later, after a change may have drawn the panel again.
    const open = this.#options?.open ?? false;
    this.#options = h("details", { class: "card-head", open }, h("summary", {}, "Options"), ...optionRows(puzzle.options, METRICS, set, settable));
    const trains = h("details", { class: "card-head", open: puzzle.trains.length > 0 }, h("summary", {}, "Trains to make up"), ...trainRows(this.#office));
    return [head, this.#options, trains];
  }

  #use(tool: Tool): void {
    this.#canvas.use(tool);
    for (const [one, element] of this.#tools) element.setAttribute("aria-pressed", String(one === tool));
  }

  #select(name: string | null, more: boolean): void {
    if (name === null) this.#chosen = [];
    else if (!more) this.#chosen = [name];
    else this.#chosen = this.#chosen.includes(name) ? this.#chosen.filter((one) => one !== name) : [...this.#chosen, name];
    this.#office.show();
  }

  /** Move a space; one of several that are chosen, or of a bridge, takes the others with it. */
  #moved(name: string, x: number, y: number): void {
    this.#office.change(({ board }) => {
      const space = spaceOf(board, name)!;
      const [dx, dy] = [x - space.x, y - space.y];
      const moved = new Set(this.#chosen.includes(name) ? this.#chosen : [name]);
      for (const { bridge } of board.turntables) if (bridge.some((one) => moved.has(one))) bridge.forEach((one) => moved.add(one));
      for (const one of board.spaces) if (moved.has(one.name)) Object.assign(one, { x: one.x + dx, y: one.y + dy });
    });
  }

  /** Add a space, joined to an end if there is one, and named after another one. Return its far end. */
  #lay(x: number, y: number, after: End | null, like: string): End {
    const name = freshName(this.#office.doc.board, like);
    this.#office.change(({ board }) => {
      board.spaces.push({ name, x, y, turned: null, has: {} });
      if (after) join(board, after, [name, 0]);
    });
    this.#chosen = [name];
    return [name, 1];
  }
}
