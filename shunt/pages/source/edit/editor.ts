/** The editor: a document with its history, the board, the panel, the faults, and the answers of the server. */

import { button, h } from "../view/dom.ts";
import { arrange } from "./arrange.ts";
import { Canvas, type Tool } from "./canvas.ts";
import { type Fault, structuralFaults } from "./faults.ts";
import { History } from "./history.ts";
import { directionOf, type Doc, emptyDoc, emptyPuzzle, type End, freshName, joinedTo, removeSpace, spaceOf, toggleJoin } from "./model.ts";
import { type Change, panelOf } from "./panel.ts";
import { readDoc } from "./reading.ts";
import { ask, type Checked, type Saved, type Solved } from "./server.ts";
import { textOf } from "./writing.ts";

export interface EditorData {
  text: string;
  /** The name of the file that the server may write, "" for none. */
  name: string;
  digest: string;
  served: boolean;
}

const TOOLS: [Tool, string, string, string][] = [
  ["select", "Move", "v", "Drag a space to move it, the ground to move the board"],
  ["lay", "Lay track", "l", "Drag over the ground; begin at the end of a space to continue its track"],
  ["join", "Join", "j", "Drag from the end of one space to the end of another; again to part them"],
  ["erase", "Erase", "e", "Click spaces and joins"],
];
const PAUSE = 350;

export class Editor {
  readonly root = h("div", { class: "editor" });
  readonly #data: EditorData;
  readonly #canvas: Canvas;
  readonly #panel = h("div", { class: "box panel" });
  readonly #said = h("p", { class: "say", hidden: true });
  readonly #answers = h("div", {});
  readonly #report = h("div", { class: "box report", role: "status", "aria-live": "polite" }, this.#said, this.#answers);
  readonly #name = h("input", { type: "text", "aria-label": "Name", spellcheck: "false", autocomplete: "off" });
  readonly #text = h("textarea", { "aria-label": "The file as TOML", spellcheck: "false", rows: 14 });
  readonly #tools = new Map<Tool, HTMLButtonElement>();
  readonly #undo = button("Undo", () => this.#swap(this.#history.undo(this.#doc)), { "aria-keyshortcuts": "Control+Z" });
  readonly #redo = button("Redo", () => this.#swap(this.#history.redo(this.#doc)), { "aria-keyshortcuts": "Control+Y" });
  readonly #card = button("Make a card", () => this.#toggleCard());
  readonly #history = new History<Doc>();
  #doc: Doc = emptyDoc();
  #chosen: string[] = [];
  #digest: string;
  #timer = 0;
  #asked = 0;
  #saved = "";

