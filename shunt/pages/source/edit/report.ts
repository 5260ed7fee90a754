/** What is wrong and what is proven: the faults of the file as the page or its server finds them, and the answers of searches. */

import { button, h } from "../view/dom.ts";
import { dataFaults, dataWarnings } from "./check/check.ts";
import type { Fault, Table } from "./check/shape.ts";
import { ask, type Checked, type Solved } from "./server.ts";
import { solvedHere } from "./solving.ts";
import { dataOf } from "./files/source.ts";

const PAUSE = 350;
const NOTE = "Checked on this page, with the rules of shunt check. Warnings about names and joins, grades, sidings and hump yards need the server of shunt edit.";

/** What the report shows. `canSolve`: whether there is something to search for. */
export interface Asked {
  text: string;
  canSolve: boolean;
  layouts: (name: string) => Table | null;
}

export class Report {
  readonly #said = h("p", { class: "say", hidden: true });
  readonly #answers = h("div", {});
  readonly root = h("div", { class: "box report", role: "status", "aria-live": "polite" }, this.#said, this.#answers);
  readonly #served: boolean;
  /** Called with the digest of the file on disk. */
  readonly #onDisk: (digest: string) => void;
  #timer = 0;
  #asked = 0;
  #stop: AbortController | null = null;

  constructor(served: boolean, onDisk: (digest: string) => void) {
    [this.#served, this.#onDisk] = [served, onDisk];
  }

  say(words: string): void {
    this.#said.textContent = words;
    this.#said.hidden = !words;
  }

  /** Show what there is to do before there is anything to check. */
  hint(words: string): void {
    this.#begin();
    this.#answers.replaceChildren(h("p", { class: "note" }, words));
  }

  /** Check a text, and search for its solution once nothing has changed for a moment. */
  show(asked: Asked): void {
    const number = this.#begin();
    if (!this.#served) this.#showOwn(asked, number);
    else this.#timer = setTimeout(() => void this.#ask(asked, number), PAUSE) as unknown as number;
  }

  /** Show what the page finds by itself: faults, or the solution that a search beside the page proves. */
  #showOwn(asked: Asked, number: number): void {
    const faults = faultsOf(asked);
    this.#answers.replaceChildren(...foundIn(asked), h("p", { class: "note" }, NOTE));
    if (faults.length || !asked.canSolve) return;
    const line = h("p", { class: "answer" }, "solving …");
    this.#answers.prepend(line);
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#timer = setTimeout(() => {
      void solvedHere(asked, signal).then((solved) => number === this.#asked && this.#solved(line, solved));
    }, PAUSE) as unknown as number;
  }

  /** Show the faults of a text that could not be opened, at once. */
  async refuse(asked: Asked, words: string): Promise<void> {
    const number = this.#begin();
    this.say(words);
    let faults = faultsOf(asked);
    try {
      if (this.#served) faults = (await ask<Checked>("check", asked.text)).faults;
    } catch {
      // what the page found by itself is shown
    }
    if (number === this.#asked) this.#answers.replaceChildren(...(faults.length ? faultList(faults, []) : []));
  }

  #begin(): number {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = null;
    return ++this.#asked;
  }

  async #ask(asked: Asked, number: number): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const { faults, warnings, disk } = await ask<Checked>("check", asked.text, {}, stop.signal);
      if (number !== this.#asked) return;
      if (disk !== undefined) this.#onDisk(disk);
      this.#answers.replaceChildren(...faultList(faults, warnings));
      if (faults.length || !asked.canSolve) return;
      const line = h("p", { class: "answer" }, "solving …");
      this.#answers.prepend(line);
      const solved = await ask<Solved>("solve", asked.text, {}, stop.signal);
      if (number === this.#asked) this.#solved(line, solved);
    } catch (error) {
      if (number !== this.#asked || stop.signal.aborted) return;
      this.say(`The server does not answer: ${error instanceof Error ? error.message : String(error)}`);
      this.#answers.replaceChildren(...foundIn(asked), h("p", { class: "note" }, NOTE));
    }
  }

  #solved(line: HTMLElement, solved: Solved): void {
    line.textContent = solved.words;
    line.className = `answer ${solved.status ?? "unknown"}`;
    if (solved.lines?.length) line.after(h("ul", { class: "figures" }, ...solved.lines.map((one) => h("li", {}, one))));
    if (solved.rating) line.after(h("p", { class: "note" }, solved.rating));
    if (!solved.moves?.length) return;
    const moves = solved.moves.map((move) => h("li", {}, move));
    const hints = h("ol", { class: "moves" });
    const hint = button("Hint", () => {
      hints.append(h("li", {}, solved.moves![hints.children.length]!));
      hint.disabled = hints.children.length === moves.length;
    });
    this.#answers.append(h("div", { class: "row" }, hint), hints, h("details", {}, h("summary", {}, "Yard Guide"), h("ol", { class: "moves" }, ...moves)));
  }
}

/** Return the list of faults and warnings that the page finds by itself. */
function foundIn(asked: Asked): HTMLElement[] {
  const faults = faultsOf(asked);
  const { data } = dataOf(asked.text);
  return faultList(faults, faults.length || !data ? [] : dataWarnings(data, asked.layouts));
}

/** Return the faults that the page finds by itself. */
export function faultsOf({ text, layouts }: Asked): Fault[] {
  const { data, fault } = dataOf(text);
  return fault ? [fault] : dataFaults(data, layouts);
}

function faultList(faults: readonly Fault[], warnings: readonly Fault[]): HTMLElement[] {
  if (!faults.length && !warnings.length) return [h("p", { class: "sound" }, "No faults.")];
  const item = (kind: string) => (fault: Fault) =>
    h("li", { class: kind }, fault.line ? h("span", { class: "line" }, `line ${fault.line} `) : null, h("b", {}, fault.where), ` ${fault.what}`, fault.remedy ? h("span", { class: "remedy" }, ` (${fault.remedy})`) : null);
  return [h("ul", { class: "faults" }, ...faults.map(item("fault")), ...warnings.map(item("warns")))];
}
