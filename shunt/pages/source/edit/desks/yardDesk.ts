/** The desk of hump yards: cells with tiles, the palette of the set, and what is built so far. */

import { button, h, s } from "../../view/dom.ts";
import type { Fault } from "../check/shape.ts";
import { MOST_HEADINGS, TILES, yardFaults } from "../check/yards.ts";
import type { Desk, Office } from "./desk.ts";
import { COPIES, countsOf, type HumpYard, segmentsOf, sitesOf, type Tile, tileAt, turnsOf } from "../model/yard.ts";

const CELL = 64;
const HALF = CELL / 2;
const AT: Record<string, [number, number]> = { N: [0, -HALF], E: [HALF, 0], S: [0, HALF], W: [-HALF, 0] };
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
const HEADING = "22";
const MOST_CELLS = 1500;

type Cell = [column: number, row: number];

export class YardDesk implements Desk {
  readonly hint = "Choose a tile and click a free cell beside the yard.";
  readonly root = h("div", { class: "canvas yard" });
  readonly bar = h("div", { class: "row" });
  readonly #svg = s("svg", { role: "group", "aria-label": "Hump yard; arrow keys move from cell to cell" });
  readonly #office: Office;
  #kind = "62";
  #turn = 0;
  #chosen = -1;
  #drag: { index: number; group: SVGGElement; start: [number, number]; moved: boolean } | null = null;

