/** The player's hand on the board: vehicles are chosen, coupled and moved by pointer and by keys. */

import type { Grip, Play, Way } from "../play/play.ts";
import type { Spot } from "../data.ts";
import { frameBetween } from "../play/geometry.ts";
import { Following } from "./following.ts";
import type { Stage } from "./stage.ts";

const THRESHOLD = 5; // pixels that a pointer moves before it drags

/** What the hand reports to the table. */
export interface Moves {
  move(grip: Grip, way: number, isAnimated: boolean): void;
  /** Ask which of several ways to one place is meant. */
  ask(grip: Grip, ways: number[]): void;
  refuse(reason: string): void;
  chosen(): void;
  /** A place to stop was aimed at with the keys. */
  aimed(way: number): void;
  announce(words: string): void;
  /** Finish what is shown rolling, so that the next act counts. */
  settle(): Promise<void>;
}

/** A finger or a mouse button that is down: what it took (-1: nothing), where, and what a tap would do. */
interface Pressed {
  vehicle: number;
  pointer: number;
  x: number;
  y: number;
  tap: () => void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Hand {
  readonly #stage: Stage;
  readonly #play: Play;
  readonly #moves: Moves;
  #grip: Grip | null = null;
  #following: Following | null = null;
  #pressed: Pressed | null = null;
  #isDragging = false;
  /** The way that the arrow keys have chosen; -1 for none. */
  #aimed = -1;
  isFree = true;

  constructor(stage: Stage, play: Play, moves: Moves) {
    this.#stage = stage;
    this.#play = play;
    this.#moves = moves;
    const { root } = stage;
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#drag(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    root.addEventListener("pointercancel", () => this.#putBack());
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#focused(event));
  }

  get grip(): Grip | null {
    return this.#grip;
  }

  /** Return the vehicle that can couple another one: the chosen one if it can; -1 for none. */
  couplerOf(other: number): number {
    const canCouple = (vehicle: number) => this.#play.couplings(vehicle).some((one) => one.vehicle === other);
    if (this.#grip && canCouple(this.#grip.vehicle)) return this.#grip.vehicle;
    return this.#play.movable().find(canCouple) ?? -1;
  }

  /** Choose a vehicle; -1 for none. */
  choose(vehicle: number): void {
    this.#grip = vehicle < 0 ? null : this.#play.grip(vehicle);
    this.#aimed = -1;
    this.#mark();
    this.#moves.chosen();
  }

  /** Look again at where the chosen vehicle may go, after a move or another coupling. */
  refresh(): void {
    this.choose(this.#grip?.vehicle ?? -1);
  }

  /** Couple a piece to the vehicle that can, which is then chosen; or uncouple it. */
  couple(other: number): void {
    const vehicle = this.couplerOf(other);
    if (vehicle < 0) return;
    this.#play.toggleCoupling(vehicle, other);
    this.choose(vehicle);
    const names = this.#play.picture.vehicles;
    const coupled = this.#play.couplings(vehicle).filter((one) => one.isCoupled);
    this.#moves.announce(coupled.length > 0 ? `Coupled: ${coupled.map((one) => names[one.vehicle]!.name).join(", ")}.` : "Nothing is coupled.");
  }

  /** Take the chosen vehicle to a place, by the shortest way. */
  goTo(place: number): void {
    if (!this.#grip) return;
    const ways = outcomes(this.#grip, (way) => way.place === place);
    if (ways.length > 1) this.#moves.ask(this.#grip, ways);
    else if (ways.length > 0) this.#moves.move(this.#grip, ways[0]!, true);
    else this.#moves.refuse(this.#play.refusal(this.#grip.vehicle, place));
  }

  #mark(): void {
    const order = [...this.#play.movable()].sort((a, b) => Number(b === this.#grip?.vehicle) - Number(a === this.#grip?.vehicle));
    this.#stage.mark(this.#grip, order.flatMap((vehicle) => this.#play.couplings(vehicle)));
  }

  // ------------------------------------------------------------------------------------------------ pointer

  #vehicleAt(event: Event): number {
    const group = (event.target as Element).closest("[data-vehicle]");
    return group ? Number(group.getAttribute("data-vehicle")) : -1;
  }

  /** Keep the page from scrolling under a finger that takes a vehicle; `touch-action` is not heeded inside SVG everywhere. */
  #touch(event: TouchEvent): void {
    const vehicle = this.#vehicleAt(event);
    const hook = this.#stage.hookAt(...this.#stage.pointOf(event.touches[0]!));
    if (event.touches.length === 1 && (hook >= 0 || this.#play.movable().includes(vehicle) || this.couplerOf(vehicle) >= 0)) event.preventDefault();
  }

  #press(event: PointerEvent): void {
    if (!event.isPrimary) {
      this.#putBack(); // two fingers zoom
      return;
    }
    if (event.button > 0) return;
    if (this.isFree) this.#take(event);
    else void this.#moves.settle().then(() => this.#take(event));
  }

  #take(event: PointerEvent): void {
    const vehicle = this.#vehicleAt(event);
    const hook = this.#stage.hookAt(...this.#stage.pointOf(event));
    const at = { vehicle: -1, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    const [x, y] = this.#stage.pointOf(event);
    if (hook >= 0) this.#hold(event, { ...at, vehicle: this.#play.movable().includes(hook) ? -1 : hook, tap: () => this.couple(hook) });
    else if (this.#play.movable().includes(vehicle)) {
      const wasChosen = this.#grip?.vehicle === vehicle;
      if (!wasChosen) this.choose(vehicle);
      this.#stage.focus(vehicle);
      this.#hold(event, { ...at, vehicle, tap: () => wasChosen && this.choose(-1) });
    } else if (this.couplerOf(vehicle) >= 0) this.#hold(event, { ...at, vehicle, tap: () => this.couple(vehicle) });
    else if (vehicle >= 0 && !this.#grip) this.#pressed = { ...at, tap: () => this.#moves.refuse(this.#play.stuck(vehicle)) };
    else this.#pressed = { ...at, tap: () => this.#tapped(x, y) };
  }

  #hold(event: PointerEvent, pressed: Pressed): void {
    event.preventDefault();
    this.#pressed = pressed;
    this.#stage.root.setPointerCapture(event.pointerId);
  }

  #tapped(x: number, y: number): void {
    const place = this.#dotAt(x, y) ?? this.#play.placeAt(x, y);
    if (this.#grip && place >= 0) this.goTo(place);
    else this.choose(-1);
  }

  /** Return the place of the dot under a point; null for none. */
  #dotAt(x: number, y: number): number | null {
    const distance = ({ at }: { at: Spot }) => Math.hypot(at[0] - x, at[1] - y);
    const dots = (this.#grip?.ways ?? []).filter((way) => way.stops && distance(way) < 0.5 * this.#stage.picture.unit);
    return dots.length > 0 ? dots.reduce((near, way) => (distance(way) < distance(near) ? way : near)).place : null;
  }

  #drag(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    if (!this.#isDragging) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < THRESHOLD) return;
      if (pressed.vehicle < 0) {
        if (event.pointerType !== "mouse") this.#pressed = null; // a finger that moves the page or the board
        return;
      }
      this.#begin(pressed.vehicle);
    }
    const { ways, frame } = this.#grip!;
    const point = this.#following!.to(...this.#stage.pointOf(event));
    const { parent } = ways[point.way]!;
    const shown = frame(point.way);
    this.#stage.place(parent < 0 ? shown : frameBetween(frame(parent), shown, point.share, this.#stage.picture.bridges));
    const stop = this.#following!.stopNear(...this.#stage.pointOf(event));
    this.#stage.aim(stop < 0 ? null : ways[stop]!.at);
  }

  /** Begin to drag a vehicle along the track; a car is coupled by that, and its locomotive moves with it. */
  #begin(vehicle: number): void {
    if (!this.#play.movable().includes(vehicle)) {
      const locomotive = this.couplerOf(vehicle);
      const isCoupled = this.#play.couplings(locomotive).some((one) => one.vehicle === vehicle && one.isCoupled);
      if (isCoupled) this.choose(locomotive);
      else this.couple(vehicle);
    }
    this.#isDragging = true;
    this.#following = new Following(this.#grip!, vehicle, this.#stage.picture.unit, this.#stage.picture.bridges);
    this.#stage.root.classList.add("dragging");
  }

  #release(event: PointerEvent): void {
    this.#drag(event); // a quick finger may be lifted before it was seen to move
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    this.#pressed = null;
    if (!this.#isDragging) {
      pressed.tap();
      return;
    }
    const [x, y] = this.#stage.pointOf(event);
    const stop = this.#following!.stopNear(x, y);
    const place = this.#play.placeAt(x, y);
    const grip = this.#grip!;
    const isCar = pressed.vehicle !== grip.vehicle;
    this.#putBack();
    if (stop >= 0 && (isCar || place < 0 || grip.ways[stop]!.place === place)) this.#drop(grip, stop);
    else if (!isCar && place >= 0 && grip.ways[0]!.place !== place) this.goTo(place);
  }

