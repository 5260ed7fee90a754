/** The panel beside the board: what is chosen, with everything that can be done with it, also from the keyboard. */

import { button, h } from "../../view/dom.ts";
import type { Change } from "./desk.ts";
import { type Board, directionOf, type Doc, type End, freshName, joinedTo, type Piece, removeSpace, renameSpace, type Space, spaceOf, toggleJoin, type Turntable, turntableAt } from "../model/model.ts";

const COLOURS = ["red", "green", "yellow", "blue", "black", "white", "orange", "purple", "brown", "grey"];
const STEP = 1.05;
const LETTERS = ["A", "B", "C", "D", "E", "F"];

export function panelOf(doc: Doc, chosen: readonly string[], change: Change, choose: (name: string) => void): HTMLElement {
  const panel = h("div", { class: "panel-body" });
  const [name] = chosen;
  const space = name === undefined ? undefined : spaceOf(doc.board, name);
  panel.append(chooser(doc.board, chosen, change, choose));
  if (chosen.length > 1) panel.append(...severalRows(doc, chosen, change));
  else if (space) panel.append(...spaceRows(doc, space.name, change, choose));
  else panel.append(h("p", { class: "note" }, "Choose a space to change it. Shift-click chooses several."));
  return panel;
}

/** The spaces to choose from, and a button for a new one: the way to lay track from the keyboard. */
function chooser(board: Board, chosen: readonly string[], change: Change, choose: (name: string) => void): HTMLElement {
  const names = board.spaces.map((space) => space.name);
  const select = choice("Chosen space", ["", ...names], chosen.length === 1 ? chosen[0]! : "", (name) => name && choose(name), "choose …");
  const before = chosen.length === 1 ? chosen[0]! : null;
  const add = button("New space", () => {
    const name = freshName(board, before ?? undefined);
    change((edited) => addSpace(edited.board, name, before));
    choose(name);
  }, { title: before ? `Lay a space ahead of ${before}` : "Lay a space beside the board" });
  return h("div", { class: "row" }, ...(names.length ? [select] : []), add);
}

/** Add a space ahead of another one and join it to that, or right of the board. */
function addSpace(board: Board, name: string, before: string | null): void {
  const space = before === null ? undefined : spaceOf(board, before);
  const angle = space ? directionOf(board, space) : 0;
  const [x, y] = space
    ? [space.x + STEP * Math.cos((angle * Math.PI) / 180), space.y + STEP * Math.sin((angle * Math.PI) / 180)]
    : [board.spaces.length ? Math.max(...board.spaces.map((one) => one.x)) + 2 * STEP : 0, board.spaces[0]?.y ?? 0];
  const isTaken = (height: number) => board.spaces.some((one) => Math.hypot(one.x - x, one.y - height) < STEP / 2);
  let height = y;
  while (isTaken(height)) height -= STEP;
  board.spaces.push({ name, x: Math.round(x * 20) / 20, y: Math.round(height * 20) / 20, angle, turned: null, noStop: false });
  if (space) toggleJoin(board, [space.name, 1], [name, 0]);
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
  rows.push(exclusiveRow(board, name, change));
  const table = board.turntables.find(({ bridge }) => bridge.includes(name));
  if (table) rows.push(turntableRows(doc, table, change));
  else rows.push(h("div", { class: "row" }, button("Make it a turntable", () => change((edited) => void addTurntable(edited.board, [name])))));
  if (puzzle) rows.push(...pieceRows(doc, name, change));
  return rows;
}

/** The direction in which a space is drawn: along its joins, or as it is given. */
function directionRow(space: Space, change: Change): HTMLElement {
  const field = h("input", { type: "number", class: "short", step: 5, value: space.turned ?? "", placeholder: "auto", "aria-label": "Direction in degrees, empty: along the track" });
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
  const table = turntableAt(board, end);
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
  return h("div", { class: "row end-row" }, h("span", { class: "word" }, label), ...(parts.length ? parts : [h("span", { class: "word" }, table ? `turntable ${table.name}` : "buffer stop")]), add);
}

/** The groups of which only one space may be occupied, and a choice to add one. */
function exclusiveRow(board: Board, name: string, change: Change): HTMLElement {
  const parts = board.exclusive.flatMap((group, index) => {
    if (!group.includes(name)) return [];
    const others = group.filter((one) => one !== name).join(" ");
    return [button(`${others} ✕`, () => change((edited) => void edited.board.exclusive.splice(index, 1)), { class: "chip", "aria-label": `May be occupied together with ${others}` })];
  });
  const others = board.spaces.map((space) => space.name).filter((one) => one !== name);
  const add = choice(`Only one of ${name} and … may be occupied`, ["", ...others], "", (other) => other && change((edited) => void edited.board.exclusive.push([name, other])), "choose …");
  return h("div", { class: "row end-row" }, h("span", { class: "word" }, "Excludes"), ...parts, add);
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
    h("div", { class: "row" }, h("span", { class: "word" }, "Bridge"), bridgeField(table, place, change)),
    h("div", { class: "row" }, rotation, button("No turntable", () => change((edited) => void edited.board.turntables.splice(place, 1)))),
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

function choice(label: string, values: readonly string[], present: string, act: (value: string) => unknown, empty = ""): HTMLSelectElement {
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
