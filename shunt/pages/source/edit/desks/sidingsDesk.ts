/** The desk of sidings: the tracks with their cars at the start or in the goal, moved by hand or by keys, and a panel with all of it as text. */

import { button, h, s } from "../../view/dom.ts";
import { nameField } from "./fields.ts";
import type { Desk, Office } from "./desk.ts";
import { optionRows, withOption } from "./options.ts";
import { carsOf, carsOn, freshCar, putCar, renameCar, setCars, sidingOf, type SidingsYard, type Track } from "../model/sidings.ts";
import { SIDINGS_NAMES } from "../../rules/metrics.ts";

type Side = "start" | "goal";
interface Place {
  track: Track;
  place: number;
}
/** A row of the drawing: the headshunt, a siding, the train of the goal, or the cars that the goal leaves out. */
interface Row {
  id: string;
  track: Track;
  x: number;
  y: number;
  slots: number;
  cars: string[];
}

const [WIDE, HIGH, ROW] = [58, 38, 74];
const WORDS: Record<string, string> = { pulls: "pulls and drops (pulls)", legs: "runs of the locomotive (legs)" };
const METRICS = SIDINGS_NAMES.map((name) => [name, WORDS[name] ?? name] as const);
const MOST_SLOTS = 40;
const NONE = "\0none";
const TRAIN = "\0train";

export class SidingsDesk implements Desk {
  readonly hint = "Drag cars from siding to siding, or write them beside the drawing.";
  readonly root = h("div", { class: "canvas sidings" });
  readonly bar = h("div", { class: "row segmented", role: "group", "aria-label": "Shown" });
  readonly #svg = s("svg", { role: "group", "aria-label": "Sidings" });
  readonly #office: Office;
  readonly #sides = new Map<Side, HTMLButtonElement>();
  #side: Side = "start";
  #rows: Row[] = [];
  #held: { car: string; from: Place | null; group: SVGGElement; dx: number; dy: number } | null = null;

  constructor(office: Office) {
    this.#office = office;
    this.root.append(this.#svg);
    for (const [side, word] of [["start", "Start"], ["goal", "Goal"]] as const) {
      const one = button(word, () => this.#look(side));
      this.#sides.set(side, one);
      this.bar.append(one);
    }
    this.#svg.addEventListener("pointermove", (event) => this.#drag(event));
    this.#svg.addEventListener("pointerup", (event) => this.#drop(event));
    this.#svg.addEventListener("pointercancel", () => this.#letGo());
  }

  get #yard(): SidingsYard {
    return this.#office.doc.sidings!;
  }

  reset(): void {
    this.#side = "start";
  }

  fit(): void {
    // the drawing always fits
  }

  key(): boolean {
    return false;
  }

  #look(side: Side): void {
    this.#side = side;
    this.#office.show();
  }

  // ---------------------------------------------------------------------------------------------- drawing

