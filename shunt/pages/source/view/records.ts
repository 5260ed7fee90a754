/** How the player has done; and what the browser keeps about it, saved as files and opened again. */

import type { CardData } from "../data.ts";
import { statisticsOf } from "../play/statistics.ts";
import { standingOf, tierOfGrade } from "../play/standing.ts";
import { type Deck, isPossible, logOf, readLog, type Result } from "../play/results.ts";
import { attemptLines, type Store } from "../play/store.ts";
import { dialogOf } from "./dialog.ts";
import { button, h } from "./dom.ts";
import { counted, rankOf } from "./ranks.ts";

const LARGEST = 20_000_000; // bytes, as in shunt/generator/packs/results.py

export interface Kept {
  decks: readonly Deck[];
  cards: readonly CardData[];
  store: Store;
  /** The tiers, easiest first, and the grades at which they begin. */
  tiers: Readonly<Record<string, number>>;
  /** Called after results were opened. */
  changed(): void;
}

const keyOf = (card: CardData): string => `${card.key}:${card.name}`;

/** Make the dialog with the player's statistics, which also saves and opens files. */
export function recordsOf(kept: Kept): { dialog: HTMLDialogElement; open(): void } {
  const said = h("p", { class: "said", role: "status" });
  const numbers = h("dl", { class: "statistics" });
  const dialog = dialogOf("Statistics", "Statistics", numbers, filesOf(kept, (words) => void (said.textContent = words)), said);
  const open = () => {
    said.textContent = "";
    numbers.replaceChildren(...numbersOf(kept).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    dialog.showModal();
  };
  return { dialog, open };
}

function numbersOf({ cards, store, tiers }: Kept): [string, string][] {
  const known = store.allProgress();
  const standing = standingOf(store.attempts(), store.grades(), new Date().toISOString().slice(0, 10));
  return statisticsOf(cards.map((card) => known(keyOf(card))), store.attempts(), standing, (grade) => tierOfGrade(tiers, grade));
}

/** Make the part by which results and attempts are saved as files and opened again. */
function filesOf(kept: Kept, say: (words: string) => void): HTMLElement {
  const { decks } = kept;
  const file = h("input", { type: "file", accept: ".jsonl,application/jsonl", "aria-label": "Log of results to open" });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openResults(kept, chosen).then(say);
    file.value = "";
  });
  file.hidden = true;
  const saves = decks.map((deck, index) => button(decks.length > 1 ? `Save results of ${deck.title}` : "Save results", () => say(saveResults(kept, index))));
  return h(
    "details",
    {},
    h("summary", {}, "Files"),
    decks.length > 0 && h("p", {}, "Save your best results as a file, or open such a file from another browser or from shunt play."),
    decks.length > 0 && h("div", { class: "row" }, ...saves, button("Open results", () => file.click()), file),
    h("p", {}, "Save every attempt with its moves, undos, hints and time. Nothing leaves this browser unless you pass the file on."),
    h("div", { class: "row" }, button("Save attempts", () => say(saveAttempts(kept.store)))),
  );
}

function saveAttempts(store: Store): string {
  const attempts = store.attempts();
  if (attempts.length === 0) return "No attempts have been recorded yet. Play a card first.";
  download("shunt-attempts.jsonl", attemptLines(attempts));
  return `${counted(attempts.length, "attempt")} saved.`;
}

function saveResults({ decks, cards, store }: Kept, index: number): string {
  const results = cards.filter((card) => card.deck === index).flatMap((card): Result[] => {
    const { best, rank = "", at = "" } = store.progress(keyOf(card));
    return best === undefined ? [] : [{ card: card.name, moves: best, rank, at }];
  });
  if (results.length === 0) return "No cards have been solved yet.";
  const deck = decks[index]!;
  download(`${deck.name}.jsonl`, logOf(deck, results));
  return `${counted(results.length, "result")} saved.`;
}

/** Keep the results of a log that are better than those known; return what came of it. */
async function openResults({ decks, cards, store, changed }: Kept, file: File): Promise<string> {
  if (file.size > LARGEST) return "This file is too large to be a log of results.";
  const log = readLog(await file.text().catch(() => ""), decks);
  if (typeof log === "string") return log;
  const deck = decks.indexOf(log.deck);
  const known = new Map(cards.filter((card) => card.deck === deck).map((card) => [card.name, card]));
  let better = 0;
  for (const { card: name, moves, at } of log.results) {
    const card = known.get(name);
    if (card && isPossible(card, moves) && store.saveResult(keyOf(card), moves, rankOf(card.ranks, moves), at)) better++;
  }
  changed();
  return better === 0 ? "The log has no results better than those stored here." : `${counted(better, "result")} taken from the log.`;
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
