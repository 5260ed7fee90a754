/** What the server tells a page about games and tables (`pages/tables/` in Python), and how it is asked. */

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  /** The numbers of players that the game allows. */
  seats: number[];
  /** Each rule with its picture as SVG, "" for none. */
  rules: [text: string, picture: string][];
  /** What may be chosen besides the players: a name, what it is about, and the values in words, the usual one first. */
  options: [name: string, about: string, values: string[]][];
}

export interface GamesData {
  games: GameInfo[];
  /** How strong bots can be, from weak to strong. */
  strengths: string[];
  /** The game to open first, "" for the list of games. */
  first: string;
  /** Whether other devices may join. */
  lan: boolean;
  /** The address of the page of cards, "" if games are served alone. */
  home: string;
}

/** A box in the drawing that can be touched: its name, its place in millimetres, and what it is. */
export type Zone = [name: string, x: number, y: number, across: number, down: number, words: string];

/** A legal action: its notation, its words, the zones that are touched for it, in order, and what tells equal words apart. */
export type Choice = [action: string, words: string, zones: string[], detail: string];

/** Return choices with the same words together, in order. */
export function together(choices: readonly Choice[]): [words: string, same: Choice[]][] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) found.set(choice[1], [...(found.get(choice[1]) ?? []), choice]);
  return [...found];
}

/** Zones that may not be touched one after the other, and the rule that forbids it. */
export type Barred = [zones: string[], why: string];

export interface Drawn {
  svg: string;
  zones: Zone[];
  choices: Choice[];
  barred: Barred[];
  prompt: string;
}

/** How an earlier game at the table ended. */
export interface GameResult {
  scores: number[];
  winners: number[];
}

export interface GameLook extends Drawn {
  /** What happened, as the player saw it. */
  lines: string[];
  series: GameResult[];
  version: number;
  seat: number;
  names: string[];
  /** The seats of people. */
  people: number[];
  /** Seats of friends that nobody has taken yet. */
  free: number[];
  /** The seat that acts, below 0 for nobody. */
  acting: number;
  thinks: boolean;
  over: boolean;
  scores: number[];
  undo: boolean;
  hints: boolean;
  /** Why the game is not saved, or a bot stopped; "" if all is well. */
  trouble: string;
  /** The width and height for which the table was drawn, in pixels. */
  room: [across: number, down: number];
  /** Actions so far. */
  actions: number;
  winners?: number[];
  seed?: number;
  /** What the scores count. */
  points?: string;
}

/** The table after an action of a finished game: what was done next, and what a strong bot would have done. */
export interface Past extends Drawn {
  next?: string[];
  advice?: string[];
}

/** A table that this browser sits at: the secrets of its seats. */
export interface Seated {
  table: string;
  game: string;
  keys: Record<string, string>;
  names: string[];
  /** The secret by which friends join, "" if there is no seat for them. */
  link?: string;
}

/** Ask the server; an answer that refuses has `refused` or `words`. Throws if there is no answer at all. */
export async function ask<Answer>(what: string, body: Record<string, unknown>, signal: AbortSignal | null = null): Promise<Answer & { refused?: string; words?: string }> {
  const answer = await fetch(`/api/games/${what}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  return (await answer.json()) as Answer & { refused?: string; words?: string };
}
