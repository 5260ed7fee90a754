/** The sheet: the board, the pieces on it, where they are to go, and where a chosen one may go. */

import type { Label, Spot } from "../data.ts";
import { type Frame, isUpsideDown, shortened, shortest, trackAlong, turned } from "../play/geometry.ts";
import type { Coupling, Grip, Picture, Play, Target } from "../play/play.ts";
import { drawing, s, setAttributes } from "./dom.ts";

const TIP = 0.4; // of a space: where the tip of an arrow is before the middle of its last space
const HOOK = 0.18; // of a space: the radius of a hook
const LEGIBLE = 12; // pixels of letters, as far as there is room
const MARK = 3.7; // millimetres of the letters that name spaces
const LARGEST_MARK = 1.7; // times their usual size, so that they do not reach their neighbours
const LARGEST_TAG = 1.3;
const TAG = 0.15; // of a space: the letters of the name of a piece whose goal another one is on
const SHAPE = 0.2; // of a space: symbols on cars
const FONT = "Verdana, 'DejaVu Sans', Geneva, sans-serif";

export class Stage {
  readonly root: SVGSVGElement;
  readonly picture: Picture;
  readonly #vehicles: SVGGElement[];
  readonly #labels: SVGTextElement[];
  readonly #bridges: SVGGElement[][];
  readonly #targets: { group: SVGGElement; tag: SVGGElement; label: SVGTextElement; target: Target }[];
  readonly #stops = s("g", { class: "stops" });
  readonly #trace = s("g", { class: "trace" });
  readonly #hooks = s("g", { class: "hooks", "aria-hidden": "true" });
  #isShaped = false;
  /** Millimetres of the board that are as large on the screen as letters have to be. */
  #legible = 0;
  #hooked: { vehicle: number; at: Spot }[] = [];
  #frame: Frame = [];
  #settings: number[] = [];

