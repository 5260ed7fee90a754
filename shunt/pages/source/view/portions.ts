/** A long list of cards in portions, so that thousands of them open and filter as quickly as a hundred. */

import { button } from "./dom.ts";

const PORTION = 200;

/** Makes items when they are first shown. `more` shows the next portion of those that were asked for. */
export class Portions {
  readonly more = button("Show more cards", () => this.#show(this.#shown + PORTION), { class: "more" });
  readonly #list: HTMLElement;
  readonly #make: (index: number) => HTMLElement;
  readonly #made = new Map<number, HTMLElement>();
  #wanted: readonly number[] = [];
  #shown = 0;

  constructor(list: HTMLElement, make: (index: number) => HTMLElement) {
    this.#list = list;
    this.#make = make;
  }

  /** Show these items, by number, up to one portion. */
  show(wanted: readonly number[]): void {
    this.#wanted = wanted;
    this.#show(PORTION);
  }

  #show(most: number): void {
    this.#shown = most;
    this.#list.replaceChildren(...this.#wanted.slice(0, most).map((index) => this.#item(index)));
    this.more.hidden = this.#wanted.length <= most;
  }

  #item(index: number): HTMLElement {
    const known = this.#made.get(index);
    if (known) return known;
    const made = this.#make(index);
    this.#made.set(index, made);
    return made;
  }
}
