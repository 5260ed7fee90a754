/** Two fingers, or the wheel with Ctrl, make the table larger, and the table alone; one finger then moves it. */

import { button, h } from "../view/dom.ts";
import { apartOf, type Finger, middleOf } from "../view/fingers.ts";

const LARGEST = 4;

export class TableZoom {
  readonly root: HTMLElement;
  readonly #window: HTMLElement;
  readonly #board: HTMLElement;
  readonly #whole = button("Whole table", () => this.#show(1), { class: "whole", hidden: true });
  /** Called when two fingers take the table, so that one of them drags nothing. */
  readonly #taken: () => void;
  #scale = 1;
  #apart = 0;
  /** What is under the middle of the fingers, as shares of the width and the height of the table. */
  #at: [number, number] = [0, 0];

  constructor(board: HTMLElement, taken: () => void) {
    this.#board = board;
    this.#taken = taken;
    this.#window = h("div", { class: "window" }, board);
    this.root = h("div", { class: "stage" }, this.#window, this.#whole);
    this.#window.addEventListener("touchstart", (event) => this.#hold(event), { passive: false });
    this.#window.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
    this.#window.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #hold(event: TouchEvent): void {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    this.#taken();
    this.#apart = apartOf([...event.touches]) / this.#scale;
    this.#at = this.#shareAt(middleOf([...event.touches]));
  }

  #move(event: TouchEvent): void {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    this.#show(apartOf([...event.touches]) / this.#apart, middleOf([...event.touches]));
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#at = this.#shareAt(event);
    this.#show(this.#scale * Math.exp(-event.deltaY / 300), event);
  }

  #shareAt({ clientX, clientY }: Finger): [number, number] {
    const { left, top, width, height } = this.#board.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  }

  /** Show the table at a scale, in the room that the whole of it has, with what was taken hold of under the fingers. */
  #show(wanted: number, under?: Finger): void {
    const scale = Math.min(LARGEST, wanted) < 1.02 ? 1 : Math.min(LARGEST, wanted);
    if (this.#scale === 1) this.#window.style.height = `${this.#window.clientHeight}px`;
    if (scale === 1) this.#window.style.height = "";
    this.#scale = scale;
    this.#board.style.width = scale === 1 ? "" : `${100 * scale}%`;
    this.#window.classList.toggle("zoomed", scale > 1);
    this.#whole.hidden = scale === 1;
    if (!under) return;
    const { left, top, width, height } = this.#board.getBoundingClientRect();
    this.#window.scrollBy(left + this.#at[0] * width - under.clientX, top + this.#at[1] * height - under.clientY);
  }
}