  draw(): void {
    const yard = this.#yard;
    if (!yard.isCard) this.#side = "start";
    this.bar.hidden = !yard.isCard;
    for (const [side, element] of this.#sides) element.setAttribute("aria-pressed", String(side === this.#side));
    const focus = this.#svg.contains(document.activeElement) ? document.activeElement!.getAttribute("data-car") : null;
    this.#rows = this.#rowsOf(yard);
    const [head] = this.#rows as [Row];
    const points = head.x + head.slots * WIDE + 30;
    const right = Math.max(...this.#rows.map((row) => row.x + row.slots * WIDE), points) + 40;
    const bottom = Math.max(...this.#rows.map((row) => row.y)) + ROW;
    this.#svg.setAttribute("viewBox", `-30 -50 ${right + 30} ${bottom + 50}`);
    const roads = this.#rows.filter((row) => row.id !== NONE).map((row) => this.#road(row, points, head.y));
    const groups = this.#rows.flatMap((row) => row.cars.map((car, place) => this.#car(row, car, place)));
    const engine = s("g", { class: "piece locomotive", transform: `translate(${head.x - WIDE / 2} ${head.y})` }, s("path", { d: "M-23 -13 H14 L25 0 L14 13 H-23 Z", fill: "#27406f" }));
    this.#svg.replaceChildren(...roads, engine, ...groups);
    if (focus) this.#svg.querySelector<SVGElement>(`[data-car="${CSS.escape(focus)}"]`)?.focus();
  }

  #rowsOf(yard: SidingsYard): Row[] {
    const side = this.#side;
    const most = Math.max(carsOf(yard).length, 1);
    const headSlots = Math.min(yard.headshunt || most, MOST_SLOTS);
    const x = (Math.max(headSlots, yard[side].length) + 1) * WIDE + 90;
    const byTrain = side === "goal" && yard.train !== null;
    const tracks = byTrain
      ? [{ id: TRAIN, track: TRAIN, slots: Math.max(yard.train!.length, ...yard.sidings.map((one) => one.capacity)), cars: yard.train! }]
      : yard.sidings.map((one) => ({ id: one.name, track: one.name, slots: one.capacity, cars: one[side] ?? [] }));
    const rows: Row[] = tracks.map((one, index) => ({ ...one, slots: Math.min(Math.max(one.slots, one.cars.length), MOST_SLOTS), x, y: index * ROW }));
    const middle = ((tracks.length - 1) / 2) * ROW;
    const head: Row = { id: "headshunt", track: null, x: WIDE, y: middle, slots: Math.max(headSlots, yard[side].length), cars: byTrain ? [] : yard[side] };
    const found = [head, ...rows];
    if (side === "goal") {
      const placed = new Set(byTrain ? yard.train : [...yard.goal, ...yard.sidings.flatMap((one) => one.goal ?? [])]);
      const rest = [...carsOf(yard).filter((car) => !placed.has(car)), "?"];
      found.push({ id: NONE, track: NONE, x: WIDE, y: tracks.length * ROW + 26, slots: rest.length, cars: rest });
    }
    return found;
  }

  #road({ id, x, y, slots }: Row, points: number, middle: number): SVGGElement {
    const siding = sidingOf(this.#yard, id);
    const isFree = this.#side === "goal" && siding?.goal === null;
    const end = x + slots * WIDE + 8;
    const path = id === "headshunt" ? `M${x - WIDE - 20} ${y}H${points}` : `M${points} ${middle}C${points + 40} ${middle} ${x - 60} ${y} ${x - 10} ${y}H${end}`;
    const slot = (place: number) => s("rect", { class: `slot ${isFree ? "free" : ""}`, x: x + place * WIDE + 3, y: y - HIGH / 2, width: WIDE - 6, height: HIGH, rx: 6 });
    const word = id === "headshunt" ? `headshunt${this.#yard.headshunt ? "" : ", any number"}` : id === TRAIN ? "in any siding" : `siding ${id}${isFree ? ": anything" : ""}`;
    return s(
      "g",
      {},
      s("path", { class: "bed", d: path }),
      s("path", { class: "rail", d: path }),
      ...(id === "headshunt" ? [] : [s("rect", { class: "buffer", x: end, y: y - 13, width: 7, height: 26, rx: 2 })]),
      ...Array.from({ length: slots }, (_, place) => slot(place)),
      s("text", { class: "word", x: x + 4, y: y - HIGH / 2 - 8 }, word),
    );
  }

  #car(row: Row, car: string, place: number): SVGGElement {
    const where = row.id === NONE ? "may be anywhere" : `${row.track === null ? "headshunt" : row.id === TRAIN ? "train" : `siding ${row.id}`}, place ${place + 1}`;
    const group = s("g", {
      class: `car ${row.id === NONE ? "loose" : ""}`, transform: `translate(${row.x + (place + 0.5) * WIDE} ${row.y})`, tabindex: 0, role: "button",
      "aria-label": `car ${car}, ${where}; move it with the arrow keys`, "data-car": car === "?" ? `${row.id} ${place}` : car,
    });
    group.append(s("rect", { x: -WIDE / 2 + 5, y: -HIGH / 2 + 3, width: WIDE - 10, height: HIGH - 6, rx: 5 }), s("text", { class: "label", y: 5 }, car.length > 6 ? `${car.slice(0, 5)}…` : car));
    group.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const at = this.#at(event);
      this.#svg.setPointerCapture(event.pointerId);
      group.parentElement!.append(group);
      this.#held = { car, from: row.id === NONE ? null : { track: row.track, place }, group, dx: row.x + (place + 0.5) * WIDE - at[0], dy: row.y - at[1] };
    });
    group.addEventListener("keydown", (event) => this.#carKey(event, row, car, place));
    return group;
  }

  // ---------------------------------------------------------------------------------------------- the hand

  #at(event: MouseEvent): [number, number] {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  #drag(event: PointerEvent): void {
    if (!this.#held) return;
    const [x, y] = this.#at(event);
    this.#held.group.setAttribute("transform", `translate(${x + this.#held.dx} ${y + this.#held.dy})`);
  }

