/** The panel of a turntable. */

import { button, h } from "../../view/dom.ts";
import { choice } from "./fields.ts";
import type { Change } from "./desk.ts";
import { addSpace, type Doc, spaceOf, type Turntable } from "../model/model.ts";
import { removeTurntable } from "../model/turntables.ts";

/** The turntable of a chosen space: its bridge, its positions, how it turns, and how a card begins. */
export function turntableRows(doc: Doc, table: Turntable, change: Change): HTMLElement {
  const place = doc.board.turntables.indexOf(table);
  const edit = (act: (table: Turntable) => void) => change((edited) => act(edited.board.turntables[place]!));
  const rotation = choice("Rotation", ["each-move", "manual", "locked"], table.rotation, (value) => edit((one) => void (one.rotation = value)));
  const outside = ["", ...doc.board.spaces.map((space) => space.name).filter((name) => !table.bridge.includes(name))];
  const positions = table.positions.map((pair, number) =>
    h(
      "div",
      { class: "row" },
      h("span", { class: "word" }, String(number)),
      ...[0, 1].map((side) =>
        choice(`Position ${number}, ${side ? "last" : "first"} end`, outside, pair[side]!, (value) => edit((one) => void (one.positions[number]![side] = value)), "nothing"),
      ),
      button("✕", () => edit((one) => void one.positions.splice(number, 1)), { "aria-label": `Remove position ${number}` }),
    ),
  );
  const setting = doc.puzzle
    ? [h("label", { class: "check" }, "At the start ", choice("Position at the start", table.positions.map((_, index) => String(index)), String(doc.puzzle.settings[table.name] ?? 0), (value) => change((edited) => void (edited.puzzle!.settings[table.name] = Number(value)))))]
    : [];
  return h(
    "fieldset",
    {},
    h("legend", {}, `Turntable ${table.name}`),
    h("div", { class: "row" }, h("span", { class: "word" }, "Bridge"), bridgeField(table, place, change)),
    h("div", { class: "row" }, rotation, button("No turntable", () => change(({ board }) => removeTurntable(board, board.turntables[place]!)))),
    ...positions,
    h("div", { class: "row" }, button("Add a position", () => edit((one) => void one.positions.push(["", ""])))),
    ...setting,
  );
}

/** The spaces of a bridge as text, from its first end to its last; those that the board does not have are laid. */
function bridgeField(table: Turntable, place: number, change: Change): HTMLInputElement {
  const field = h("input", { type: "text", value: table.bridge.join(" "), "aria-label": "Spaces of the bridge", spellcheck: "false", autocomplete: "off" });
  field.addEventListener("change", () => {
    const bridge = field.value.split(/\s+/).filter(Boolean);
    if (!bridge.length) field.value = table.bridge.join(" ");
    else {
      change(({ board }) => {
        for (const name of bridge) if (!spaceOf(board, name)) addSpace(board, name, null);
        board.turntables[place]!.bridge = bridge;
      });
    }
  });
  return field;
}