  constructor(office: Office) {
    this.#office = office;
    this.root.append(this.#svg);
    this.bar.append(button("Turn", () => this.#turnIt(), { title: "Turn the tile a quarter clockwise (R)", "aria-keyshortcuts": "r" }), button("Remove", () => this.#remove(), { class: "danger", "aria-keyshortcuts": "Delete" }));
    this.#svg.addEventListener("pointermove", (event) => this.#move(event));
    this.#svg.addEventListener("pointerup", (event) => this.#drop(event));
    this.#svg.addEventListener("pointercancel", () => this.#letGo());
  }

  get #yard(): HumpYard {
    return this.#office.doc.yard!;
  }

  reset(): void {
    this.#chosen = -1;
  }

  fit(): void {
    // the drawing always fits
  }

  key(key: string): boolean {
    if (key === "r") this.#turnIt();
    else if ((key === "delete" || key === "backspace") && this.#chosen >= 0) this.#remove();
    else return false;
    return true;
  }

  // ---------------------------------------------------------------------------------------------- drawing

  draw(): void {
    const yard = this.#yard;
    if (this.#chosen >= yard.tiles.length) this.#chosen = -1;
    const focus = this.#svg.contains(document.activeElement) ? document.activeElement!.getAttribute("data-cell") : null;
    const beside = sitesOf(yard);
    const cells = [...yard.tiles.map((tile): Cell => [tile.column, tile.row]), ...beside, [-2, -2] as Cell, [yard.headings + 1, 3] as Cell];
    const [left, right] = [Math.min(...cells.map(([column]) => column)) - 0.6, Math.max(...cells.map(([column]) => column)) + 0.6];
    const [low, high] = [Math.min(...cells.map(([, row]) => row)) - 0.6, Math.max(...cells.map(([, row]) => row)) + 0.6];
    this.#svg.setAttribute("viewBox", `${left * CELL} ${-high * CELL} ${(right - left) * CELL} ${(high - low) * CELL}`);
    const wrong = new Set(wrongTiles(yard));
    const free = this.#free(left, right, low, high);
    const sites = new Set(beside.map((cell) => cell.join()));
    const fixed = Array.from({ length: yard.headings }, (_, column) => this.#place([column, 0], "heading", `heading ${column + 1}`, trackOf(HEADING, yard.branches === "up" ? 0 : 2)));
    const ends = ([[[-1, 0], "source"], [[yard.headings, 0], "sink"]] as [Cell, string][]).map(([cell, word]) => this.#place(cell, "reserved", word, s("text", { class: "word", y: 5 }, word)));
    const open = free.map((cell) => this.#freeCell(cell, sites.has(cell.join())));
    const tiles = yard.tiles.map((tile, index) => this.#tile(tile, index, wrong.has(index)));
    this.#svg.replaceChildren(...open, ...fixed, ...ends, ...tiles);
    if (focus) this.#focus(focus);
  }

  /** Return the cells without anything in the part that is shown; of a yard with a tile far away only those beside it. */
  #free(left: number, right: number, low: number, high: number): Cell[] {
    const yard = this.#yard;
    if ((right - left) * (high - low) > MOST_CELLS) return sitesOf(yard);
    const found: Cell[] = [];
    for (let row = Math.floor(high); row >= Math.ceil(low); row--) {
      for (let column = Math.ceil(left); column <= Math.floor(right); column++) {
        const isTaken = row === 0 && column >= -1 && column <= yard.headings;
        if (!isTaken && !tileAt(yard, column, row)) found.push([column, row]);
      }
    }
    return found;
  }

  #place([column, row]: Cell, look: string, words: string, ...inside: SVGElement[]): SVGGElement {
    const group = s("g", { class: look, transform: `translate(${column * CELL} ${-row * CELL})`, "data-cell": `${column},${row}` });
    group.append(s("rect", { class: "ground", x: -HALF + 1, y: -HALF + 1, width: CELL - 2, height: CELL - 2, rx: 5 }), ...inside, s("title", {}, words));
    return group;
  }

  #freeCell(cell: Cell, isSite: boolean): SVGGElement {
    const words = `free cell, column ${cell[0]}, row ${cell[1]}${isSite ? "" : ", not beside the yard"}`;
    const group = this.#place(cell, `site ${isSite ? "beside" : ""}`, words);
    const act = () => this.#build(cell);
    return this.#button(group, `${words}: build tile ${this.#kind}`, act, isSite);
  }

  #tile(tile: Tile, index: number, isWrong: boolean): SVGGElement {
    const words = `tile ${tile.kind}${tile.turn ? `, turned ${tile.turn}` : ""}, column ${tile.column}, row ${tile.row}`;
    const chosen = index === this.#chosen ? "chosen" : "";
    const group = this.#place([tile.column, tile.row], `tile ${chosen} ${isWrong ? "wrong" : ""}`, words, trackOf(tile.kind, tile.turn), s("text", { class: "tag", x: -HALF + 5, y: HALF - 6 }, tile.kind));
    group.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.#svg.setPointerCapture(event.pointerId);
      group.parentElement!.append(group);
      this.#drag = { index, group, start: this.#at(event), moved: false };
    });
    return this.#button(group, words, () => this.#choose(index), true, index === this.#chosen);
  }

  #button(group: SVGGElement, words: string, act: () => void, isStop: boolean, isChosen?: boolean): SVGGElement {
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", words);
    group.setAttribute("tabindex", isStop ? "0" : "-1");
    if (isChosen !== undefined) group.setAttribute("aria-pressed", String(isChosen));
    group.addEventListener("click", act);
    group.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      if (event.key === "Enter" || event.key === " ") act();
      else if (step) this.#walk(group.getAttribute("data-cell")!, step);
      else return;
      event.preventDefault();
    });
    return group;
  }

  #walk(cell: string, [dx, dy]: readonly [number, number]): void {
    const [column, row] = cell.split(",").map(Number) as Cell;
    for (let step = 1; step <= 12; step++) if (this.#focus(`${column + dx * step},${row + dy * step}`)) return;
  }

  #focus(cell: string): boolean {
    const found = [...this.#svg.querySelectorAll<SVGElement>(`[data-cell="${cell}"][tabindex]`)].at(-1);
    found?.focus();
    return found !== undefined;
  }

  // ---------------------------------------------------------------------------------------------- the hand

  #at(event: MouseEvent): [number, number] {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = this.#at(event);
    if (Math.hypot(x - drag.start[0], y - drag.start[1]) > 8) drag.moved = true;
    if (drag.moved) drag.group.setAttribute("transform", `translate(${x} ${y})`);
  }

  #letGo(): void {
    this.#drag = null;
    this.draw();
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    if (!drag.moved) return this.#choose(drag.index);
    const [x, y] = this.#at(event);
    const cell: Cell = [Math.round(x / CELL), Math.round(-y / CELL)];
    this.#chosen = drag.index;
    this.#office.change(({ yard }) => Object.assign(yard!.tiles[drag.index]!, { column: cell[0], row: cell[1] }));
  }

  #build([column, row]: Cell): void {
    if (tileAt(this.#yard, column, row)) return;
    this.#chosen = this.#yard.tiles.length;
    this.#office.change(({ yard }) => void yard!.tiles.push({ column, row, kind: this.#kind, turn: this.#turn }));
  }

  #choose(index: number): void {
    const tile = this.#yard.tiles[index];
    if (!tile) return;
    [this.#chosen, this.#kind, this.#turn] = [index, tile.kind, ((tile.turn % 4) + 4) % 4];
    this.#office.show();
  }

  #turnIt(): void {
    const tile = this.#yard.tiles[this.#chosen];
    const kind = tile?.kind ?? this.#kind;
    const turn = ((tile?.turn ?? this.#turn) + 1) % turnsOf(kind);
    this.#turn = turn;
    if (tile) this.#office.change(({ yard }) => void (yard!.tiles[this.#chosen]!.turn = turn));
    else this.#office.show();
  }

  #remove(): void {
    const index = this.#chosen;
    if (!this.#yard.tiles[index]) return;
    this.#chosen = -1;
    this.#office.change(({ yard }) => void yard!.tiles.splice(index, 1));
  }

  // ---------------------------------------------------------------------------------------------- the panel

  panel(): (HTMLElement | null)[] {
    const yard = this.#yard;
    const change = (act: (yard: HumpYard) => void) => this.#office.change((doc) => act(doc.yard!));
    const counts = new Map(countsOf(yard));
    const palette = TILES.map((kind) => {
      const count = counts.get(kind) ?? 0;
      const picture = s("svg", { viewBox: `${-HALF} ${-HALF} ${CELL} ${CELL}`, "aria-hidden": "true" }, trackOf(kind, kind === this.#kind ? this.#turn : 0));
      const one = h("button", { type: "button", class: "kind", "aria-label": `tile ${kind}, ${count} built`, "aria-pressed": String(kind === this.#kind) }, picture, h("span", {}, `${kind}${count ? ` ×${count}` : ""}`));
      one.addEventListener("click", () => this.#take(kind));
      return one;
    });
    const headings = h("input", { type: "number", min: 1, max: MOST_HEADINGS, value: yard.headings, "aria-label": "Headings" });
    headings.addEventListener("change", () => change((one) => void (one.headings = Math.min(MOST_HEADINGS, Math.max(1, Math.round(Number(headings.value)) || 1)))));
    const branches = h("select", { "aria-label": "Branches of the headings" }, h("option", { value: "up" }, "branches up"), h("option", { value: "down" }, "branches down"));
    branches.value = yard.branches;
    branches.addEventListener("change", () => change((one) => void (one.branches = branches.value as HumpYard["branches"])));
    const beyond = [...counts].filter(([, count]) => count > COPIES).map(([kind, count]) => `${kind} (${count})`);
    const built = `${yard.tiles.length} ${yard.tiles.length === 1 ? "tile" : "tiles"} built.`;
    const note = beyond.length ? `${built} The set has ${COPIES} of each kind; this yard has more of ${beyond.join(", ")}.` : `${built} The set has ${COPIES} of each kind.`;
    return [
      h("div", { class: "panel-body" },
        h("div", { class: "row" }, h("span", { class: "word" }, "Headings"), headings, branches),
        h("h2", {}, "Tiles"),
        h("div", { class: "palette", role: "group", "aria-label": "Tiles of the set" }, ...palette),
        h("p", { class: "note counted" }, note),
        h("p", { class: "note" }, "Click a free cell to build the chosen tile, or drag a tile to another cell. R turns it, Delete removes it."),
      ),
    ];
  }

  #take(kind: string): void {
    [this.#kind, this.#turn, this.#chosen] = [kind, 0, -1];
    this.#office.show();
  }
}

/** Return the track of a tile as a drawing around its middle. */
function trackOf(kind: string, turn: number): SVGGElement {
  const paths = segmentsOf(kind, turn).map(([a, b]) => {
    const [x, y] = AT[a!]!;
    if (b === undefined) return `M${x} ${y}L${-x * 0.25} ${-y * 0.25}`;
    const [x2, y2] = AT[b]!;
    return x === -x2 && y === -y2 ? `M${x} ${y}L${x2} ${y2}` : `M${x} ${y}Q0 0 ${x2} ${y2}`;
  });
  const stub = kind === "end" ? [s("circle", { class: "stub", r: 7, cx: -AT[segmentsOf(kind, turn)[0]!]![0] * 0.25, cy: -AT[segmentsOf(kind, turn)[0]!]![1] * 0.25 })] : [];
  return s("g", { class: "track" }, ...paths.map((d) => s("path", { class: "bed", d })), ...paths.map((d) => s("path", { class: "rail", d })), ...stub);
}

/** Return the numbers of the tiles that may not be where they are. */
function wrongTiles(yard: HumpYard): number[] {
  const tiles = yard.tiles.map(({ column, row, kind, turn }) => ({ at: [column, row].map(BigInt), tile: kind, turn: BigInt(turn) }));
  const faults: Fault[] = yardFaults({ headings: BigInt(yard.headings), tiles });
  return faults.flatMap(({ where }) => /^tiles\[(\d+)\]/.exec(where)?.[1] ?? []).map(Number);
}

