/** The board as a drawing that is edited with the mouse, a finger or a pen. */

import { drawing, h, s } from "../../view/dom.ts";
import { type Board, directionOf, type Doc, type End, joinedTo, type Piece, type Space, spaceOf, turntableAt } from "../model/model.ts";

export type Tool = "select" | "lay" | "join" | "erase";

export interface Acts {
  select(name: string | null, more: boolean): void;
  lay(x: number, y: number, after: End | null): End;
  moved(name: string, x: number, y: number): void;
  join(a: End, b: End): void;
  erase(name: string): void;
  part(a: End, b: End): void;
  /** Called at the begin and at the end of a drag, so that it is one step to undo. */
  begin(): void;
  done(): void;
}

const UNIT = 60;
const HALF = 0.42;
const SNAP = 0.05;
const STEP = 1.05;
const COLOURS: Record<string, string> = {
  red: "#c9352b", green: "#2e8b47", yellow: "#f0b921", blue: "#2a66b1", black: "#33302b", white: "#f7f4ec",
  orange: "#e5842a", purple: "#7a4fa3", brown: "#8a5a3b", grey: "#8f8b83",
};

export function colourOf(piece: Piece): string {
  return COLOURS[piece.name.toLowerCase()] ?? (piece.kind === "locomotive" ? "#27406f" : "#9b6a4c");
}

type Point = [number, number];

export class Canvas {
  readonly root = h("div", { class: "canvas" });
  readonly #svg = s("svg", { role: "application", "aria-label": "Board; arrow keys move the chosen spaces, the panel has everything else for the keyboard", tabindex: 0 });
  readonly #acts: Acts;
  #doc: Doc | null = null;
  #chosen: readonly string[] = [];
  #tool: Tool = "select";
  #view = { x: -1, y: -4, width: 12, height: 8 };
  #drag: ((at: Point) => void) | null = null;
  #end: ((at: Point, target: Element | null) => void) | null = null;
  #line: SVGPathElement | null = null;

