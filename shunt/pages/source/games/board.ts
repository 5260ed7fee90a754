/** The drawing of a table with a button on every zone: zones are touched one after the other, or dragged on to another. */

import { button, h } from "../view/dom.ts";
import { type Choice, type Drawn, together, type Zone } from "./data.ts";
import { Motion } from "./motion.ts";

const THRESHOLD = 6; // pixels that a pointer moves before it drags

/** Shows a drawing and finds out which of its choices is meant. */
export class Board {
  readonly root = h("div", { class: "board" });
  readonly #take: (choice: Choice) => void;
  /** Called with the choices that are left whenever a zone was touched. */
  readonly #narrowed: (choices: readonly Choice[]) => void;
  /** Called with the rule against what was touched. */
  readonly #refused: (why: string) => void;
  /** The choices between which the zones do not decide, beside the zone touched last. */
  readonly #menu = h("div", { class: "menu", role: "group", "aria-label": "Which one", hidden: true });
  #drawn: Drawn | null = null;
  #touched: string[] = [];
  readonly #motion = new Motion(this.root);
  #dragged: { name: string; x: number; y: number; ghost: HTMLElement | null } | null = null;

  constructor(take: (choice: Choice) => void, narrowed: (choices: readonly Choice[]) => void, refused: (why: string) => void) {
    this.#take = take;
    this.#narrowed = narrowed;
    this.#refused = refused;
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

  /** Show a drawing to the player of a seat; if it `moves`, pieces go from where they were to where they are. */
  show(drawn: Drawn, seat: number, moves = false): void {
    this.#motion.before(seat);
    this.#touched = [];
    this.#drop();
    this.root.replaceChildren(this.#picture(drawn), ...drawn.zones.map((zone) => this.#zone(zone)));
    this.#fit(drawn);
    this.#motion.after(moves);
    this.#light();
  }

  /** Show the same table in a drawing of another size: what is touched, dragged or asked stays so. */
  redraw(drawn: Drawn): void {
    const picture = this.#picture(drawn);
    this.root.querySelector(".picture")!.replaceWith(picture);
    // A table may be arranged in another way in another room. Names may occur more than once.
    const before = [...this.root.querySelectorAll<HTMLElement>(".zone")];
    const now = drawn.zones.flatMap(([name]) => {
      const at = before.findIndex((zone) => zone.dataset["zone"] === name);
      return at < 0 ? [] : before.splice(at, 1);
    });
    if ([...this.root.querySelectorAll(".zone")].some((zone, number) => zone !== now[number])) picture.after(...now);
    this.#fit(drawn);
    this.#motion.mark();
  }

  #picture({ svg }: Drawn): HTMLElement {
    const picture = h("div", { class: "picture" });
    picture.innerHTML = svg;
    return picture;
  }

  /** Lay the zones over what they belong to, and let the drawing grow as far as there is room. */
  #fit(drawn: Drawn): void {
    this.#drawn = drawn;
    const svg = this.root.querySelector(".picture svg")!;
    const [, , width, height] = svg.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    for (const [number, zone] of this.root.querySelectorAll<HTMLElement>(".zone").entries()) {
      const [, x, y, across, down] = drawn.zones[number]!;
      const place = { left: x / width, top: y / height, width: across / width, height: down / height };
      for (const [side, part] of Object.entries(place)) zone.style.setProperty(side, `${100 * part}%`);
    }
  }

  /** Whether anything is shown: not behind the curtain. */
  get isShown(): boolean {
    return this.root.childElementCount > 0;
  }

  /** Take everything away before another player looks. */
  leave(seat: number): void {
    this.#motion.leave(seat);
    this.root.replaceChildren();
  }

  /** Forget what has moved: from now on everything counts as seen. */
  settle(): void {
    this.#motion.settle();
  }

  /** Return a picture of what is touched first for a choice, if it is a card or another piece. */
  pictureOf([, , [first]]: Choice): SVGSVGElement | null {
    const piece = first === undefined ? null : this.root.querySelector<SVGGElement>(`.picture g[data-of="${CSS.escape(first)}"]`);
    if (!piece) return null;
    const { x, y, width, height } = piece.getBBox();
    const svg = this.root.querySelector("svg")!.cloneNode(false) as SVGSVGElement;
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    svg.setAttribute("width", `${(30 * width) / height}`);
    svg.setAttribute("height", "30");
    svg.setAttribute("aria-hidden", "true");
    svg.removeAttribute("role");
    svg.append(piece.cloneNode(true));
    return svg;
  }

