/** The panel beside the board: what is chosen, with everything that can be done with it, also from the keyboard. */

import { button, h } from "../../view/dom.ts";
import type { Change } from "./desk.ts";
import { type Board, type Doc, type End, freshName, joinedTo, type Piece, removeSpace, renameSpace, type Space, spaceOf, toggleJoin, type Turntable } from "../model/model.ts";

const COLOURS = ["red", "green", "yellow", "blue", "black", "white", "orange", "purple", "brown", "grey"];
const LETTERS = ["A", "B", "C", "D", "E", "F"];

export function panelOf(doc: Doc, chosen: readonly string[], change: Change, choose: (name: string) => void): HTMLElement {
  const panel = h("div", { class: "panel-body" });
  const [name] = chosen;
  const space = name === undefined ? undefined : spaceOf(doc.board, name);
  if (chosen.length > 1) panel.append(...severalRows(doc, chosen, change));
  else if (space) panel.append(...spaceRows(doc, space.name, change, choose));
  else panel.append(h("p", { class: "note" }, "Choose a space to change it. Shift-click chooses several."));
  return panel;
}

function severalRows(doc: Doc, chosen: readonly string[], change: Change): HTMLElement[] {
  const present = doc.board.exclusive.findIndex((group) => [...group].sort().join() === [...chosen].sort().join());
  const exclusive = present < 0
    ? button("Only one may be occupied", () => change(({ board }) => void board.exclusive.push([...chosen])))
    : button("Each may be occupied", () => change(({ board }) => void board.exclusive.splice(present, 1)));
  const bridge = button("Turntable with this bridge", () => change((edited) => void addTurntable(edited.board, [...chosen])));
  const remove = button("Remove", () => change((edited) => chosen.forEach((name) => removeSpace(edited, name))), { class: "danger" });
  return [h("h2", {}, `${chosen.length} spaces`), h("p", { class: "note" }, chosen.join(" ")), h("div", { class: "row" }, exclusive, bridge, remove)];
}

function spaceRows(doc: Doc, name: string, change: Change, choose: (name: string) => void): HTMLElement[] {
  const { board, puzzle } = doc;
  const space = spaceOf(board, name)!;
  const field = h("input", { type: "text", value: name, "aria-label": "Name of the space", spellcheck: "false", autocomplete: "off" });
  field.addEventListener("change", () => {
    const wanted = field.value.trim();
    if (!wanted || spaceOf(board, wanted)) field.value = name;
    else {
      change((edited) => renameSpace(edited, name, wanted));
      choose(wanted);
    }
  });
  const noStop = h("input", { type: "checkbox" });
  noStop.checked = space.noStop;
  noStop.addEventListener("change", () => change((edited) => void (spaceOf(edited.board, name)!.noStop = noStop.checked)));
  const rows: HTMLElement[] = [
    h("h2", {}, "Space"),
    h("div", { class: "row" }, field, button("Remove", () => change((edited) => removeSpace(edited, name)), { class: "danger" })),
    h("label", { class: "check" }, noStop, "Nothing may stop here"),
    endRows(board, [name, 0], change),
    endRows(board, [name, 1], change),
  ];
  rows.push(directionRow(space, change));
  const groups = board.exclusive.filter((group) => group.includes(name));
  if (groups.length) rows.push(h("p", { class: "note" }, `Only one of ${groups.map((group) => group.join(", ")).join("; ")} may be occupied.`));
  const table = board.turntables.find(({ bridge }) => bridge.includes(name));
  if (table) rows.push(turntableRows(doc, table, change));
  else rows.push(h("div", { class: "row" }, button("Make it a turntable", () => change((edited) => void addTurntable(edited.board, [name])))));
  if (puzzle) rows.push(...pieceRows(doc, name, change));
  return rows;
}

/** The direction in which a space is drawn: along its joins, or as it is given. */
function directionRow(space: Space, change: Change): HTMLElement {
  const field = h("input", { type: "number", step: 5, value: space.turned ?? "", placeholder: "auto", "aria-label": "Direction in degrees, empty: along the track" });
  field.addEventListener("change", () => {
    const degrees = field.value === "" || !Number.isFinite(Number(field.value)) ? null : Math.max(-10000, Math.min(10000, Number(field.value)));
    change((edited) => void (spaceOf(edited.board, space.name)!.turned = degrees));
  });
  return h("div", { class: "row" }, h("span", { class: "word" }, "Direction"), field, h("span", { class: "note" }, "degrees; empty: along the track"));
}

/** The joins at one end of a space, and a choice to add one: the way to join spaces from the keyboard. */
function endRows(board: Board, end: End, change: Change): HTMLElement {
  const label = end[1] === 0 ? "Behind" : "Ahead";
  const joined = joinedTo(board, end);
  const parts = joined.map((other) =>
    button(`${other[0]} ✕`, () => change((edited) => toggleJoin(edited.board, end, other)), { class: "chip", "aria-label": `Part from ${other[0]}` }),
  );
  const others = board.spaces.filter((space) => space.name !== end[0]).flatMap((space) => [[space.name, 0], [space.name, 1]] as End[]);
  const add = h("select", { "aria-label": `Join ${end[0]}, ${label.toLowerCase()}, to` }, h("option", { value: "" }, "join to …"));
  add.append(...others.map(([name, side]) => h("option", { value: `${name}/${side}` }, `${name}, ${side ? "ahead" : "behind"}`)));
  add.addEventListener("change", () => {
    const [name, side] = add.value.split("/");
    if (name) change((edited) => toggleJoin(edited.board, end, [name, side === "1" ? 1 : 0]));
  });
  return h("div", { class: "row end-row" }, h("span", { class: "word" }, label), ...(parts.length ? parts : [h("span", { class: "word" }, "buffer stop")]), add);
}