  constructor(acts: Acts) {
    this.#acts = acts;
    this.root.append(this.#svg);
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
    const spaces = this.#doc?.board.spaces ?? [];
    const xs = spaces.map((space) => space.x);
    const ys = spaces.map((space) => -space.y);
    if (!spaces.length) this.#view = { x: -1, y: -4, width: 12, height: 8 };
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
    this.#chosen = chosen;
    const { board, puzzle } = doc;
    const layers = [this.#pits(board), this.#joins(board), s("g", {}, ...board.spaces.map((space) => this.#space(board, space)))];
    if (puzzle) {
      const broken = puzzle.broken.flatMap((name) => spaceOf(board, name) ?? []).map((space) => this.#cross(space));
      const goals = puzzle.pieces.flatMap((piece) => (piece.goal && spaceOf(board, piece.goal.space) ? [this.#goal(board, piece)] : []));
      const pieces = puzzle.pieces.flatMap((piece) => (spaceOf(board, piece.space) ? [this.#piece(board, piece)] : []));
      layers.push(s("g", { class: "things" }, ...broken, ...goals, ...pieces));
    }
    this.#svg.replaceChildren(...layers);
  }

  #pits(board: Board): SVGGElement {
    const pits = board.turntables.flatMap(({ bridge, name }) => {
      const spaces = bridge.flatMap((space) => spaceOf(board, space) ?? []);
      if (!spaces.length) return [];
      const x = spaces.reduce((sum, one) => sum + one.x, 0) / spaces.length;
      const y = spaces.reduce((sum, one) => sum + one.y, 0) / spaces.length;
      const title = s("title", {}, `turntable ${name}`);
      return [s("circle", { class: "pit", cx: x * UNIT, cy: -y * UNIT, r: (spaces.length / 2 + 0.12) * UNIT }, title)];
    });
    const roads = board.turntables.flatMap((table) => this.#roads(board, table.bridge, table.positions));
    return s("g", {}, ...pits, ...roads);
  }

  #roads(board: Board, bridge: string[], positions: [string, string][]): SVGElement[] {
    const middle = spaceOf(board, bridge[0] ?? "");
    const names = [...new Set(positions.flat().filter(Boolean))];
    if (!middle) return [];
    return names.flatMap((name) => {
      const space = spaceOf(board, name);
      return space ? [s("line", { class: "road", x1: space.x * UNIT, y1: -space.y * UNIT, x2: middle.x * UNIT, y2: -middle.y * UNIT })] : [];
    });
  }

  #joins(board: Board): SVGGElement {
    const paths = board.joins.flatMap(([a, b]) => {
      const [one, other] = [this.#tip(board, a), this.#tip(board, b)];
      if (!one || !other) return [];
      const path = curve(one, other);
      const name = `${a[0]} and ${b[0]} are joined`;
      const press = (event: PointerEvent) => {
        if (this.#tool !== "erase") return;
        event.stopPropagation();
        this.#acts.part(a, b);
      };
      return [
        s("path", { class: "bed", d: path }),
        s("path", { class: "rail", d: path }),
        s("path", { class: "hit", d: path, pointerdown: press }, s("title", {}, name)),
      ];
    });
    return s("g", { class: "joins" }, ...paths);
  }

  #space(board: Board, space: Space): SVGGElement {
    const angle = directionOf(board, space);
    const chosen = this.#chosen.includes(space.name);
    const group = s("g", {
      class: `space ${chosen ? "chosen" : ""} ${space.noStop ? "no-stop" : ""}`,
      transform: `translate(${space.x * UNIT} ${-space.y * UNIT}) rotate(${-angle})`,
      "data-space": space.name,
    });
    const length = HALF * 2 * UNIT;
    group.append(s("rect", { class: "body", x: -length / 2, y: -0.19 * UNIT, width: length, height: 0.38 * UNIT, rx: 6 }));
    for (const end of [0, 1] as const) {
      const x = (end ? HALF : -HALF) * UNIT;
      const count = joinedTo(board, [space.name, end]).length;
      if (!count && !turntableAt(board, [space.name, end])) group.append(s("rect", { class: "buffer", x: x - 3 + (end ? 3 : -3), y: -11, width: 6, height: 22, rx: 2 }));
      group.append(s("circle", { class: "end", cx: x, cy: 0, r: 9, "data-space": space.name, "data-end": end }));
    }
    const flip = Math.abs(angle % 360) > 90 && Math.abs(angle % 360) < 270 ? 180 : 0;
    group.append(s("text", { class: "name", transform: `rotate(${flip})`, y: 5 }, space.name));
    return group;
  }

  #piece(board: Board, piece: Piece): SVGGElement {
    const group = s("g", { class: `piece ${piece.kind}`, transform: this.#over(board, piece.space, piece.kind === "locomotive" ? piece.faces : 1) });
    const shape = piece.kind === "locomotive" ? "M-23 -11 H14 L25 0 L14 11 H-23 Z" : "M-22 -10 H22 V10 H-22 Z";
    group.append(s("path", { d: shape, fill: colourOf(piece) }), this.#label(board, piece.space, piece.kind === "locomotive" ? piece.faces : 1, piece.name));
    return group;
  }

  #goal(board: Board, piece: Piece): SVGGElement {
    const { space, faces } = piece.goal!;
    const pointed = piece.kind === "locomotive" && faces !== null;
    const shape = pointed ? "M-27 -16 H16 L31 0 L16 16 H-27 Z" : "M-28 -16 H28 V16 H-28 Z";
    const group = s("g", { class: "goal", transform: this.#over(board, space, faces ?? 1) });
    group.append(s("path", { d: shape, fill: "none", stroke: colourOf(piece), "stroke-width": 3.5, "stroke-dasharray": "7 4" }));
    const tag = this.#label(board, space, faces ?? 1, piece.name);
    tag.setAttribute("class", "tag");
    tag.setAttribute("dy", "-22");
    group.append(tag);
    return group;
  }

  #over(board: Board, name: string, faces: 0 | 1): string {
    const space = spaceOf(board, name)!;
    return `translate(${space.x * UNIT} ${-space.y * UNIT}) rotate(${-directionOf(board, space) + (faces ? 0 : 180)})`;
  }

  #label(board: Board, name: string, faces: 0 | 1, words: string): SVGTextElement {
    const angle = -directionOf(board, spaceOf(board, name)!) + (faces ? 0 : 180);
    return s("text", { class: "label", transform: `rotate(${-angle})`, y: 5 }, words);
  }

  #cross(space: Space): SVGGElement {
    return drawing('<path d="M-22 -13 L22 13 M-22 13 L22 -13"/>', { class: "cross", transform: `translate(${space.x * UNIT} ${-space.y * UNIT})` });
  }

  /** Return where an end is, and the direction that leads away from its space. */
  #tip(board: Board, [name, end]: End): { at: Point; away: number } | null {
    const space = spaceOf(board, name);
    if (!space) return null;
    const away = ((directionOf(board, space) + (end ? 0 : 180)) * Math.PI) / 180;
    return { at: [(space.x + HALF * Math.cos(away)) * UNIT, -(space.y + HALF * Math.sin(away)) * UNIT], away };
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
    else if (this.#tool === "lay") this.#lay(at, end ?? (name ? this.#nearEnd(name, at) : null));
    else if (end && (this.#tool === "join" || event.altKey)) this.#startJoin(end);
    else if (name && this.#tool === "join") this.#startJoin(this.#nearEnd(name, at));
    else if (name) this.#move(name, at, event.shiftKey || event.ctrlKey || event.metaKey);
    else this.#pan(event, !event.shiftKey);
  }

  #nearEnd(name: string, at: Point): End {
    const space = spaceOf(this.#doc!.board, name)!;
    const angle = (directionOf(this.#doc!.board, space) * Math.PI) / 180;
    return [name, (at[0] - space.x) * Math.cos(angle) + (at[1] - space.y) * Math.sin(angle) >= 0 ? 1 : 0];
  }

  /** Lay spaces along a drag, each joined to the one before. */
  #lay(at: Point, from: End | null): void {
    this.#acts.begin();
    let last: End = from ?? this.#acts.lay(snapped(at[0]), snapped(at[1]), null);
    let laid = !from;
    this.#drag = (now) => {
      const space = spaceOf(this.#doc!.board, last[0])!;
      const distance = Math.hypot(now[0] - space.x, now[1] - space.y);
      if (distance < STEP) return;
      laid = true;
      const [dx, dy] = [((now[0] - space.x) / distance) * STEP, ((now[1] - space.y) / distance) * STEP];
      last = this.#acts.lay(snapped(space.x + dx), snapped(space.y + dy), last);
    };
    this.#end = (_, target) => {
      const met = target && (endOf(target) ?? this.#endAt(target));
      if (laid && met && met[0] !== last[0] && met[0] !== from?.[0]) this.#acts.join(last, met);
      if (!laid && from) this.#acts.select(from[0], false);
      this.#acts.done();
    };
  }

  #endAt(target: Element): End | null {
    const name = target.closest("[data-space]")?.getAttribute("data-space");
    return name ? [name, 0] : null;
  }

  #startJoin(from: End): void {
    const start = this.#tip(this.#doc!.board, from)!;
    this.#line = s("path", { class: "joining" });
    this.#svg.append(this.#line);
    this.#drag = (now) => this.#line?.setAttribute("d", `M${start.at.join(" ")}L${now[0] * UNIT} ${-now[1] * UNIT}`);
    this.#end = (at, target) => {
      this.#line?.remove();
      const name = target?.closest("[data-space]")?.getAttribute("data-space");
      const met = target && (endOf(target) ?? (name ? this.#nearEnd(name, at) : null));
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

const snapped = (value: number) => Math.round(value / SNAP) * SNAP;

function endOf(target: Element): End | null {
  const [space, end] = [target.getAttribute("data-space"), target.getAttribute("data-end")];
  return space && end !== null ? [space, end === "1" ? 1 : 0] : null;
}

/** Return a curve that leaves both ends in their directions. */
function curve(a: { at: Point; away: number }, b: { at: Point; away: number }): string {
  const reach = Math.max(8, Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) * 0.4);
  const out = ({ at, away }: { at: Point; away: number }) => `${at[0] + reach * Math.cos(away)} ${at[1] - reach * Math.sin(away)}`;
  return `M${a.at.join(" ")}C${out(a)} ${out(b)} ${b.at.join(" ")}`;
}