  constructor(picture: Picture, label: string) {
    this.picture = picture;
    const { width, height, margin = 0 } = picture;
    this.root = s("svg", { viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`, class: "board", role: "group", "aria-label": label, "font-family": FONT });
    this.#bridges = picture.bridges.map((bridge) => bridge.drawings.map(settingGroup));
    this.#targets = picture.targets.map((target) => this.#targetGroup(target));
    this.#labels = picture.vehicles.map(({ name, label: { size, colour } }) => textOf(name, size, colour));
    this.#vehicles = picture.vehicles.map((vehicle, index) => {
      const group = drawing(vehicle.body, { class: vehicle.isLocomotive ? "vehicle engine" : "vehicle", "data-vehicle": index });
      group.append(this.#labels[index]!);
      return group;
    });
    this.root.append(
      drawing(picture.ground, { "aria-hidden": "true" }),
      s("g", { "aria-hidden": "true" }, ...this.#bridges.flat()),
      drawing(picture.top, { "aria-hidden": "true" }),
      s("g", { class: "targets", "aria-hidden": "true" }, ...this.#targets.map(({ group }) => group)),
      this.#trace,
      this.#stops,
      s("g", {}, ...this.#vehicles),
      this.#hooks,
      s("g", { class: "tags", "aria-hidden": "true" }, ...this.#targets.map(({ tag }) => tag)),
    );
    this.#letter();
    new ResizeObserver(() => this.fit()).observe(this.root);
  }

  #targetGroup(target: Target): { group: SVGGElement; tag: SVGGElement; label: SVGTextElement; target: Target } {
    const group = drawing(target.ghost, { transform: transformOf(target.spot) });
    const name = this.picture.vehicles[target.vehicle]!.name;
    const label = textOf(name, target.label.size, target.label.colour);
    group.append(label);
    const size = TAG * this.picture.unit;
    const width = size * (0.72 * name.length + 1.2);
    const box = { x: -width / 2, y: -0.8 * size, width, height: 1.6 * size, rx: 0.5 * size, class: "tag", stroke: target.colour };
    const words = textOf(name, size, "currentColor");
    setAttributes(words, { y: 0.36 * size });
    return { group, tag: s("g", {}, s("rect", box), words), label, target };
  }

  /** Show symbols instead of the names of cars, or the names again. */
  useShapes(shapes: boolean): void {
    this.#isShaped = shapes;
    const nameOf = (index: number) => {
      const { name, symbol } = this.picture.vehicles[index]!;
      return shapes && symbol ? symbol : name;
    };
    this.#labels.forEach((label, index) => (label.textContent = nameOf(index)));
    for (const { label, tag, target } of this.#targets) label.textContent = tag.querySelector("text")!.textContent = nameOf(target.vehicle);
    this.#letter();
  }

  /** Enlarge letters while the board is small on the screen, as far as there is room. */
  fit(): void {
    const pixels = this.root.getScreenCTM()?.a ?? 0;
    const legible = pixels > 0 ? LEGIBLE / pixels : 0;
    if (Math.abs(legible - this.#legible) < 0.05) return;
    this.#legible = legible;
    this.root.style.setProperty("--mark", String(round(within(legible / MARK, 1, LARGEST_MARK))));
    this.#letter();
  }

  #letter(): void {
    this.#frame.forEach((spot, index) => this.#placeLabel(index, spot));
    const { unit, width: across, height: down } = this.picture;
    for (const { label, tag, target } of this.#targets) {
      const size = this.#sizeOf(target.label);
      setAttributes(label, { "font-size": size, transform: labelTransform(0, size, target.spot[2]) });
      const scale = within(this.#legible / (TAG * unit), 1, LARGEST_TAG);
      const { width, height } = tag.firstElementChild as SVGRectElement;
      const inside = (at: number, whole: number, room: number) => round(within(at, (scale * whole) / 2 + 1, room - (scale * whole) / 2 - 1));
      const at = `${inside(target.tag[0], width.baseVal.value, across)} ${inside(target.tag[1], height.baseVal.value, down)}`;
      setAttributes(tag, { transform: `translate(${at}) scale(${round(scale)})` });
    }
  }

  #sizeOf({ size, most }: Label): number {
    const usual = this.#isShaped ? Math.max(size, SHAPE * this.picture.unit) : size;
    return round(within(this.#legible, usual, Math.max(most, usual)));
  }

  #placeLabel(index: number, [, , angle]: Spot): void {
    const { label } = this.picture.vehicles[index]!;
    const size = this.#sizeOf(label);
    setAttributes(this.#labels[index]!, { "font-size": size, transform: labelTransform(label.x, size, angle) });
  }

  /** Show everything where it is in a puzzle. */
  show(play: Play): void {
    this.setBridges(play.settings());
    this.place(play.frame());
    const taken = new Set(play.frame().map(([x, y]) => `${x} ${y}`));
    this.#targets.forEach(({ group, tag, label, target }) => {
      const isDone = play.isPlaced(target);
      const isTaken = taken.has(`${target.spot[0]} ${target.spot[1]}`);
      group.classList.toggle("done", isDone);
      label.style.display = isTaken ? "none" : "";
      tag.style.display = isTaken && !isDone ? "" : "none";
    });
    this.#describeVehicles(play);
  }

  #describeVehicles(play: Play): void {
    const movable = play.movable();
    this.#vehicles.forEach((group, index) => {
      const isMovable = movable.includes(index);
      const vehicle = this.picture.vehicles[index]!;
      const [x, y] = play.frame()[index]!;
      const place = play.placeAt(x, y);
      const where = place >= 0 ? ` on ${play.placeName(place)}` : "";
      const label = `${vehicle.isLocomotive ? "Locomotive" : "Car"} ${vehicle.name}${where}`;
      group.classList.toggle("movable", isMovable);
      setAttributes(group, { role: isMovable ? "button" : "img", tabindex: isMovable ? 0 : null, "aria-label": label });
    });
  }

  place(frame: Frame): void {
    frame.forEach((spot, index) => {
      if (this.#frame[index] === spot) return;
      setAttributes(this.#vehicles[index]!, { transform: transformOf(spot) });
      this.#placeLabel(index, spot);
    });
    this.#frame = frame;
  }

  get frame(): Frame {
    return this.#frame;
  }

  setBridges(settings: number[]): void {
    this.#bridges.forEach((positions, index) =>
      positions.forEach((group, position) => {
        setAttributes(group, { visibility: position === settings[index] ? "visible" : "hidden" });
        setAttributes(group.children[1]!, { transform: null });
      }),
    );
    this.#settings = settings;
  }

  /** Show bridges, and what is on them, a share of the way from one setting to another. */
  turnBridges(from: number[], frame: Frame, onBridge: number[][], share: number): void {
    const shown = [...frame];
    this.picture.bridges.forEach((bridge, index) => {
      const to = this.#settings[index]!;
      if (from[index] === to) return;
      const angle = shortest(bridge.angles[to]! - bridge.angles[from[index]!]!) * (share - 1);
      const [x, y] = bridge.middle;
      setAttributes(this.#bridges[index]![to]!.children[1]!, { transform: `rotate(${round(angle)} ${x} ${y})` });
      for (const vehicle of onBridge[index]!) shown[vehicle] = turned(frame[vehicle]!, bridge.middle, angle);
    });
    this.place(shown);
  }

  /** Mark the vehicle that is chosen, what it has coupled and may couple, and every place where it may stop. */
  mark(grip: Grip | null, couplings: Coupling[]): void {
    this.#vehicles.forEach((group, index) => {
      const coupling = couplings.find((one) => one.vehicle === index);
      group.classList.toggle("chosen", grip?.vehicle === index);
      group.classList.toggle("coupled", coupling?.isCoupled ?? false);
      group.classList.toggle("may-couple", coupling !== undefined);
      if (!group.classList.contains("movable")) {
        setAttributes(group, { role: coupling ? "button" : "img", tabindex: coupling ? 0 : null, "aria-pressed": coupling ? String(coupling.isCoupled) : null });
      }
    });
    this.#hooked = couplings.map((one) => ({ vehicle: one.vehicle, at: this.#between(one) }));
    this.#hooks.replaceChildren(...couplings.map((one) => this.#hook(one)));
    const seen = new Set<string>();
    const stops = (grip?.ways ?? []).filter((way) => {
      const key = `${way.at[0]} ${way.at[1]}`;
      if (!way.stops || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
    const radius = 0.13 * this.picture.unit;
    this.#stops.replaceChildren(
      ...stops.map(({ at: [x, y], place }) =>
        s("g", { class: "stop", "data-place": place, transform: `translate(${x} ${y})` }, s("circle", { r: 3 * radius, class: "area" }), s("circle", { r: radius })),
      ),
    );
  }

  /** Draw a hook where a piece can be coupled or is. */
  #hook(coupling: Coupling): SVGGElement {
    const { unit } = this.picture;
    const link = { x: -0.13 * unit, y: -0.075 * unit, width: 0.26 * unit, height: 0.15 * unit, rx: 0.075 * unit };
    const group = { class: coupling.isCoupled ? "hook closed" : "hook", "data-hook": coupling.vehicle, transform: transformOf(this.#between(coupling)) };
    return s("g", group, s("circle", { r: HOOK * unit, class: "glow" }), s("rect", link));
  }

  #between({ vehicle, to }: Coupling): Spot {
    const [[x, y], [toX, toY]] = [this.#frame[vehicle]!, this.#frame[to]!];
    return [(x + toX) / 2, (y + toY) / 2, (Math.atan2(toY - y, toX - x) * 180) / Math.PI];
  }

  /** Return the piece that the hook at a point couples; -1 for none. A browser may take a finger on a hook for one on a vehicle beside it. */
  hookAt(x: number, y: number): number {
    return this.#hooked.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < HOOK * this.picture.unit)?.vehicle ?? -1;
  }

  /** Mark one of the places, as the keys or the pointer choose it. */
  aim(at: Spot | null): void {
    for (const stop of this.#stops.children) {
      const here = at !== null && stop.getAttribute("transform") === `translate(${at[0]} ${at[1]})`;
      stop.classList.toggle("aimed", here);
    }
  }

  /** Draw the path of a move as an arrow along the rails, and a ghost of the vehicle where it stops (-1: none); nothing for no spots. */
  trace(spots: Spot[], vehicle = -1): void {
    const { unit, bridges, vehicles } = this.picture;
    const track = trackAlong(spots, bridges);
    const line = shortened(track, TIP * unit);
    const [stop, tip] = [track[track.length - 1], line[line.length - 1]];
    const parts: SVGElement[] = [];
    if (stop && vehicle >= 0) parts.push(drawing(vehicles[vehicle]!.body, { class: "ghost", transform: transformOf(stop) }));
    if (tip) {
      const before = line[line.length - 2]!;
      const angle = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
      const points = shortened(line, 0.1 * unit).map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
      const head = [[0, 0], [-0.2, -0.13], [-0.2, 0.13]].map((point) => point.map((share) => share * unit).join()).join(" ");
      parts.push(s("polyline", { points }), s("polygon", { points: head, transform: transformOf([tip[0], tip[1], angle]) }));
    }
    this.#trace.replaceChildren(...parts);
  }

  focus(vehicle: number): void {
    this.#vehicles[vehicle]?.focus();
  }

  /** Return where a pointer is on the sheet, in millimetres. */
  pointOf(event: { clientX: number; clientY: number }): [number, number] {
    const matrix = this.root.getScreenCTM()!.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }
}

/** Make the group of one setting of a turntable; its second child is the bridge. */
function settingGroup(parts: readonly string[]): SVGGElement {
  return s("g", { class: "bridge" }, ...parts.map((svg) => drawing(svg)));
}

function textOf(words: string, size: number, colour: string): SVGTextElement {
  return s("text", { "font-size": size, fill: colour, "text-anchor": "middle", "font-weight": "bold" }, words);
}

function transformOf([x, y, angle]: Spot): string {
  return `translate(${round(x)} ${round(y)}) rotate(${round(angle)})`;
}

function labelTransform(x: number, size: number, angle: number): string {
  return `translate(${x} 0)${isUpsideDown(angle) ? " rotate(180)" : ""} translate(0 ${round(0.36 * size)})`;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