  constructor(data: EditorData) {
    this.#data = data;
    this.#digest = data.digest;
    this.#canvas = new Canvas({
      select: (name, more) => this.#select(name, more),
      lay: (x, y, after) => this.#lay(x, y, after),
      moved: (name, x, y) => this.#change(({ board }) => Object.assign(spaceOf(board, name)!, { x, y })),
      join: (a, b) => this.#change(({ board }) => toggleJoin(board, a, b)),
      erase: (name) => this.#change((doc) => removeSpace(doc, name)),
      part: (a, b) => this.#change(({ board }) => toggleJoin(board, a, b)),
      begin: () => this.#history.begin(this.#doc),
      done: () => {
        this.#history.end(this.#doc);
        this.#show();
      },
    });
    this.#build();
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("beforeunload", (event) => {
      if (textOf(this.#doc) !== this.#saved && this.#doc.board.spaces.length) event.preventDefault();
    });
    this.#use("lay");
    this.#show();
    this.#saved = textOf(this.#doc);
    if (data.text) void this.open(data.text).then(() => (this.#saved = textOf(this.#doc)));
  }

  /** Show a file; a text that cannot be shown is reported and changes nothing. */
  async open(source: string): Promise<void> {
    try {
      const named = /^layout\s*=\s*"([^"]+)"/m.exec(source)?.[1];
      const layout = named && this.#data.served ? (await ask<{ layout?: Record<string, unknown>; words?: string }>("layout", named)).layout : null;
      const { doc, faults } = readDoc(source, () => layout ?? null);
      this.#history.note(this.#doc);
      this.#doc = doc;
      this.#chosen = [];
      this.#use("select");
      this.#show();
      this.#canvas.fit();
      if (faults.length) this.#say(`Read, but ${faults.join("; ")}`);
    } catch (error) {
      this.#say(`This cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get text(): string {
    return textOf(this.#doc);
  }

  // ------------------------------------------------------------------------------------------------- looks

  #build(): void {
    const tools = TOOLS.map(([tool, word, key, title]) => {
      const one = button(word, () => this.#use(tool), { title: `${title} (${key.toUpperCase()})`, "aria-keyshortcuts": key });
      this.#tools.set(tool, one);
      return one;
    });
    const file = h("input", { type: "file", accept: ".toml,.json,text/plain", hidden: true });
    file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => this.open(text)));
    this.#name.addEventListener("change", () => this.#change((doc) => void ((doc.puzzle ?? doc.board).name = this.#name.value.trim())));
    const apply = button("Use this text", () => void this.open(this.#text.value));
    const copy = button("Copy", () => void navigator.clipboard?.writeText(this.text).then(() => this.#say("Copied.")));
    const save = this.#data.name
      ? button(`Save ${this.#data.name}`, () => void this.#save(), { class: "primary", "aria-keyshortcuts": "Control+S" })
      : button("Download", () => this.#download(), { class: "primary", "aria-keyshortcuts": "Control+S" });
    const zoom = h("div", { class: "zoom" }, button("+", () => this.#canvas.zoom(0.8), { "aria-label": "Larger" }), button("−", () => this.#canvas.zoom(1.25), { "aria-label": "Smaller" }), button("⤢", () => this.#canvas.fit(), { "aria-label": "Show the whole board" }));
    const bar = h("div", { class: "bar" },
      h("div", { class: "row segmented", role: "group", "aria-label": "Tools" }, ...tools),
      h("div", { class: "row" }, this.#undo, this.#redo),
      h("div", { class: "row" }, button("Arrange", () => void this.#arrange(), { title: "Lay out the whole board again" }), this.#card),
      h("div", { class: "row last" }, this.#name, button("New", () => this.#new()), button("Open …", () => file.click()), save, file),
    );
    const source = h("details", { class: "box source" }, h("summary", {}, "TOML"), this.#text, h("div", { class: "row" }, apply, copy));
    this.#canvas.root.append(zoom);
    this.root.append(bar, h("div", { class: "work" }, this.#canvas.root, h("div", { class: "side" }, this.#report, this.#panel, source)));
  }

  #show(): void {
    const { board, puzzle } = this.#doc;
    this.#chosen = this.#chosen.filter((name) => spaceOf(board, name));
    this.#canvas.render(this.#doc, this.#chosen);
    const focus = focusIn(this.#panel);
    this.#panel.replaceChildren(...this.#cardHead(), panelOf(this.#doc, this.#chosen, this.#change, (name) => this.#select(name, false)));
    focusAgain(this.#panel, focus);
    this.#said.hidden = true;
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
    this.#card.textContent = puzzle ? "Board only" : "Make a card";
    this.#name.value = (puzzle ?? board).name;
    if (document.activeElement !== this.#text) this.#text.value = this.text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE) as unknown as number;
  }

  #cardHead(): HTMLElement[] {
    const { puzzle } = this.#doc;
    if (!puzzle) return [];
    const rules = h("select", { "aria-label": "Ruleset" }, h("option", { value: "switcher" }, "couples behind (switcher)"), h("option", { value: "railway" }, "couples at both ends (railway)"));
    rules.value = puzzle.ruleset;
    rules.addEventListener("change", () => this.#change((doc) => void (doc.puzzle!.ruleset = rules.value)));
    return [h("div", { class: "row card-head" }, h("span", { class: "word" }, "Locomotives"), rules)];
  }

  #use(tool: Tool): void {
    this.#canvas.use(tool);
    for (const [one, element] of this.#tools) element.setAttribute("aria-pressed", String(one === tool));
  }

  #say(words: string): void {
    this.#said.textContent = words;
    this.#said.hidden = false;
  }

  // ----------------------------------------------------------------------------------------------- changes

  readonly #change: Change = (act) => {
    this.#history.note(this.#doc);
    this.#doc = structuredClone(this.#doc);
    act(this.#doc);
    this.#show();
  };

  #swap(doc: Doc | null): void {
    if (!doc) return;
    this.#doc = doc;
    this.#show();
  }

  #select(name: string | null, more: boolean): void {
    if (name === null) this.#chosen = [];
    else if (!more) this.#chosen = [name];
    else this.#chosen = this.#chosen.includes(name) ? this.#chosen.filter((one) => one !== name) : [...this.#chosen, name];
    this.#show();
  }

  /** Add a space; joined to an end it points away from there. Return its far end. */
  #lay(x: number, y: number, after: End | null): End {
    const name = freshName(this.#doc.board, after?.[0]);
    this.#change(({ board }) => {
      const before = after && spaceOf(board, after[0]);
      const angle = before ? (Math.atan2(y - before.y, x - before.x) * 180) / Math.PI : 0;
      if (before && !joinedTo(board, [before.name, 0]).length && !joinedTo(board, [before.name, 1]).length) before.angle = after[1] ? angle : angle + 180;
      board.spaces.push({ name, x, y, angle, noStop: false });
      if (after) toggleJoin(board, after, [name, 0]);
    });
    this.#chosen = [name];
    return [name, 1];
  }

  #toggleCard(): void {
    this.#change((doc) => void (doc.puzzle = doc.puzzle ? null : emptyPuzzle()));
  }

  #new(): void {
    this.#history.note(this.#doc);
    this.#doc = emptyDoc();
    this.#use("lay");
    this.#show();
    this.#canvas.fit();
  }

  async #arrange(): Promise<void> {
    const board = structuredClone(this.#doc.board);
    arrange(board);
    let at: Record<string, number[]> = Object.fromEntries(board.spaces.map((space) => [space.name, [space.x, space.y]]));
    if (this.#data.served) {
      try {
        const plain = textOf({ board: this.#doc.board, puzzle: null });
        const answer = await ask<{ at?: Record<string, number[]>; words?: string }>("arrange", plain);
        if (answer.at) at = answer.at;
      } catch (error) {
        this.#say(String(error));
      }
    }
    this.#change((doc) => {
      for (const space of doc.board.spaces) if (at[space.name]) Object.assign(space, { x: at[space.name]![0], y: at[space.name]![1] });
      for (const space of doc.board.spaces) space.angle = directionOf(doc.board, space);
    });
    this.#canvas.fit();
  }

  #key(event: KeyboardEvent): void {
    const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes((event.target as HTMLElement).tagName);
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "s") void (this.#data.name ? this.#save() : this.#download());
    else if (isTyping || event.altKey) return;
    else if (command && key === "z") this.#swap(event.shiftKey ? this.#history.redo(this.#doc) : this.#history.undo(this.#doc));
    else if (command && key === "y") this.#swap(this.#history.redo(this.#doc));
    else if (command) return;
    else if (key === "delete" || key === "backspace") this.#change((doc) => this.#chosen.forEach((name) => removeSpace(doc, name)));
    else {
      const tool = TOOLS.find(([, , letter]) => letter === key);
      if (!tool) return;
      this.#use(tool[0]);
    }
    event.preventDefault();
  }

  // ------------------------------------------------------------------------------------- files and the server

  #download(): void {
    const file = URL.createObjectURL(new Blob([this.text], { type: "application/toml" }));
    h("a", { href: file, download: `${(this.#doc.puzzle ?? this.#doc.board).name || "board"}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
    this.#saved = this.text;
  }

  async #save(): Promise<void> {
    const text = this.text;
    try {
      const answer = await ask<Saved>("save", text, { digest: this.#digest });
      if (answer.saved) [this.#digest, this.#saved] = [answer.digest!, text];
      this.#say(answer.words);
    } catch (error) {
      this.#say(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked;
    const doc = this.#doc;
    if (!doc.board.spaces.length) {
      this.#answers.replaceChildren(h("p", { class: "note" }, "Drag over the ground to lay track, or open a file."));
      return;
    }
    const own = structuralFaults(doc);
    if (!this.#data.served) {
      const note = "Checked here: names, joins and places. shunt check and shunt edit check everything else, and solve.";
      this.#answers.replaceChildren(...faultList(own, []), h("p", { class: "note" }, note));
      return;
    }
    const text = textOf(doc);
    try {
      const { faults, warnings } = await ask<Checked>("check", text);
      if (asked !== this.#asked) return;
      this.#answers.replaceChildren(...faultList(faults, warnings));
      if (faults.length || !doc.puzzle) return;
      const line = h("p", { class: "answer" }, "solving …");
      this.#answers.prepend(line);
      const solved = await ask<Solved>("solve", text);
      if (asked !== this.#asked) return;
      line.textContent = solved.words;
      line.className = `answer ${solved.status ?? "unknown"}`;
      if (solved.rating) line.after(h("p", { class: "note" }, solved.rating));
      if (solved.moves?.length) this.#answers.append(h("details", {}, h("summary", {}, "Moves"), h("ol", { class: "moves" }, ...solved.moves.map((move) => h("li", {}, move)))));
    } catch (error) {
      if (asked === this.#asked) this.#say(`The server does not answer: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function faultList(faults: readonly Fault[], warnings: readonly Fault[]): HTMLElement[] {
  if (!faults.length && !warnings.length) return [h("p", { class: "sound" }, "No faults.")];
  const item = (kind: string) => (fault: Fault) =>
    h("li", { class: kind }, h("b", {}, fault.where), ` ${fault.what}`, fault.remedy ? h("span", { class: "remedy" }, ` (${fault.remedy})`) : null);
  return [h("ul", { class: "faults" }, ...faults.map(item("fault")), ...warnings.map(item("warns")))];
}

/** Return which control of an element has the focus, so that it can have it again after the element was drawn again. */
function focusIn(element: HTMLElement): string | null {
  return element.contains(document.activeElement) ? document.activeElement!.getAttribute("aria-label") : null;
}

function focusAgain(element: HTMLElement, label: string | null): void {
  if (label) [...element.querySelectorAll<HTMLElement>("[aria-label]")].find((one) => one.getAttribute("aria-label") === label)?.focus();
}

