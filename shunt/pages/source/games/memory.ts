/** The tables that this browser sits at, newest first. They are in its storage alone; without storage they last as long as the page. */

import type { Seated } from "./data.ts";

const KEY = "shunt-games";
const NAMES = "shunt-games-names";
const MOST = 20;
let kept: Seated[] = [];

export function remembered(): Seated[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(found)) kept = found.filter(isSeated);
  } catch {
    // no storage, or what is in it was not written by this page
  }
  return kept;
}

export function remember(seated: Seated): void {
  keep([seated, ...remembered().filter(({ table }) => table !== seated.table)].slice(0, MOST));
}

export function forget(table: string): void {
  keep(remembered().filter((one) => one.table !== table));
}

/** The names that were given to seats in the last game that was begun here. */
export function namesUsed(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export function useNames(names: readonly string[]): void {
  try {
    localStorage.setItem(NAMES, JSON.stringify(names));
  } catch {
    // they are typed again
  }
}

function keep(all: Seated[]): void {
  kept = all;
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // the page alone remembers them
  }
}

function isSeated(one: unknown): one is Seated {
  const seated = one as Partial<Seated> | null;
  return typeof seated?.table === "string" && typeof seated.game === "string" && typeof seated.keys === "object" && Array.isArray(seated.names);
}
