/** A result as three stars and as a text to pass on; neither says how the card is solved. */

import { h } from "./dom.ts";
import { counted, RANKS } from "./ranks.ts";

const MOST = 3;
const LONGEST = 18; // cars of a train that fits into a line of a message

/** Return the number of stars that a rank earns; without ranks a solution earns them all. */
export function starsOf(rank: string | null | undefined): number {
  const index = RANKS.indexOf(rank as (typeof RANKS)[number]);
  return rank === null ? MOST : index < 0 ? 0 : MOST - index;
}

/** Make the stars of a rank; null for a card without ranks. */
export function stars(rank: string | null): HTMLElement {
  const won = starsOf(rank);
  const marks = Array.from({ length: MOST }, (_, index) => h("span", { class: index < won ? "won" : "" }, index < won ? "★" : "☆"));
  return h("span", { class: "stars", role: "img", "aria-label": counted(won, "star") }, ...marks);
}

/** Return the stars of a rank as a text, those that were not won as outlines. */
export function starText(rank: string | null): string {
  return "★".repeat(starsOf(rank)).padEnd(MOST, "☆");
}

export interface Shared {
  title: string;
  moves: number;
  rank: string;
  /** The most moves that earn Yard Master; null for a card without ranks. */
  par: number | null;
  hints: number;
  streak: number;
  address: string;
}

/** Return a train with a car for each move: green up to the moves of Yard Master, then yellow. It says nothing of where they lead. */
function trainOf(moves: number, par: number): string {
  const [good, more] = [Math.min(moves, par), Math.max(0, moves - par)];
  return moves > LONGEST ? "" : `🚂${"🟩".repeat(good)}${"🟨".repeat(more)}`;
}

/** Return the text to pass on. */
export function shareOf({ title, moves, rank, par, hints, streak, address }: Shared): string {
  const lines = [
    `${title} ${starText(par === null ? null : rank)}`,
    trainOf(moves, par ?? moves),
    [counted(moves, "move"), rank, hints > 0 ? counted(hints, "hint") : "no hints"].filter(Boolean).join(" · "),
    streak > 1 && `${streak} days in a row`,
    address.startsWith("http") && address, // others cannot open a file of this computer
  ];
  return lines.filter(Boolean).join("\n");
}

/** Return the HTML by which another page shows a card, in a frame in which board, goals and moves are visible. */
export function embedCode(title: string, address: string): string {
  const [page = "", card = ""] = address.split("#");
  const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const source = `${page}?embed${card && `#${card}`}`;
  return `<iframe src="${quoted(source)}" title="${quoted(title)}" width="640" height="420" style="border:0" allow="fullscreen; clipboard-write" loading="lazy"></iframe>`;
}
