/** Sidings on a headshunt as the editor holds them: a layout, or a card with its start and its goal; read from files and written. */

import { isTable, type Table } from "../check/shape.ts";
import { entries, key, value } from "./toml.ts";

export interface Siding {
  name: string;
  capacity: number;
  /** Cars from the points to the buffer stop. */
  start: string[];
  /** The same at the end; null is free. `?` is any car. */
  goal: string[] | null;
}

export interface SidingsYard {
  name: string;
  /** The layout's own name within a card, "" for none. */
  layoutName: string;
  isCard: boolean;
  /** Cars that the headshunt takes, 0 for any number. */
  headshunt: number;
  /** Cars in the headshunt from the locomotive to the points. */
  start: string[];
  goal: string[];
  sidings: Siding[];
  /** The goal as one train in any siding; null if the goal is a matter of tracks. */
  train: string[] | null;
  options: Table;
  about: Table;
  layoutAbout: Table;
}

/** Where cars are: the name of a siding, or null for the headshunt. */
export type Track = string | null;

export function emptySidings(): SidingsYard {
  const siding = (name: string, capacity: number): Siding => ({ name, capacity, start: [], goal: null });
  return {
    name: "my-sidings", layoutName: "", isCard: true, headshunt: 3, start: [], goal: [], train: null,
    sidings: [siding("1", 5), siding("2", 3), siding("3", 3)], options: {}, about: {}, layoutAbout: {},
  };
}

export const carsOf = (yard: SidingsYard): string[] => [...yard.start, ...yard.sidings.flatMap((siding) => siding.start)];
export const sidingOf = (yard: SidingsYard, name: string): Siding | undefined => yard.sidings.find((siding) => siding.name === name);

/** Return the cars on a track at the start or in the goal. */
export function carsOn(yard: SidingsYard, side: "start" | "goal", track: Track): string[] {
  if (track === null) return yard[side];
  return sidingOf(yard, track)?.[side] ?? [];
}

export function setCars(yard: SidingsYard, side: "start" | "goal", track: Track, cars: string[]): void {
  if (track === null) yard[side] = cars;
  else {
    const siding = sidingOf(yard, track);
    if (siding) siding[side] = cars;
  }
}

/** Put a car on a track at a place, counted from the points; at the start and in the goal a car is in one place, but for `?`. */
export function putCar(yard: SidingsYard, side: "start" | "goal", car: string, from: { track: Track; place: number } | null, to: { track: Track; place: number } | null): void {
  if (from) {
    const cars = [...carsOn(yard, side, from.track)];
    cars.splice(from.place, 1);
    setCars(yard, side, from.track, cars);
  }
  if (!to) return;
  const cars = [...carsOn(yard, side, to.track)];
  cars.splice(Math.min(to.place, cars.length), 0, car);
  setCars(yard, side, to.track, cars);
}

/** Give a car another name at the start and in the goal. */
export function renameCar(yard: SidingsYard, old: string, name: string): void {
  const named = (cars: string[]) => cars.map((car) => (car === old ? name : car));
  for (const side of ["start", "goal"] as const) yard[side] = named(yard[side]);
  for (const siding of yard.sidings) [siding.start, siding.goal] = [named(siding.start), siding.goal && named(siding.goal)];
  if (yard.train) yard.train = named(yard.train);
}

/** Return the number that no car has as its name. */
export function freshCar(yard: SidingsYard): string {
  const used = new Set(carsOf(yard));
  for (let number = 1; ; number++) if (!used.has(String(number))) return String(number);
}

// --------------------------------------------------------------------------------------------------- files

const table = (given: unknown): Table => (isTable(given) ? given : {});
const split = (given: unknown): string[] => (typeof given === "string" ? given.split(/\s+/).filter(Boolean) : []);
const number = (given: unknown, otherwise: number): number => (typeof given === "number" && Number.isFinite(given) ? Math.round(given) : otherwise);

/** Read a sidings layout, or a card on one. */
export function readSidings(data: Table, layout: Table, isCard: boolean): SidingsYard {
  const yard = emptySidings();
  const [start, goal] = [table(data["start"]), table(data["goal"])];
  yard.isCard = isCard;
  yard.name = typeof data["name"] === "string" ? data["name"] : yard.name;
  yard.layoutName = isCard && typeof layout["name"] === "string" ? layout["name"] : "";
  yard.headshunt = number(layout["headshunt"], 3);
  yard.sidings = Object.entries(table(layout["sidings"])).map(([name, holds]) => ({
    name, capacity: number(holds, 3), start: split(start[name]), goal: name in goal ? split(goal[name]) : null,
  }));
  yard.start = split(start["headshunt"]);
  yard.goal = split(goal["headshunt"]);
  yard.train = "train" in goal ? split(goal["train"]) : null;
  yard.options = table(data["options"]);
  yard.about = table(data["about"]);
  yard.layoutAbout = isCard ? table(layout["about"]) : {};
  return yard;
}

export function sidingsText(yard: SidingsYard): string {
  const capacities = `{ ${yard.sidings.map(({ name, capacity }) => `${key(name)} = ${capacity}`).join(", ")} }`;
  const layout = [`headshunt = ${yard.headshunt}`, `sidings = ${capacities}`];
  const about = (given: Table, name: string) => (Object.keys(given).length ? ["", `[${name}]`, ...entries(given)] : []);
  if (!yard.isCard) return lines(['schema = "shunt-layout/1"', `name = ${value(yard.name)}`, ...layout, ...about(yard.about, "about")]);
  const cars = (name: string, given: readonly string[]) => `${key(name)} = ${value(given.join(" "))}`;
  const start = [cars("headshunt", yard.start), ...yard.sidings.map((siding) => cars(siding.name, siding.start))];
  const goal = yard.train
    ? [cars("train", yard.train)]
    : [...(yard.goal.length ? [cars("headshunt", yard.goal)] : []), ...yard.sidings.flatMap((siding) => (siding.goal ? [cars(siding.name, siding.goal)] : []))];
  return lines([
    'schema = "shunt-card/1"', `name = ${value(yard.name)}`, 'ruleset = "sidings"', "",
    "[layout]", ...(yard.layoutName ? [`name = ${value(yard.layoutName)}`] : []), ...layout, ...about(yard.layoutAbout, "layout.about"),
    "", "[start]", ...start, "", "[goal]", ...goal,
    ...(Object.keys(yard.options).length ? ["", "[options]", ...entries(yard.options)] : []), ...about(yard.about, "about"),
  ]);
}

const lines = (given: readonly string[]) => `${given.join("\n")}\n`;
