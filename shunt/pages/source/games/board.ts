/** The drawing of a table with a button on every zone: zones are touched one after the other, or dragged on to another. */

import { h } from "../view/dom.ts";
import type { Choice, Drawn, Zone } from "./data.ts";

const THRESHOLD = 6; // pixels that a pointer moves before it drags

/** Shows a drawing and finds out which of its choices is meant. */
export class Board {
  readonly root = h("div", { class: "board" });
  readonly #take: (choice: Choice) => void;
  /** Called with the choices that are left whenever a zone was touched. */
  readonly #narrowed: (choices: readonly Choice[]) => void;
  #drawn: Drawn | null = null;
  #touched: string[] = [];
  #dragged: { name: string; x: number; y: number; ghost: HTMLElement | null } | null = null;

  constructor(take: (choice: Choice) => void, narrowed: (choices: readonly Choice[]) => void) {
    this.#take = take;
    this.#narrowed = narrowed;
    this.root.addEventListener("pointerdown", (event) => this.#press(event));
    this.root.addEventListener("pointermove", (event) => this.#move(event));
    this.root.addEventListener("pointerup", (event) => this.#release(event));
    this.root.addEventListener("pointercancel", () => this.#drop());
  }

  /** The choices that fit what was touched. */
  get left(): Choice[] {
    return this.#drawn?.choices.filter(([, , zones]) => this.#touched.every((name) => zones.includes(name))) ?? [];
  }

  get touched(): boolean {
    return this.#touched.length > 0;
  }

  show(drawn: Drawn): void {
    this.#drawn = drawn;
    this.#touched = [];
    this.#drop();
    const picture = h("div", { class: "picture" });
    picture.innerHTML = drawn.svg;
    const svg = picture.querySelector("svg")!;
    const [, , width, height] = svg.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.root.replaceChildren(picture, ...drawn.zones.map((zone) => this.#zone(zone, width, height)));
    this.#light();
  }

  /** Forget what was touched. */
  clear(): void {
    this.#touched = [];
    this.#light();
  }

  #zone([name, x, y, across, down, words]: Zone, width: number, height: number): HTMLElement {
    const place = { left: x / width, top: y / height, width: across / width, height: down / height };
    const zone = h("button", { type: "button", class: "zone", "data-zone": name, "aria-label": words, title: words });
    for (const [side, part] of Object.entries(place)) zone.style.setProperty(side, `${100 * part}%`);
    zone.addEventListener("click", () => this.#touch(name));
    return zone;
  }

  #touch(name: string): void {
    if (this.#touched.includes(name)) {
      this.#touched = [];
    } else {
      const before = this.#touched;
      this.#touched = [...before, name];
      if (!this.left.length) this.#touched = [name];
    }
    const { left } = this;
    const only = left.length === 1 && left[0]![2].every((zone) => this.#touched.includes(zone)) ? left[0]! : null;
    this.#light();
    if (only) this.#take(only);
  }

  /** Light the zones that belong to a choice that is left. */
  #light(): void {
    const { left } = this;
    const open = new Set(left.flatMap(([, , zones]) => zones));
    for (const zone of this.root.querySelectorAll<HTMLButtonElement>(".zone")) {
      const name = zone.dataset["zone"]!;
      zone.classList.toggle("open", open.has(name));
      zone.setAttribute("aria-pressed", String(this.#touched.includes(name)));
    }
    this.#narrowed(left);
  }

  #press(event: PointerEvent): void {
    const zone = (event.target as Element).closest<HTMLElement>(".zone");
    if (zone && event.button === 0) this.#dragged = { name: zone.dataset["zone"]!, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event: PointerEvent): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
    if (!dragged.ghost && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!dragged.ghost) {
      dragged.ghost = this.#ghost(dragged.name);
      this.#touched = [];
      this.#touch(dragged.name);
      this.root.setPointerCapture(event.pointerId);
    }
    dragged.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
  }

  #release(event: PointerEvent): void {
    const dragged = this.#dragged;
    const target = dragged?.ghost && document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.classList.contains("zone") && (one as HTMLElement).dataset["zone"] !== dragged.name);
    const isDrag = Boolean(dragged?.ghost);
    this.#drop();
    if (!isDrag) return;
    this.root.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => this.root.dispatchEvent(new MouseEvent("click")), 0); // ends the listener where no click follows
    if (target) this.#touch((target as HTMLElement).dataset["zone"]!);
  }

  /** Return a copy of what is drawn in a zone, which follows the pointer. */
  #ghost(name: string): HTMLElement {
    const zone = this.root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(name)}"]`)!;
    const ghost = h("div", { class: "ghost" });
    for (const side of ["left", "top", "width", "height"]) ghost.style.setProperty(side, zone.style.getPropertyValue(side));
    const svg = this.root.querySelector("svg")!.cloneNode(true) as SVGSVGElement;
    const [, x, y, across, down] = this.#drawn!.zones.find(([one]) => one === name)!;
    svg.setAttribute("viewBox", `${x} ${y} ${across} ${down}`);
    svg.setAttribute("aria-hidden", "true");
    ghost.append(svg);
    this.root.append(ghost);
    return ghost;
  }

  #drop(): void {
    this.#dragged?.ghost?.remove();
    this.#dragged = null;
  }
}
