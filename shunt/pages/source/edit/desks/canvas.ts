/** The board as a drawing that is edited with the mouse, a finger or a pen. */

import { button, h, s } from "../../view/dom.ts";
import { layersOf, UNIT } from "./drawing.ts";
import { Laying, snapped } from "./laying.ts";
import { BODY, type Point } from "../model/directions.ts";
import { type Doc, type End, type Piece, spaceOf } from "../model/model.ts";
import { trackShape, type TrackShape } from "../model/shape.ts";

export type Tool = "select" | "lay" | "join" | "erase";

export interface Acts {
  select(name: string | null, more: boolean): void;
  lay(x: number, y: number, after: End | null, like: string): End;
  moved(name: string, x: number, y: number): void;
  /** Join two ends that track which is laid meets. */
  meet(a: End, b: End): void;
  join(a: End, b: End): void;
  erase(name: string): void;
  part(a: End, b: End): void;
  /** Put a piece, or where it must end, on a space; null: off the board. */
  put(piece: number, isGoal: boolean, space: string | null): void;
  /** Put a new piece on a space. */
  add(kind: Piece["kind"], space: string): void;
  /** Called at the begin and at the end of a drag, so that it is one step to undo. */
  begin(): void;
  done(): void;
}

export class Canvas {
  readonly root = h("div", { class: "canvas" });
  readonly #svg = s("svg", { role: "application", "aria-label": "Board; arrow keys move the chosen spaces, the panel has everything else for the keyboard", tabindex: 0 });
  /** What can be dragged to the board: new pieces, and where pieces must end. */
  readonly #tray = h("div", { class: "tray row", role: "group", "aria-label": "Drag to the board" });
  readonly #acts: Acts;
  #doc: Doc | null = null;
  #shape: TrackShape = { spots: new Map(), curves: [], pits: [] };
  #tool: Tool = "select";
  #view = { x: -1, y: -4, width: 12, height: 8 };
  #drag: ((at: Point) => void) | null = null;
  #end: ((at: Point, target: Element | null) => void) | null = null;
  #line: SVGPathElement | null = null;