  /** Drag nothing any more. */
  release(): void {
    this.#drop();
    this.clear();
  }

  /** Forget what was touched. */
  clear(): void {
    this.#touched = [];
    this.#light();
  }

  #zone([name, , , , , words]: Zone): HTMLElement {
    const zone = h("button", { type: "button", class: "zone", "data-zone": name, "aria-label": words, title: words });
    zone.addEventListener("click", () => this.#touch(name));
    return zone;
  }

  #touch(name: string): void {
    const before = this.#touched.filter((zone) => zone !== name);
    if (before.length < this.#touched.length) {
      this.clear();
      return;
    }
    this.#touched = [...before, name];
    if (!this.left.length && !this.#barred(this.#touched)) this.#touched = [name];
    const { left } = this;
    const decided = left.length > 0 && left.every(([, , zones]) => zones.every((zone) => this.#touched.includes(zone)));
    const why = left.length ? undefined : this.#barred([...before, name]) ?? this.#barred([name]);
    if (!left.length && !this.#mayBegin(name)) this.#touched = [];
    this.#light();
    if (why) this.#refused(why);
    if (decided && left.length === 1) this.#take(left[0]!);
    else if (decided) this.ask(left, name);
  }

  /** Why these zones may not be touched one after the other, if a rule forbids it. */
  #barred(touched: readonly string[]): string | undefined {
    return this.#drawn?.barred.find(([zones]) => zones.length === touched.length && zones.every((zone) => touched.includes(zone)))?.[1];
  }

  /** Whether a zone without a choice left is the first of several that a rule bars together. */
  #mayBegin(name: string): boolean {
    return this.#drawn?.barred.some(([zones]) => zones.length > 1 && zones.includes(name)) ?? false;
  }

  /** Ask which of several choices is meant; what tells equal words apart is asked last. */
  ask(choices: readonly Choice[], name = choices[0]![2][0]!): void {
    const offers = together(choices).map(([words, same]) => button(words, () => (same.length > 1 ? this.ask(same, name) : this.#take(same[0]!))));
    const details = choices.map((choice) => button(choice[3], () => this.#take(choice)));
    const zone = this.#zoneOf(name);
    this.#menu.replaceChildren(...(offers.length > 1 ? offers : details), button("Cancel", () => this.clear()));
    this.root.append(this.#menu);
    this.#menu.hidden = false;
    const left = Math.min(zone.offsetLeft, this.root.clientWidth - this.#menu.offsetWidth - 4);
    const top = Math.min(zone.offsetTop + zone.offsetHeight + 6, this.root.clientHeight - this.#menu.offsetHeight - 4);
    this.#menu.style.left = `${Math.max(4, left)}px`;
    this.#menu.style.top = `${Math.max(4, top)}px`;
    this.#menu.querySelector("button")!.focus();
    this.#menu.scrollIntoView({ block: "nearest" });
  }

  #zoneOf(name: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(`[data-zone="${CSS.escape(name)}"]`)!;
  }

  /** Light the zones that belong to a choice that is left. */
  #light(): void {
    const { left } = this;
    this.#menu.hidden = true;
    const open = new Set(left.flatMap(([, , zones]) => zones));
    const next = new Set(left.map(([, , zones]) => zones.find((zone) => !this.#touched.includes(zone))));
    for (const zone of this.root.querySelectorAll<HTMLButtonElement>(".zone")) {
      const name = zone.dataset["zone"]!;
      zone.classList.toggle("open", open.has(name));
      zone.classList.toggle("next", next.has(name));
      zone.setAttribute("aria-disabled", String(!open.has(name)));
      zone.setAttribute("aria-pressed", String(this.#touched.includes(name)));
    }
    this.#narrowed(left);
  }

  #press(event: PointerEvent): void {
    const zone = (event.target as Element).closest<HTMLElement>(".zone");
    if (zone?.classList.contains("open") && event.button === 0) this.#dragged = { name: zone.dataset["zone"]!, x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event: PointerEvent): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
    if (!dragged.ghost && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!dragged.ghost && !this.#drawn!.choices.some(([, , zones]) => zones.length > 1 && zones.includes(dragged.name))) {
      this.#dragged = null; // it is no more than a button
      return;
    }
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
    const zone = this.#zoneOf(name);
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
