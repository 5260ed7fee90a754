/** The trains of a goal: pieces in a row, and where. */

import { button, h } from "../../view/dom.ts";
import type { Office } from "./desk.ts";
import type { WantedTrain } from "../model/model.ts";

/** Rows for the trains that are asked for, and a button for one more. */
export function trainRows({ doc, change }: Office): HTMLElement[] {
  const set = (index: number, key: keyof WantedTrain, text: string) =>
    change(({ puzzle }) => {
      const { [key]: _, ...rest } = puzzle!.trains[index]!;
      puzzle!.trains[index] = (text.trim() || key === "pieces" ? { ...rest, [key]: text.trim() } : rest) as WantedTrain;
    });
  const field = (index: number, key: keyof WantedTrain, label: string, placeholder: string) => {
    const input = h("input", { type: "text", class: "wide", value: doc.puzzle!.trains[index]![key] ?? "", placeholder, "aria-label": `${label} of train ${index + 1}`, spellcheck: "false", autocomplete: "off" });
    input.addEventListener("change", () => set(index, key, input.value));
    return h("div", { class: "row" }, h("span", { class: "word" }, label), input);
  };
  const rows = doc.puzzle!.trains.flatMap((_, index) => [
    field(index, "pieces", "Train", "such as red ? green"),
    field(index, "place", "Place", "anywhere"),
    field(index, "along", "Along", "spaces in their direction"),
    h("div", { class: "row end-row" }, button("Remove this train", () => change(({ puzzle }) => void puzzle!.trains.splice(index, 1)))),
  ]);
  const first = doc.puzzle!.pieces.map((piece) => piece.name).slice(0, 2).join(" ");
  return [...rows, h("div", { class: "row end-row" }, button("Add a train", () => change(({ puzzle }) => void puzzle!.trains.push({ pieces: first }))))];
}
