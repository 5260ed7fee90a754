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
  #pressed: { vehicle: number; x: number; y: number; wasChosen: boolean } | null = null;
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

  couple(other: number): void {
    if (!this.#grip) return;
    this.#play.toggleCoupling(this.#grip.vehicle, other);
    this.refresh();
    const names = this.#play.picture.vehicles;
    const coupled = this.#play.couplings(this.#grip.vehicle).filter((one) => one.isCoupled);
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
    this.#stage.mark(this.#grip, this.#grip ? this.#play.couplings(this.#grip.vehicle) : []);
  }

  // ------------------------------------------------------------------------------------------------ pointer

  #vehicleAt(event: Event): number {
    const group = (event.target as Element).closest("[data-vehicle]");
    return group ? Number(group.getAttribute("data-vehicle")) : -1;
  }

  /** Keep the page from scrolling under a finger that takes a vehicle; `touch-action` is not heeded inside SVG everywhere. */
  #touch(event: TouchEvent): void {
    if (event.touches.length === 1 && this.#play.movable().includes(this.#vehicleAt(event))) event.preventDefault();
  }

  #press(event: PointerEvent): void {
    if (!this.isFree || event.button > 0 || !event.isPrimary) return;
    const vehicle = this.#vehicleAt(event);
    const [x, y] = this.#stage.pointOf(event);
    if (this.#play.movable().includes(vehicle)) {
      event.preventDefault();
      const wasChosen = this.#grip?.vehicle === vehicle;
      this.#pressed = { vehicle, x: event.clientX, y: event.clientY, wasChosen };
      if (!wasChosen) this.choose(vehicle);
      this.#stage.focus(vehicle);
      this.#stage.root.setPointerCapture(event.pointerId);
      return;
    }
    const couplings = this.#grip ? this.#play.couplings(this.#grip.vehicle) : [];
    if (couplings.some((one) => one.vehicle === vehicle)) this.couple(vehicle);
    else if (vehicle >= 0 && !this.#grip) this.#moves.refuse(this.#play.stuck(vehicle));
    else this.#tapped(x, y);
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
    if (!this.#pressed || !this.#grip) return;
    if (!this.#isDragging) {
      if (Math.hypot(event.clientX - this.#pressed.x, event.clientY - this.#pressed.y) < THRESHOLD) return;
      this.#isDragging = true;
      this.#following = new Following(this.#grip, this.#stage.picture.unit, this.#stage.picture.bridges);
      this.#stage.root.classList.add("dragging");
    }
    const point = this.#following!.to(...this.#stage.pointOf(event));
    const { ways } = this.#grip;
    const frame = this.#grip.frame(point.way);
    const { parent } = ways[point.way]!;
    this.#stage.place(parent < 0 ? frame : frameBetween(this.#grip.frame(parent), frame, point.share, this.#stage.picture.bridges));
    const stop = this.#following!.stopNear(...this.#stage.pointOf(event));
    this.#stage.aim(stop < 0 ? null : ways[stop]!.at);
  }

  #release(event: PointerEvent): void {
    this.#drag(event); // a quick finger may be lifted before it was seen to move
    const pressed = this.#pressed;
    this.#pressed = null;
    if (!pressed || !this.#grip) return;
    if (!this.#isDragging) {
      if (pressed.wasChosen) this.choose(-1);
      return;
    }
    const [x, y] = this.#stage.pointOf(event);
    const stop = this.#following!.stopNear(x, y);
    const place = this.#play.placeAt(x, y);
    const grip = this.#grip;
    this.#putBack();
    if (stop >= 0 && (place < 0 || grip.ways[stop]!.place === place)) this.#drop(grip, stop);
    else if (place >= 0 && grip.ways[0]!.place !== place) this.goTo(place);
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
    if (direction && this.#grip) this.#aim(direction);
    else if ((event.key === "Enter" || event.key === " ") && this.#grip) this.#confirm();
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