  constructor(acts: Acts) {
    this.#acts = acts;
    this.root.append(this.#svg, this.#tray);
    this.#svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.#svg.addEventListener("pointermove", (event) => this.#drag?.(this.#at(event)));
    this.#svg.addEventListener("pointerup", (event) => this.#up(event));
    this.#svg.addEventListener("pointercancel", (event) => this.#up(event));
    this.#svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#show();
  }

  use(tool: Tool): void {
    this.#tool = tool;
    this.root.dataset["tool"] = tool;
  }

  /** Show the whole board. */
  fit(): void {
    const points = [...this.#shape.spots.values()].map(({ at }) => at);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => -y);
    if (!points.length) this.#view = { x: -1, y: -4, width: 12, height: 8 };
    else {
      const [left, top] = [Math.min(...xs) - 1, Math.min(...ys) - 1];
      this.#view = { x: left, y: top, width: Math.max(Math.max(...xs) + 1 - left, 5), height: Math.max(Math.max(...ys) + 1 - top, 4) };
    }
    this.#show();
  }

  zoom(factor: number, around?: Point): void {
    const view = this.#view;
    const [x, y] = around ?? [view.x + view.width / 2, -(view.y + view.height / 2)];
    const width = Math.min(200, Math.max(3, view.width * factor));
    const scale = width / view.width;
    this.#view = { x: x - (x - view.x) * scale, y: -y - (-y - view.y) * scale, width, height: view.height * scale };
    this.#show();
  }

  #show(): void {
    const { x, y, width, height } = this.#view;
    this.#svg.setAttribute("viewBox", [x, y, width, height].map((value) => value * UNIT).join(" "));
  }

  // ---------------------------------------------------------------------------------------------- drawing

  render(doc: Doc, chosen: readonly string[]): void {
    this.#doc = doc;
    this.#shape = trackShape(doc.board, doc.puzzle?.settings);
    const press = (event: PointerEvent, a: End, b: End) => {
      if (this.#tool !== "erase") return;
      event.stopPropagation();
      this.#acts.part(a, b);
    };
    this.#svg.replaceChildren(...layersOf(doc, this.#shape, chosen, press));
    this.#fillTray(doc, chosen.length === 1 ? chosen[0]! : null);
  }

  #fillTray({ puzzle, board }: Doc, chosen: string | null): void {
    this.#tray.hidden = !puzzle || board.spaces.length === 0;
    if (!puzzle) return;
    const kinds = (["locomotive", "car"] as const).map((kind) => this.#trayItem(kind === "car" ? "Car" : "Locomotive", chosen, (space) => this.#acts.add(kind, space)));
    const goals = puzzle.pieces.flatMap((piece, index) => (piece.goal ? [] : [this.#trayItem(`Goal of ${piece.name}`, chosen, (space) => this.#acts.put(index, true, space))]));
    this.#tray.replaceChildren(...kinds, ...goals);
  }

  /** Make something to drag to a space; a tap, or Enter, puts it on the chosen one. */
  #trayItem(words: string, chosen: string | null, put: (space: string) => void): HTMLButtonElement {
    const item: HTMLButtonElement = button(`+ ${words}`, () => chosen && put(chosen), { title: "Drag it to a space, or choose a space first" });
    item.addEventListener("pointerdown", (event) => {
      item.setPointerCapture(event.pointerId);
      item.classList.add("held");
    });
    item.addEventListener("pointermove", (event) => {
      if (item.classList.contains("held")) item.style.transform = `translate(${event.clientX - centre(item)[0]}px, ${event.clientY - centre(item)[1]}px)`;
    });
    item.addEventListener("pointerup", (event) => {
      item.classList.remove("held");
      item.style.transform = "";
      const space = this.#spaceNear(this.#at(event));
      if (space) put(space);
    });
    item.addEventListener("pointercancel", () => {
      item.classList.remove("held");
      item.style.transform = "";
    });
    return item;
  }

  /** Return the space at a point of the board; null for none. */
  #spaceNear([x, y]: Point): string | null {
    const found = [...this.#shape.spots].map(([name, { at }]) => ({ name, distance: Math.hypot(at[0] - x, at[1] - y) })).sort((a, b) => a.distance - b.distance)[0];
    return found && found.distance < 0.55 ? found.name : null;
  }

  // ---------------------------------------------------------------------------------------------- the hand

  #at(event: MouseEvent): Point {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x / UNIT, -point.y / UNIT];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || !this.#doc) return;
    this.#svg.setPointerCapture(event.pointerId);
    const target = event.target as Element;
    const end = endOf(target);
    const name = target.closest("[data-space]")?.getAttribute("data-space") ?? null;
    const at = this.#at(event);
    if (this.#tool === "erase") name && this.#acts.erase(name);
    else if (this.#tool === "lay") this.#lay(at);
    else if (end && (this.#tool === "join" || event.altKey)) this.#startJoin(end);
    else if (name && this.#tool === "join") this.#startJoin(this.#nearEnd(name, at));
    else if (this.#tool === "select" && target.closest("[data-piece], [data-goal]")) this.#carry(target.closest<SVGElement>("[data-piece], [data-goal]")!, at);
    else if (name) this.#move(name, at, event.shiftKey || event.ctrlKey || event.metaKey);
    else this.#pan(event, !event.shiftKey);
  }

  #nearEnd(name: string, at: Point): End {
    const { at: middle, along } = this.#shape.spots.get(name)!;
    return [name, (at[0] - middle[0]) * along[0] + (at[1] - middle[1]) * along[1] >= 0 ? 1 : 0];
  }

  #lay(at: Point): void {
    this.#acts.begin();
    const { lay, meet } = this.#acts;
    const laying = new Laying({ board: () => this.#doc!.board, shape: () => this.#shape, lay, join: meet }, at);
    this.#drag = (now) => laying.to(now);
    this.#end = (now) => {
      laying.end(now);
      this.#acts.select(laying.last, false);
      this.#acts.done();
    };
  }

  #startJoin(from: End): void {
    const { at, along } = this.#shape.spots.get(from[0])!;
    const reach = (from[1] ? BODY[0] : -BODY[0]) * UNIT;
    this.#line = s("path", { class: "joining" });
    this.#svg.append(this.#line);
    this.#drag = (now) => this.#line?.setAttribute("d", `M${at[0] * UNIT + reach * along[0]} ${-at[1] * UNIT - reach * along[1]}L${now[0] * UNIT} ${-now[1] * UNIT}`);
    this.#end = (now, target) => {
      this.#line?.remove();
      const name = target?.closest("[data-space]")?.getAttribute("data-space");
      const met = target && (endOf(target) ?? (name ? this.#nearEnd(name, now) : null));
      if (met && met[0] !== from[0]) this.#acts.join(from, met);
    };
  }

  #move(name: string, at: Point, more: boolean): void {
    const space = spaceOf(this.#doc!.board, name)!;
    const [dx, dy] = [space.x - at[0], space.y - at[1]];
    let moved = false;
    this.#acts.begin();
    this.#drag = (now) => {
      if (!moved && Math.hypot(now[0] - at[0], now[1] - at[1]) < 0.08) return;
      moved = true;
      this.#acts.moved(name, snapped(now[0] + dx), snapped(now[1] + dy));
    };
    this.#end = () => {
      if (!moved) this.#acts.select(name, more);
      this.#acts.done();
    };
  }

  /** Carry a piece, or where it must end, to another space, or off the board; a tap chooses the space below it. */
  #carry(thing: SVGElement, at: Point): void {
    const [index, isGoal] = thing.dataset["goal"] === undefined ? [Number(thing.dataset["piece"]), false] : [Number(thing.dataset["goal"]), true];
    const piece = this.#doc!.puzzle!.pieces[index]!;
    const from = isGoal ? piece.goal!.space : piece.space;
    let moved = false;
    const before = thing.getAttribute("transform") ?? "";
    this.#drag = (now) => {
      moved ||= Math.hypot(now[0] - at[0], now[1] - at[1]) >= 0.15;
      if (moved) thing.setAttribute("transform", `translate(${(now[0] - at[0]) * UNIT} ${(at[1] - now[1]) * UNIT}) ${before}`);
    };
    this.#end = (now) => {
      const space = this.#spaceNear(now);
      if (!moved || space === from) {
        thing.setAttribute("transform", before);
        if (!moved) this.#acts.select(from, false);
      } else this.#acts.put(index, isGoal, space);
    };
  }

  #pan(event: PointerEvent, deselects: boolean): void {
    const matrix = this.#svg.getScreenCTM()!;
    const start = { ...this.#view };
    let [px, py] = [event.clientX, event.clientY];
    let moved = false;
    const listen = (now: PointerEvent) => {
      [px, py] = [now.clientX, now.clientY];
    };
    this.#svg.addEventListener("pointermove", listen);
    this.#drag = () => {
      const [dx, dy] = [(px - event.clientX) / matrix.a / UNIT, (py - event.clientY) / matrix.d / UNIT];
      if (Math.hypot(dx, dy) < 0.05) return;
      moved = true;
      this.#view = { ...this.#view, x: start.x - dx, y: start.y - dy };
      this.#show();
    };
    this.#end = () => {
      this.#svg.removeEventListener("pointermove", listen);
      if (!moved && deselects) this.#acts.select(null, false);
    };
  }

  #up(event: PointerEvent): void {
    const end = this.#end;
    this.#drag = this.#end = null;
    end?.(this.#at(event), document.elementFromPoint(event.clientX, event.clientY));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.12 : 1 / 1.12, this.#at(event));
  }
}

/** Return the middle of an element where it is laid out, whatever it is moved by. */
function centre(element: HTMLElement): Point {
  const box = element.parentElement!.getBoundingClientRect();
  return [box.left + element.offsetLeft + element.offsetWidth / 2, box.top + element.offsetTop + element.offsetHeight / 2];
}

function endOf(target: Element): End | null {
  const [space, end] = [target.getAttribute("data-space"), target.getAttribute("data-end")];
  return space && end !== null ? [space, end === "1" ? 1 : 0] : null;
}
