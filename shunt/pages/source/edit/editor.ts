/** The editor: a document with its history, the desk for its kind, the report beside it, and its file. */

import { button, h } from "../view/dom.ts";
import { arrange } from "./model/arrange.ts";
import type { Table } from "./check/shape.ts";
import type { Change, Desk, Office } from "./desks/desk.ts";
import { History } from "./model/history.ts";
import { type Doc, emptyDoc, emptyPuzzle, type Kind, kindOf } from "./model/model.ts";
import { readDoc } from "./files/reading.ts";
import { FOREIGN, ImportBox } from "./importing.ts";
import { Report } from "./report.ts";
import { ask, type Opened, type Saved } from "./server.ts";
import { emptySidings } from "./model/sidings.ts";
import { SidingsDesk } from "./desks/sidingsDesk.ts";
import { dataOf, withNumbers } from "./files/source.ts";
import { TrackDesk } from "./desks/trackDesk.ts";
import { textOf, turnedSpaces } from "./files/writing.ts";
import { emptyYard } from "./model/yard.ts";
import { YardDesk } from "./desks/yardDesk.ts";

export interface EditorData {
  text: string;
  /** The name of the file that the server may write, "" for none. */
  name: string;
  digest: string;
  served: boolean;
  /** The address of the list of cards, "" for none. */
  home: string;
}

const EMPTY: Record<Kind, () => Doc> = {
  trains: emptyDoc,
  sidings: () => ({ ...emptyDoc(), sidings: emptySidings() }),
  yard: () => ({ ...emptyDoc(), yard: emptyYard() }),
};
const KINDS: [Kind, string][] = [["trains", "Board of track"], ["sidings", "Sidings"], ["yard", "Hump yard"]];

export class Editor implements Office {
  readonly root = h("div", { class: "editor" });
  readonly #data: EditorData;
  readonly #desks: Record<Kind, Desk>;
  readonly #report: Report;
  readonly #import = new ImportBox((text) => this.open(text));
  readonly #panel = h("div", { class: "box panel" });
  readonly #place = h("div", { class: "place" });
  readonly #tools = h("div", { class: "row" });
  readonly #changed = h("div", { class: "box changed", role: "alert", hidden: true });
  readonly #name = h("input", { type: "text", "aria-label": "Name", spellcheck: "false", autocomplete: "off" });
  readonly #text = h("textarea", { "aria-label": "The file as TOML", spellcheck: "false", rows: 14 });
  readonly #undo = button("Undo", () => this.#swap(this.#history.undo(this.doc)), { "aria-keyshortcuts": "Control+Z" });
  readonly #redo = button("Redo", () => this.#swap(this.#history.redo(this.doc)), { "aria-keyshortcuts": "Control+Y" });
  readonly #card = button("Make a card", () => this.#toggleCard());
  readonly #playIt = button("Play", () => void this.#play(), { title: "Play the card as it is drawn, in a new tab", hidden: true });
  readonly #arrangeIt = button("Arrange", () => void this.#arrange(), { title: "Lay out the whole board again" });
  #history = new History<Doc>();
  readonly #layouts = new Map<string, Table>();
  doc: Doc = emptyDoc();
  /** The text that was opened, and the document it gave: as long as that is unchanged, the text is kept as it is, comments included. */
  #opened: { text: string; doc: string } | null = null;
  #digest: string;
  #saved = "";

  constructor(data: EditorData) {
    this.#data = data;
    this.#digest = data.digest;
    this.#desks = { trains: new TrackDesk(this), sidings: new SidingsDesk(this), yard: new YardDesk(this) };
    this.#report = new Report(data.served, (digest) => this.#onDisk(digest));
    this.#build();
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("focus", () => void this.#lookAtFile());
    addEventListener("beforeunload", (event) => {
      if (this.text !== this.#saved) event.preventDefault();
    });
    this.show();
    this.#saved = this.text;
    if (data.text) void this.open(data.text).then(() => this.#began());
  }

  /** Note that what is shown is the file: nothing is to be saved, and nothing undone. */
  #began(): void {
    this.#saved = this.text;
    this.#history = new History<Doc>();
    this.show();
  }

  get text(): string {
    return this.#opened?.doc === JSON.stringify(this.doc) ? this.#opened.text : textOf(this.doc);
  }

  get #canPlay(): boolean {
    return Boolean(this.doc.puzzle || this.doc.sidings?.isCard || this.doc.yard);
  }

  get #desk(): Desk {
    return this.#desks[kindOf(this.doc)];
  }