function addTurntable(board: Board, bridge: string[]): void {
  const used = new Set(board.turntables.map((table) => table.name));
  const name = [bridge[0]!, "T", "T2", "T3", "T4"].find((one) => !used.has(one)) ?? freshName(board);
  board.turntables.push({ name, bridge, positions: [["", ""]], rotation: "each-move" });
}

function turntableRows(doc: Doc, table: Turntable, change: Change): HTMLElement {
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
        choice(`Position ${number}, ${side ? "last" : "first"} end`, outside, pair[side]!, (value) => edit((one) => void (one.positions[number]![side] = value)), "wall"),
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
    h("div", { class: "row" }, rotation, button("No turntable", () => change((edited) => void edited.board.turntables.splice(place, 1)))),
    ...positions,
    h("div", { class: "row" }, button("Add a position", () => edit((one) => void one.positions.push(["", ""])))),
    ...setting,
  );
}

function choice(label: string, values: readonly string[], present: string, act: (value: string) => void, empty = ""): HTMLSelectElement {
  const select = h("select", { "aria-label": label }, ...values.map((value) => h("option", { value }, value || empty)));
  select.value = present;
  select.addEventListener("change", () => act(select.value));
  return select;
}

// ------------------------------------------------------------------------------------------------ the card

function pieceRows(doc: Doc, name: string, change: Change): HTMLElement[] {
  const puzzle = doc.puzzle!;
  const here = puzzle.pieces.filter((piece) => piece.space === name);
  const rows: HTMLElement[] = [h("h2", {}, "Card")];
  for (const piece of here) rows.push(pieceRow(doc, piece, change));
  const add = (kind: Piece["kind"], names: string[]) => {
    const used = new Set(puzzle.pieces.map((piece) => piece.name));
    const fresh = names.find((one) => !used.has(one)) ?? `${kind}${puzzle.pieces.length}`;
    const faces = joinedTo(doc.board, [name, 1]).length || !joinedTo(doc.board, [name, 0]).length ? 1 : 0;
    change((edited) => void edited.puzzle!.pieces.push({ name: fresh, kind, space: name, faces, goal: null }));
  };
  const isBroken = puzzle.broken.includes(name);
  const buttons = here.length ? [] : [button("Locomotive", () => add("locomotive", LETTERS)), button("Car", () => add("car", COLOURS))];
  buttons.push(
    button(isBroken ? "Mended" : "Broken track", () =>
      change((edited) => void (edited.puzzle!.broken = isBroken ? puzzle.broken.filter((one) => one !== name) : [...puzzle.broken, name])),
    ),
  );
  rows.push(h("div", { class: "row" }, ...buttons), h("p", { class: "word" }, "Must end here"));
  const goals = puzzle.pieces.map((piece) => {
    const wanted = piece.goal?.space === name;
    const place = puzzle.pieces.indexOf(piece);
    return button(piece.name, () => change((edited) => void (edited.puzzle!.pieces[place]!.goal = wanted ? null : { space: name, faces: null })), {
      class: "chip", "aria-pressed": String(wanted),
    });
  });
  rows.push(h("div", { class: "row" }, ...(goals.length ? goals : [h("span", { class: "note" }, "no piece yet")])));
  for (const piece of puzzle.pieces) if (piece.goal?.space === name && piece.kind === "locomotive" && puzzle.ruleset === "switcher") rows.push(goalHeading(doc, piece, change));
  return rows;
}

function pieceRow(doc: Doc, piece: Piece, change: Change): HTMLElement {
  const place = doc.puzzle!.pieces.indexOf(piece);
  const edit = (act: (piece: Piece) => void) => change((edited) => act(edited.puzzle!.pieces[place]!));
  const name = h("input", { type: "text", value: piece.name, "aria-label": `Name of the ${piece.kind}`, spellcheck: "false", autocomplete: "off" });
  name.addEventListener("change", () => edit((one) => void (one.name = name.value.trim() || piece.name)));
  const space = choice(`Space of ${piece.name}`, doc.board.spaces.map((one) => one.name), piece.space, (value) => edit((one) => void (one.space = value)));
  const turn = piece.kind === "locomotive" && doc.puzzle!.ruleset === "switcher" && button("Turn", () => edit((one) => void (one.faces = one.faces ? 0 : 1)));
  const remove = button("✕", () => change((edited) => void edited.puzzle!.pieces.splice(place, 1)), { "aria-label": `Remove ${piece.name}` });
  return h("div", { class: "row" }, name, space, turn, remove);
}

function goalHeading(doc: Doc, piece: Piece, change: Change): HTMLElement {
  const place = doc.puzzle!.pieces.indexOf(piece);
  const faces = piece.goal!.faces;
  const select = choice(`Heading of ${piece.name} in the goal`, ["", "1", "0"], faces === null ? "" : String(faces), (value) =>
    change((edited) => void (edited.puzzle!.pieces[place]!.goal!.faces = value === "" ? null : (Number(value) as 0 | 1))),
  );
  ["either way", "facing ahead", "facing behind"].forEach((words, index) => (select.options[index]!.textContent = words));
  return h("div", { class: "row" }, h("span", { class: "word" }, `${piece.name} ends`), select);
}
