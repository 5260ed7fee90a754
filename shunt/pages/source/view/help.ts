/** What can be done, and with which keys. */

import type { CardData } from "../data.ts";
import { dialogOf } from "./dialog.ts";
import { h } from "./dom.ts";

const TOUCH = [
  "Drag a locomotive along the track; or tap it, then tap one of the dots where it may stop.",
  "A hook glows behind a locomotive that can take a car along: tap the hook or the car, or drag the car. Tap it again to uncouple.",
  "Use two fingers to enlarge the board, then one finger to move it. The button with four corners fills the screen.",
  "Undo takes a move back. Hint shows one move; hints are counted.",
];

const KEYS: [string, string][] = [
  ["Tab, 1–9", "choose a locomotive"],
  ["arrows", "aim at a place to stop"],
  ["Enter", "go there"],
  ["Escape", "put it back"],
  ["C", "couple one more piece"],
  ["T", "turn a turntable that is turned by hand"],
  ["U, Ctrl+Z", "undo"],
  ["R, Ctrl+Y", "redo"],
  ["H", "show one move (hints are counted)"],
  ["P", "replay the moves made"],
  ["B, N, Shift+N", "previous, next, next unsolved card"],
];

const RULES: Record<CardData["kind"], string[]> = {
  trains: [
    "A locomotive runs in one direction as far as you like, and stops: that is one move.",
    "Before it runs it may couple the pieces behind it; they follow.",
    "The train pushes everything in its way. Cars in front are never coupled, so a push cannot be undone by pulling.",
    "Broken tracks are never entered. Most turntables turn after every move.",
    "The card is solved when every piece is on its dashed place.",
  ],
  sidings: [
    "Take a car: it and all cars between it and the points come along, out of a siding into the headshunt (a pull), or from there into a siding (a drop).",
    "Every pull and every drop is one move. In some cards, every run of the locomotive counts as one instead; then take the locomotive too.",
    "A siding or the headshunt cannot hold more cars than it has room for.",
  ],
  hump: [
    "Bid how many moves you need, then sort the train so that it leaves in the required order.",
    "Take the last car of a cut: it and all cars in front of it roll along the track as far as they can. That is one move.",
    "A cut never pushes. Cars leave by the sink only as a whole train.",
  ],
};

/** Make the dialog for the kinds of cards that a page has. */
export function helpOf(kinds: readonly CardData["kind"][]): HTMLDialogElement {
  const rules = [...new Set(kinds)].flatMap((kind) => RULES[kind]);
  return dialogOf(
    "Help",
    "How to play",
    h("ul", {}, ...TOUCH.map((words) => h("li", {}, words))),
    h("h2", {}, "Rules"),
    h("ul", {}, ...rules.map((rule) => h("li", {}, rule))),
    h("details", {}, h("summary", {}, "Keys"), h("dl", {}, ...KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key), h("dd", {}, words))))),
  );
}