  #letGo(): void {
    this.#held = null;
    this.draw();
  }

  #drop(event: PointerEvent): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    const [x, y] = this.#at(event);
    const row = this.#rows.find((one) => Math.abs(one.y - y - held.dy) < ROW / 2 && (one.track !== null || x < one.x + (one.slots + 0.7) * WIDE));
    held.group.focus();
    if (!row) return this.draw();
    this.#move(held.car, held.from, row, Math.max(0, Math.round((x + held.dx - row.x) / WIDE - 0.5)));
  }

  #move(car: string, from: Place | null, row: Row, place: number): void {
    const side = this.#side;
    const to = row.id === NONE ? null : { track: row.track, place };
    if ((from === null && to === null) || (from && to && from.track === to.track && from.place === to.place)) return this.draw();
    this.#office.change(({ sidings }) => {
      const yard = sidings!;
      if (yard.train !== null && side === "goal") {
        const train = [...yard.train];
        if (from) train.splice(from.place, 1);
        if (to) train.splice(Math.min(to.place, train.length), 0, car);
        yard.train = train;
      } else putCar(yard, side, car, from, to);
    });
  }

  #carKey(event: KeyboardEvent, row: Row, car: string, place: number): void {
    const index = this.#rows.indexOf(row);
    const from = row.id === NONE ? null : { track: row.track, place };
    const down = this.#rows[(index + 1) % this.#rows.length]!;
    const up = this.#rows[(index + this.#rows.length - 1) % this.#rows.length]!;
    if (event.key === "ArrowLeft" && place > 0) this.#move(car, from, row, place - 1);
    else if (event.key === "ArrowRight" && place < row.cars.length - 1) this.#move(car, from, row, place + 1);
    else if (event.key === "ArrowDown") this.#move(car, from, down, 0);
    else if (event.key === "ArrowUp") this.#move(car, from, up, 0);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove(car, from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Take a car out of the goal, or away from the start and out of the goal. */
  #remove(car: string, from: Place | null): void {
    if (this.#side === "goal") {
      if (from) this.#move(car, from, this.#rows.at(-1)!, 0);
      return;
    }
    this.#office.change(({ sidings }) => {
      for (const side of ["start", "goal"] as const) {
        for (const track of [null, ...sidings!.sidings.map((one) => one.name)]) {
          if (track === null || sidingOf(sidings!, track)![side]) setCars(sidings!, side, track, carsOn(sidings!, side, track).filter((one) => one !== car));
        }
      }
      if (sidings!.train) sidings!.train = sidings!.train.filter((one) => one !== car);
    });
  }

  // ---------------------------------------------------------------------------------------------- the panel

  panel(): (HTMLElement | null)[] {
    const yard = this.#yard;
    const change = (act: (yard: SidingsYard) => void) => this.#office.change((doc) => act(doc.sidings!));
    const add = button("Add a siding", () => change((one) => void one.sidings.push({ name: freshSiding(one), capacity: 3, start: [], goal: null })));
    const headshunt = number("Cars that the headshunt holds, 0 for any number", yard.headshunt, 0, (value) => change((one) => void (one.headshunt = value)));
    const rows = [h("div", { class: "row" }, h("span", { class: "word" }, "Headshunt holds"), headshunt, h("span", { class: "note" }, "0: any number")), ...yard.sidings.map((_, index) => this.#sidingRow(index, change)), h("div", { class: "row" }, add)];
    if (!yard.isCard) return [h("div", { class: "panel-body" }, ...rows)];
    const car = button("New car", () => change((one) => newCar(one)));
    rows.push(h("div", { class: "row" }, car), h("div", { class: "row" }, ...this.#rename(change)), ...optionRows(yard.options, METRICS, (name, value) => change((one) => void (one.options = withOption(one.options, name, value)))), h("h2", {}, this.#side === "start" ? "Cars at the start" : "Cars in the goal"));
    const hint = "From the points to the buffer stop; in the headshunt from the locomotive to the points.";
    const goals = this.#side === "goal" ? [this.#goalKind(change), ...this.#goalRows(change)] : this.#startRows(change);
    return [h("div", { class: "panel-body" }, ...rows, h("p", { class: "note" }, hint), ...goals)];
  }

  #sidingRow(index: number, change: (act: (yard: SidingsYard) => void) => void): HTMLElement {
    const { name, capacity } = this.#yard.sidings[index]!;
    const taken = ["headshunt", "train", ...this.#yard.sidings.map((one) => one.name)];
    const field = nameField(this.#office, `Name of siding ${name}`, name, taken, (value) => change((yard) => void (yard.sidings[index]!.name = value)), "short");
    const holds = number(`Cars that siding ${name} holds`, capacity, 1, (value) => change((yard) => void (yard.sidings[index]!.capacity = value)));
    const remove = button("✕", () => change((yard) => void yard.sidings.splice(index, 1)), { "aria-label": `Remove siding ${name}` });
    return h("div", { class: "row" }, h("span", { class: "word" }, "Siding"), field, h("span", { class: "word" }, "holds"), holds, remove);
  }

  #rename(change: (act: (yard: SidingsYard) => void) => void): HTMLElement[] {
    const cars = [...new Set(carsOf(this.#yard))];
    if (!cars.length) return [];
    const which = h("select", { "aria-label": "Car to rename" }, ...cars.map((one) => h("option", { value: one }, one)));
    const field = nameField(this.#office, "New name of the car", "", cars, (value) => change((yard) => renameCar(yard, which.value, value)), "short");
    return [h("span", { class: "word" }, "Rename"), which, h("span", { class: "word" }, "to"), field];
  }

  #startRows(change: (act: (yard: SidingsYard) => void) => void): HTMLElement[] {
    const yard = this.#yard;
    const row = (word: string, cars: readonly string[], act: (yard: SidingsYard, cars: string[]) => void) =>
      h("div", { class: "row" }, h("span", { class: "word" }, word), text(`Cars in ${word} at the start`, cars.join(" "), (value) => change((one) => act(one, split(value))), "wide"));
    return [
      row("headshunt", yard.start, (one, cars) => void (one.start = cars)),
      ...yard.sidings.map((siding, index) => row(siding.name, siding.start, (one, cars) => void (one.sidings[index]!.start = cars))),
    ];
  }

  #goalKind(change: (act: (yard: SidingsYard) => void) => void): HTMLElement {
    const select = h("select", { "aria-label": "Kind of goal" }, h("option", { value: "tracks" }, "cars by siding"), h("option", { value: "train" }, "a train in any siding"));
    select.value = this.#yard.train ? "train" : "tracks";
    select.addEventListener("change", () => change((yard) => void (yard.train = select.value === "train" ? [] : null)));
    return h("div", { class: "row" }, select);
  }

  #goalRows(change: (act: (yard: SidingsYard) => void) => void): HTMLElement[] {
    const yard = this.#yard;
    const field = (word: string, cars: readonly string[], act: (yard: SidingsYard, cars: string[]) => void) =>
      text(`Cars in ${word} in the goal`, cars.join(" "), (value) => change((one) => act(one, split(value))), "wide");
    if (yard.train) return [h("div", { class: "row" }, h("span", { class: "word" }, "train"), field("the train", yard.train, (one, cars) => void (one.train = cars)))];
    const rows = yard.sidings.map((siding, index) => {
      const free = h("input", { type: "checkbox", "aria-label": `Siding ${siding.name} is free in the goal` });
      free.checked = siding.goal === null;
      free.addEventListener("change", () => change((one) => void (one.sidings[index]!.goal = free.checked ? null : [])));
      const cars = siding.goal === null ? null : field(siding.name, siding.goal, (one, given) => void (one.sidings[index]!.goal = given));
      return h("div", { class: "row" }, h("span", { class: "word" }, siding.name), cars, h("label", { class: "check" }, free, "anything"));
    });
    return [h("div", { class: "row" }, h("span", { class: "word" }, "headshunt"), field("headshunt", yard.goal, (one, cars) => void (one.goal = cars))), ...rows];
  }
}

const split = (value: string) => value.split(/\s+/).filter(Boolean);

function freshSiding(yard: SidingsYard): string {
  for (let number = 1; ; number++) if (!sidingOf(yard, String(number))) return String(number);
}

/** Put a new car on the first siding with room, or into the headshunt. */
function newCar(yard: SidingsYard): void {
  const car = freshCar(yard);
  const siding = yard.sidings.find((one) => one.start.length < one.capacity);
  if (siding) siding.start = [...siding.start, car];
  else yard.start = [...yard.start, car];
}

function text(label: string, present: string, act: (value: string) => unknown, size: "short" | "wide"): HTMLInputElement {
  const field = h("input", { type: "text", class: size, value: present, "aria-label": label, spellcheck: "false", autocomplete: "off" });
  field.addEventListener("change", () => act(field.value.trim()));
  return field;
}

function number(label: string, present: number, least: number, act: (value: number) => void): HTMLInputElement {
  const field = h("input", { type: "number", value: present, min: least, max: 1000, "aria-label": label });
  field.addEventListener("change", () => act(Math.round(Number(field.value)) || 0));
  return field;
}
