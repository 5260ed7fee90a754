/** What the browser keeps: progress and best results, the player's settings, and the records of attempts. */

/** One attempt at a card, as docs/how-to/play-records.md describes it. */
export interface Attempt {
  schema: "shunt-attempt/1";
  id: string;
  card: string;
  player: string;
  at: string;
  moves: number;
  undos: number;
  hints: number;
  seconds: number;
  solved: boolean;
  /** Where an order was dealt and bid on: the order, and the bid if there was one. */
  order?: string;
  bid?: number;
}

export interface Progress {
  /** The fewest moves with which the card was solved, the rank they earned, and when, in UTC. */
  best?: number;
  rank?: string;
  at?: string;
  /** The moves on the board, as a link has them. */
  moves?: string;
}

export interface Settings {
  theme: "auto" | "light" | "dark";
  shapes: boolean;
  sound: boolean;
  vibration: boolean;
  /** Whether the player was told that cars are left behind if they are not coupled. */
  told: boolean;
}

const PREFIX = "shunt-1-";
const MOST_ATTEMPTS = 5_000;

/** A part of the browser's storage, as far as the browser allows it and what it holds can be read. */
export class Store {
  /** What could not be read, in words for the player. */
  readonly faults: string[] = [];
  readonly #storage: Storage | null;

  constructor(storage: () => Storage) {
    this.#storage = allowed(storage);
    if (!this.#storage) this.faults.push("This browser stores nothing for this page, so progress is lost when you close the page.");
  }

  #read(name: string): unknown {
    const text = this.#text(name);
    if (text === null) return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      this.#setAside(name, text);
      return null;
    }
  }

  #text(name: string): string | null {
    try {
      return this.#storage?.getItem(PREFIX + name) ?? null;
    } catch {
      return null; // the browser allows it no more
    }
  }

  /** Keep what cannot be read under another name, so that nothing is overwritten in silence; there may be no room for both. */
  #setAside(name: string, text: string): void {
    try {
      this.#storage?.removeItem(PREFIX + name);
      this.#storage?.setItem(`${PREFIX}${name}-damaged`, text);
      this.faults.push(`The saved ${name} could not be read and was set aside.`);
    } catch {
      this.faults.push(`The saved ${name} could not be read, and there is no room to set it aside.`);
    }
  }

  #write(name: string, value: unknown): void {
    try {
      this.#storage?.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      this.faults.push("The browser has no room left, so progress is not saved.");
    }
  }

  #all(): Record<string, Progress> {
    const value = this.#read("progress") ?? {};
    if (isRecord(value)) return value as Record<string, Progress>;
    this.#setAside("progress", JSON.stringify(value));
    return {};
  }

  progress(key: string): Progress {
    return this.allProgress()(key);
  }

  /** Return the progress of any card, as it is now; the storage is read once. */
  allProgress(): (key: string) => Progress {
    const all = this.#all();
    return (key) => this.#checked(all[key]);
  }

  #checked(found: unknown): Progress {
    if (!isRecord(found)) return {};
    const { best, rank, at, moves } = found;
    return {
      ...(Number.isSafeInteger(best) && Number(best) >= 0 ? { best: Number(best) } : {}),
      ...(typeof rank === "string" ? { rank } : {}),
      ...(typeof at === "string" ? { at } : {}),
      ...(typeof moves === "string" ? { moves } : {}),
    };
  }

  saveMoves(key: string, moves: string): void {
    const all = this.#all();
    all[key] = { ...this.progress(key), moves };
    this.#write("progress", all);
  }

  /** Keep a result if it is the first or better than the best; return whether it is. */
  saveResult(key: string, best: number, rank: string, at = `${new Date().toISOString().slice(0, 19)}Z`): boolean {
    const before = this.progress(key);
    if (before.best !== undefined && before.best <= best) return false;
    const all = this.#all();
    all[key] = { ...before, best, rank, at };
    this.#write("progress", all);
    return true;
  }

  settings(): Settings {
    const value = this.#read("settings");
    const { theme, shapes, sound, vibration, told } = isRecord(value) ? value : {};
    return {
      theme: theme === "light" || theme === "dark" ? theme : "auto",
      shapes: shapes === true,
      sound: sound === true,
      vibration: vibration === true,
      told: told === true,
    };
  }

  /** Change some settings, and return all. */
  saveSettings(changed: Partial<Settings>): Settings {
    const settings = { ...this.settings(), ...changed };
    this.#write("settings", settings);
    return settings;
  }

  /** The random name under which this browser's attempts are recorded. */
  player(): string {
    const known = this.#read("player");
    if (typeof known === "string" && /^[A-Za-z0-9_.-]{1,64}$/.test(known)) return known;
    const digits = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0"));
    const name = `p-${digits.join("")}`;
    this.#write("player", name);
    return name;
  }

  /** The grades of cards that were opened, by id. */
  grades(): Record<string, number> {
    const value = this.#read("grades") ?? {};
    const entries = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
  }

  noteGrade(key: string, grade: number | null): void {
    const known = this.grades();
    if (grade !== null && known[key] !== grade) this.#write("grades", { ...known, [key]: grade });
  }

  attempts(): Attempt[] {
    const value = this.#read("attempts");
    if (value === null || Array.isArray(value)) return (value ?? []).filter(isAttempt);
    this.#setAside("attempts", JSON.stringify(value));
    return [];
  }

  addAttempt(attempt: Attempt): void {
    this.#write("attempts", [...this.attempts(), attempt].slice(-MOST_ATTEMPTS));
  }
}

/** Return attempts as JSON Lines. */
export function attemptLines(attempts: Attempt[]): string {
  return attempts.map((attempt) => `${JSON.stringify(attempt)}\n`).join("");
}

function allowed(storage: () => Storage): Storage | null {
  try {
    const found = storage();
    found.setItem(`${PREFIX}test`, "1");
    found.removeItem(`${PREFIX}test`);
    return found;
  } catch {
    return null;
  }
}

const TEXTS = ["id", "card", "player", "at"];
const NUMBERS = ["moves", "undos", "hints", "seconds"];

/** Return whether a record is whole, so that a file with it can be read. */
function isAttempt(value: unknown): value is Attempt {
  if (!isRecord(value) || value["schema"] !== "shunt-attempt/1" || typeof value["solved"] !== "boolean") return false;
  return TEXTS.every((name) => typeof value[name] === "string") && NUMBERS.every((name) => Number.isFinite(value[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