  /** Show a file; a text that cannot be shown is reported and changes nothing. */
  async open(source: string): Promise<boolean> {
    const text = source.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
    const { data, fault } = dataOf(text);
    try {
      if (fault) throw new Error(fault.what);
      await this.#lookUp(data["layout"]);
      const { doc, faults } = readDoc(withNumbers(data), (name) => this.#layouts.get(name) ?? null);
      this.#start(doc, text);
      if (faults.length) this.#report.say(`Read, but ${faults.join("; ")}`);
      return true;
    } catch (error) {
      const words = `This cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      await this.#report.refuse({ text, canSolve: false, layouts: (name) => this.#layouts.get(name) ?? null }, words);
      return false;
    }
  }

  /** Open a file of shunt, or one of JMRI or XTrackCAD, which the server reads. */
  async #openFile(file: File): Promise<void> {
    if (!FOREIGN.test(file.name)) await this.open(await file.text());
    else if (this.#data.served) await this.#import.read(file);
    else this.#report.say("JMRI and XTrackCAD files can be read only by the server of shunt edit, or by shunt import.");
  }

  /** Ask the server for a layout that a card names. */
  async #lookUp(name: unknown): Promise<void> {
    if (typeof name !== "string" || !this.#data.served || this.#layouts.has(name)) return;
    const { layout } = await ask<{ layout?: Table }>("layout", name);
    if (layout) this.#layouts.set(name, layout);
  }

  /** Begin with a document; `text` is the text it was read from. */
  #start(doc: Doc, text: string | null): void {
    this.#history.note(this.doc);
    this.doc = doc;
    this.#opened = text === null ? null : { text, doc: JSON.stringify(doc) };
    this.#desk.reset();
    this.show();
    this.#desk.fit();
  }

  // ------------------------------------------------------------------------------------------------- looks

  #build(): void {
    const file = h("input", { type: "file", accept: ".toml,.json,.xml,.xtc,.xtce,text/plain", hidden: true });
    file.addEventListener("change", () => {
      if (file.files?.[0]) void this.#openFile(file.files[0]);
      file.value = "";
    });
    this.#name.addEventListener("change", () => this.change((doc) => void ((doc.yard ?? doc.sidings ?? doc.puzzle ?? doc.board).name = this.#name.value.trim())));
    const apply = button("Use this text", () => void this.open(this.#text.value));
    const copy = button("Copy", () => void navigator.clipboard?.writeText(this.text).then(() => this.#report.say("Copied.")));
    const save = this.#data.name
      ? button(`Save ${this.#data.name}`, () => void this.#save(), { class: "primary", "aria-keyshortcuts": "Control+S" })
      : button("Download", () => this.#download(), { class: "primary", "aria-keyshortcuts": "Control+S" });
    const fresh = h("select", { "aria-label": "New" }, h("option", { value: "" }, "New …"), ...KINDS.map(([kind, word]) => h("option", { value: kind }, word)));
    fresh.addEventListener("change", () => {
      if (fresh.value) this.#start(EMPTY[fresh.value as Kind](), null);
      fresh.value = "";
    });
    const bar = h("div", { class: "bar" },
      this.#tools,
      h("div", { class: "row" }, this.#undo, this.#redo),
      h("div", { class: "row" }, this.#arrangeIt, this.#card, this.#playIt),
      h("div", { class: "row last" }, this.#name, fresh, button("Open …", () => file.click()), save, file),
    );
    const source = h("details", { class: "box source" }, h("summary", {}, "TOML"), this.#text, h("div", { class: "row" }, apply, copy));
    this.root.append(bar, this.#changed, h("div", { class: "work" }, this.#place, h("div", { class: "side" }, this.#import.root, this.#report.root, this.#panel, source)));
  }

  show(): void {
    const { puzzle, board, sidings, yard } = this.doc;
    const desk = this.#desk;
    if (this.#place.firstChild !== desk.root) {
      this.#place.replaceChildren(desk.root);
      this.#tools.replaceChildren(desk.bar);
    }
    desk.draw();
    const focus = focusIn(this.#panel);
    this.#panel.replaceChildren(...desk.panel().filter((one) => one !== null));
    focusAgain(this.#panel, focus);
    this.#report.say("");
    this.#undo.disabled = !this.#history.canUndo;
    this.#redo.disabled = !this.#history.canRedo;
    this.#arrangeIt.hidden = kindOf(this.doc) !== "trains";
    this.#card.hidden = yard !== null;
    this.#card.textContent = puzzle || sidings?.isCard ? "Board only" : "Make a card";
    this.#playIt.hidden = !this.#canPlay || !this.#data.served;
    this.#name.value = (yard ?? sidings ?? puzzle ?? board).name;
    const text = this.text;
    if (document.activeElement !== this.#text) this.#text.value = text;
    const hint = kindOf(this.doc) === "trains" && this.#opened?.text !== text ? desk.hint : "";
    if (hint) this.#report.hint(hint);
    else this.#report.show({ text, canSolve: this.#canPlay, layouts: (name) => this.#layouts.get(name) ?? null });
  }

  // ----------------------------------------------------------------------------------------------- changes

  readonly change: Change = (act) => {
    this.#history.note(this.doc);
    this.doc = structuredClone(this.doc);
    act(this.doc);
    this.show();
  };

  begin(): void {
    this.#history.begin(this.doc);
  }

  done(): void {
    this.#history.end(this.doc);
    this.show();
  }

  refuse(words: string): void {
    this.#report.say(words);
  }

  #swap(doc: Doc | null): void {
    if (!doc) return;
    this.doc = doc;
    this.show();
  }

  #toggleCard(): void {
    this.change((doc) => {
      if (doc.sidings) doc.sidings.isCard = !doc.sidings.isCard;
      else doc.puzzle = doc.puzzle ? null : emptyPuzzle();
    });
  }

  async #arrange(): Promise<void> {
    const board = structuredClone(this.doc.board);
    arrange(board);
    let at: Record<string, number[]> = Object.fromEntries(board.spaces.map((space) => [space.name, [space.x, space.y]]));
    let problem = "";
    if (this.#data.served) {
      try {
        const answer = await ask<{ at?: Record<string, number[]>; words?: string }>("arrange", textOf({ ...this.doc, puzzle: null }));
        if (answer.at) at = answer.at;
      } catch (error) {
        problem = String(error);
      }
    }
    this.change((doc) => {
      const turned = turnedSpaces(doc.board);
      for (const space of doc.board.spaces) {
        const [x, y, angle] = at[space.name] ?? [space.x, space.y];
        Object.assign(space, { x, y, turned: angle === undefined ? null : (angle + (turned.has(space.name) ? 180 : 0)) % 360 });
      }
    });
    if (problem) this.#report.say(problem);
    this.#desk.fit();
  }

  #key(event: KeyboardEvent): void {
    const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes((event.target as HTMLElement).tagName);
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "s") void (this.#data.name ? this.#save() : this.#download());
    else if (isTyping || event.altKey || event.defaultPrevented) return;
    else if (command && key === "z") this.#swap(event.shiftKey ? this.#history.redo(this.doc) : this.#history.undo(this.doc));
    else if (command && key === "y") this.#swap(this.#history.redo(this.doc));
    else if (command || !this.#desk.key(key)) return;
    event.preventDefault();
  }

  // ------------------------------------------------------------------------------------- files and the server

  #download(): void {
    const file = URL.createObjectURL(new Blob([this.text], { type: "application/toml" }));
    const { puzzle, board, sidings, yard } = this.doc;
    h("a", { href: file, download: `${(yard ?? sidings ?? puzzle ?? board).name || "board"}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 1000);
    this.#saved = this.text;
  }

  async #save(): Promise<void> {
    const text = this.text;
    try {
      const answer = await ask<Saved>("save", text, { digest: this.#digest });
      if (answer.saved) [this.#digest, this.#saved] = [answer.digest!, text];
      else void this.#lookAtFile();
      this.#report.say(answer.words);
    } catch (error) {
      this.#report.say(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Open a tab at once, which only a click may do, and the page to play in it when the server has made that. */
  async #play(): Promise<void> {
    const tab = open("", "_blank");
    try {
      const { href, words } = await ask<{ href?: string; words?: string }>("play", this.text);
      if (href === undefined || !tab) throw new Error(words ?? "the browser did not open a tab");
      tab.location.href = new URL(href, location.href).href;
    } catch (error) {
      tab?.close();
      this.refuse(`Not played: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Ask whether the file was changed elsewhere; a server that does not answer is reported by the next check. */
  async #lookAtFile(): Promise<void> {
    if (!this.#data.served || !this.#data.name) return;
    const answer = await ask<{ disk?: string }>("disk", "").catch(() => null);
    if (answer?.disk !== undefined) this.#onDisk(answer.disk);
  }

  /** Say that the file is another one by now, and offer to open that. */
  #onDisk(digest: string): void {
    const isChanged = this.#data.name !== "" && digest !== this.#digest;
    if (isChanged === !this.#changed.hidden) return;
    this.#changed.hidden = !isChanged;
    const words = `${this.#data.name} was ${digest ? "changed" : "removed"} elsewhere. Your drawing is kept, and saving leaves that file as it is.`;
    const again = digest ? button("Open it again", () => void this.#openAgain()) : null;
    this.#changed.replaceChildren(h("p", {}, words), h("div", { class: "row" }, again, button("Download mine", () => this.#download())));
  }

  async #openAgain(): Promise<void> {
    try {
      const { text, digest, words } = await ask<Opened>("open", "");
      if (text === undefined || digest === undefined) throw new Error(words ?? "it cannot be read");
      if (!(await this.open(text))) return;
      this.#digest = digest;
      this.#saved = this.text;
      this.#onDisk(digest);
    } catch (error) {
      this.#report.say(`Not opened: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

const nameOf = (element: Element) => element.getAttribute("aria-label") ?? (element.tagName === "BUTTON" ? element.textContent : null);

/** Return which control of an element has the focus, so that it can have it again after the element was drawn again. */
function focusIn(element: HTMLElement): string | null {
  return element.contains(document.activeElement) ? nameOf(document.activeElement!) : null;
}

function focusAgain(element: HTMLElement, name: string | null): void {
  if (name) [...element.querySelectorAll<HTMLElement>("button, input, select")].find((one) => nameOf(one) === name)?.focus();
}