  /** Make the move that ends here; ask if the locomotive's own path leaves open where the pushed pieces go. */
  #drop(grip: Grip, stop: number): void {
    const path = pathTo(grip, stop);
    const ways = outcomes(grip, (way, index) => way.place === grip.ways[stop]!.place && pathTo(grip, index) === path);
    if (ways.length > 1) this.#moves.ask(grip, ways);
    else this.#moves.move(grip, stop, false);
  }

  #putBack(): void {
    this.#pressed = null;
    this.#following = null;
    if (!this.#isDragging) return;
    this.#isDragging = false;
    this.#stage.root.classList.remove("dragging");
    this.#stage.aim(null);
    this.#stage.place(this.#play.frame());
  }

  // ------------------------------------------------------------------------------------------------ keys

  #focused(event: FocusEvent): void {
    const vehicle = this.#vehicleAt(event);
    if (vehicle >= 0 && this.isFree && !this.#pressed && this.#grip?.vehicle !== vehicle) this.choose(vehicle);
  }

  #key(event: KeyboardEvent): void {
    if (!this.isFree || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    const isEnter = event.key === "Enter" || event.key === " ";
    const focused = this.#vehicleAt(event);
    if (isEnter && !this.#play.movable().includes(focused) && this.couplerOf(focused) >= 0) this.couple(focused);
    else if (direction && this.#grip) this.#aim(direction);
    else if (isEnter && this.#grip) this.#confirm();
    else if (event.key === "Escape") this.cancel();
    else return;
    event.preventDefault();
  }

  /** Aim at the nearest place to stop in a direction, as seen from the one aimed at now. */
  #aim([dx, dy]: [number, number]): void {
    const ways = this.#grip!.ways;
    const [x, y] = ways[Math.max(0, this.#aimed)]!.at;
    let best = Infinity;
    let found = -1;
    ways.forEach((way, index) => {
      if (!way.stops) return;
      const ahead = (way.at[0] - x) * dx + (way.at[1] - y) * dy;
      const aside = Math.abs((way.at[0] - x) * dy) + Math.abs((way.at[1] - y) * dx);
      if (ahead < 0.5 || ahead + 2 * aside >= best) return;
      best = ahead + 2 * aside;
      found = index;
    });
    if (found < 0) return;
    this.#stage.place(this.#grip!.frame(found));
    this.aimAt(found);
    this.#moves.aimed(found);
  }

  /** Mark a way of the grip, which Enter then takes. */
  aimAt(way: number): void {
    this.#aimed = way;
    this.#stage.aim(this.#grip!.ways[way]!.at);
    this.#moves.announce(this.#grip!.ways[way]!.words);
  }

  #confirm(): void {
    if (this.#aimed < 0) return;
    const way = this.#aimed;
    this.#stage.place(this.#play.frame());
    this.#moves.move(this.#grip!, way, true);
  }

  /** Give up what the keys have aimed at, or the choice. */
  cancel(): void {
    this.#stage.place(this.#play.frame());
    if (this.#aimed >= 0) {
      this.#aimed = -1;
      this.#stage.aim(null);
    } else this.choose(-1);
  }
}

/** Return the ways that stop and fit, the first of each outcome. */
function outcomes(grip: Grip, fits: (way: Way, index: number) => boolean): number[] {
  const seen = new Set<string>();
  return grip.ways.flatMap((way, index) => {
    if (!way.stops || seen.has(way.outcome) || !fits(way, index)) return [];
    seen.add(way.outcome);
    return [index];
  });
}

/** Return the places that a vehicle passes on its way, as a text. */
function pathTo(grip: Grip, index: number): string {
  const places: number[] = [];
  for (let way = index; way >= 0; way = grip.ways[way]!.parent) {
    const { place } = grip.ways[way]!;
    if (places[places.length - 1] !== place) places.push(place);
  }
  return places.join();
}
