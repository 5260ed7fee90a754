/** Two fingers, or the wheel with Ctrl, make the board larger, and the board alone; one finger then moves it. */

import { apartOf, type Finger, middleOf } from "./fingers.ts";
import type { Stage } from "./stage.ts";

const LARGEST = 6;
const NOTCH = 30; // pixels that a turn of the wheel counts at most; a touch pad sends small ones

interface Held {
  /** Where the middle of the fingers is on the board, in millimetres, and how far apart they are, in pixels. */
  at: [number, number];
  apart: number;
  scale: number;
}

export class Zoom {
  readonly #stage: Stage;
  readonly #changed: (isZoomed: boolean) => void;
  readonly #whole: [x: number, y: number, width: number, height: number];
  #view: [x: number, y: number, width: number, height: number];
  #held: Held | null = null;

  /** `changed` is called with whether less than the whole board is shown. */
  constructor(stage: Stage, changed: (isZoomed: boolean) => void) {
    this.#stage = stage;
    this.#changed = changed;
    const { x, y, width, height } = stage.root.viewBox.baseVal;
    this.#whole = this.#view = [x, y, width, height];
    const { root } = stage;
    root.addEventListener("touchstart", (event) => this.#hold(event), { passive: false });
    root.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
    root.addEventListener("touchend", (event) => this.#hold(event), { passive: false });
    root.addEventListener("touchcancel", () => (this.#held = null));
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get isZoomed(): boolean {
    return this.#view !== this.#whole;
  }

  /** Whether two fingers hold the board, so that they move nothing on it. */
  get isPinching(): boolean {
    return this.#held !== null && this.#held.apart > 0;
  }

  reset(): void {
    this.#show(this.#whole);
  }

  #hold(event: TouchEvent): void {
    const fingers = this.#fingers(event);
    const onVehicle = (event.target as Element).closest(".movable, .may-couple") !== null;
    if (fingers.length === 0 || (fingers.length === 1 && (!this.isZoomed || onVehicle))) {
      this.#held = null;
      return;
    }
    event.preventDefault();
    this.#held = { at: this.#stage.pointOf(middleOf(fingers)), apart: apartOf(fingers), scale: this.#scale };
  }

  #move(event: TouchEvent): void {
    if (!this.#held) return;
    event.preventDefault();
    const fingers = this.#fingers(event);
    if (fingers.length === 0) return;
    const { at, apart, scale } = this.#held;
    this.#zoomTo(apart > 0 ? (scale * apartOf(fingers)) / apart : scale, at, middleOf(fingers));
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#zoomTo(this.#scale * Math.exp(Math.max(-NOTCH, Math.min(NOTCH, -event.deltaY)) / 100), this.#stage.pointOf(event), event);
  }

  #fingers(event: TouchEvent): Finger[] {
    return [...event.touches].filter(({ target }) => this.#stage.root.contains(target as Node)).slice(0, 2);
  }

  get #scale(): number {
    return this.#whole[2] / this.#view[2];
  }

  /** Show the board at a scale, with one of its points under a point of the screen, as far as the board reaches. */
  #zoomTo(wanted: number, at: [number, number], under: { clientX: number; clientY: number }): void {
    const scale = Math.min(LARGEST, Math.max(1, wanted));
    if (scale < 1.02) return this.reset();
    const [x, y, width, height] = this.#whole;
    const size = [width / scale, height / scale] as const;
    this.#show([this.#view[0], this.#view[1], ...size]);
    const [nowX, nowY] = this.#stage.pointOf(under);
    const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
    const left = within(this.#view[0] + at[0] - nowX, x, x + width - size[0]);
    const top = within(this.#view[1] + at[1] - nowY, y, y + height - size[1]);
    this.#show([left, top, ...size]);
  }

  #show(view: [number, number, number, number]): void {
    this.#view = view;
    this.#stage.root.setAttribute("viewBox", view.join(" "));
    this.#stage.root.classList.toggle("zoomed", this.isZoomed);
    this.#stage.fit();
    this.#changed(this.isZoomed);
  }
}
