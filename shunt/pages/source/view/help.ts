/** What can be done, and with which keys. */

import { button, h } from "./dom.ts";

const KEYS: [string, string][] = [
  ["Tab, 1–9", "choose a locomotive"],
  ["arrows", "aim at a place to stop"],
  ["Enter", "go there"],
  ["Escape", "put it back"],
  ["C", "couple one piece more"],
  ["T", "turn a turntable that is turned by hand"],
  ["U, Ctrl+Z", "undo"],
  ["R, Ctrl+Y", "redo"],
  ["H", "hint: one move, which is counted"],
  ["P", "replay the moves made"],
];

const RULES = [
  "A locomotive runs in one direction as far as you like, and stops: that is one move.",
  "Before it runs it may couple the pieces behind it; they follow.",
  "Whatever is in the way is pushed. A push cannot be undone by pulling: cars in front are never coupled.",
  "Broken tracks are never entered. Most turntables turn after every move.",
  "The card is solved when every piece is on its dashed place.",
];

export function helpOf(): HTMLDialogElement {
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "help", "aria-label": "Help" },
    h("h2", {}, "How to play"),
    h("ul", {}, ...RULES.map((rule) => h("li", {}, rule))),
    h("h2", {}, "Keys"),
    h("dl", {}, ...KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key), h("dd", {}, words)))),
    h("div", { class: "row" }, button("Close", () => dialog.close(), { class: "primary" })),
  );
  return dialog;
}
