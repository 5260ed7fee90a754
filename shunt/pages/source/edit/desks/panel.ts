/** The panel beside the board: what is chosen, with everything that can be done with it, also from the keyboard. */

import { button, h } from "../../view/dom.ts";
import { closedRows, pieceRows } from "./cardPanel.ts";
import { choice, nameField } from "./fields.ts";
import type { Change, Office } from "./desk.ts";
import { addSpace, type Board, type End, freshName, joinedTo, removeSpace, renameSpaces, type Space, spaceOf, toggleJoin, turntableAt } from "../model/model.ts";
import { numbered, refusalOf, runThrough } from "../model/naming.ts";
import { HAS, SPACE_MARKS, type SpaceMark } from "../model/spaceMarks.ts";
import { placeRows } from "./placesPanel.ts";
import { turntableRows } from "./turntablePanel.ts";
import { addTurntable, turntableRefusal } from "../model/turntables.ts";

/** Choose these spaces and no others. */
type Choose = (...names: string[]) => void;

export function panelOf(office: Office, chosen: readonly string[], choose: Choose): HTMLElement {
  const { doc, change } = office;
  const panel = h("div", { class: "panel-body" });
  const [name] = chosen;
  const space = name === undefined ? undefined : spaceOf(doc.board, name);
  panel.append(chooser(doc.board, chosen, change, choose));
  if (chosen.length > 1) panel.append(...severalRows(office, chosen, choose));
  else if (space) panel.append(...spaceRows(office, space.name, choose));
  else panel.append(h("p", { class: "note" }, "Choose a space to change it. Shift-click chooses several."));
  return panel;
}

/** The spaces to choose from, and a button for a new one: the way to lay track from the keyboard. */
function chooser(board: Board, chosen: readonly string[], change: Change, choose: Choose): HTMLElement {
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

function severalRows(office: Office, chosen: readonly string[], choose: Choose): HTMLElement[] {
  const { doc, change } = office;
  const present = doc.board.exclusive.findIndex((group) => [...group].sort().join() === [...chosen].sort().join());
  const exclusive = present < 0
    ? button("Only one may be occupied", () => change(({ board }) => void board.exclusive.push([...chosen])))
    : button("Each may be occupied", () => change(({ board }) => void board.exclusive.splice(present, 1)));
  const bridge = button("Turntable with this bridge", () => makeTurntable(office, chosen));
  const remove = button("Remove", () => change((edited) => chosen.forEach((name) => removeSpace(edited, name))), { class: "danger" });
  return [h("h2", {}, `${chosen.length} spaces`), h("p", { class: "note" }, chosen.join(" ")), renameRow(office, "Names", chosen, choose), h("div", { class: "row" }, exclusive, bridge, remove), ...placeRows(office, chosen)];
}

function makeTurntable(office: Office, bridge: readonly string[]): void {
  const refusal = turntableRefusal(office.doc.board, bridge);
  if (refusal) office.refuse(refusal);
  else office.change(({ board }) => addTurntable(board, bridge));
}

/** A field that names spaces in a row: a letter or a word before their numbers, or the first name. */
function renameRow(office: Office, word: string, spaces: readonly string[], choose: Choose): HTMLElement {
  const [first, last] = [spaces[0]!, spaces.at(-1)!];
  const field = h("input", { type: "text", class: "short", placeholder: first.replace(/\d+$/, "") || "A", "aria-label": `New names of ${spaces.join(" ")}`, spellcheck: "false", autocomplete: "off" });
  field.addEventListener("change", () => {
    const wanted = field.value.trim();
    field.value = "";
    if (!wanted) return;
    const names = numbered(spaces, wanted);
    const refusal = refusalOf(office.doc.board.spaces.map(({ name }) => name), names);
    if (refusal) office.refuse(refusal);
    else {
      office.change((edited) => renameSpaces(edited, names));
      choose(...spaces.map((space) => names.get(space)!));
    }
  });
  const note = h("span", { class: "note" }, "such as M for M1 M2 …, or M5 to count from 5");
  return h("div", { class: "row" }, h("span", { class: "word" }, `${word} ${first}${spaces.length > 2 ? " …" : ""} ${last}`), field, note);
}

function spaceRows(office: Office, name: string, choose: Choose): HTMLElement[] {
  const { doc, change } = office;
  const { board, puzzle } = doc;
  const space = spaceOf(board, name)!;
  const field = nameField(office, "Name of the space", name, board.spaces.map((one) => one.name), (wanted) => {
    change((edited) => renameSpaces(edited, new Map([[name, wanted]])));
    choose(wanted);
  });
  const run = runThrough(board, name);
  const rows: HTMLElement[] = [
    ...(puzzle ? pieceRows(office, name) : []),
    h("h2", {}, "Space"),
    h("div", { class: "row" }, field, button("Remove", () => change((edited) => removeSpace(edited, name)), { class: "danger" })),
    ...(run.length > 1 ? [renameRow(office, "Run", run, choose)] : []),
    endRows(board, [name, 0], change),
    endRows(board, [name, 1], change),
  ];
  const table = board.turntables.find(({ bridge }) => bridge.includes(name));
  if (table) rows.push(turntableRows(doc, table, change));
  const rare = [
    ...SPACE_MARKS.map((mark) => markRow(space, mark, change)),
    ...(puzzle ? closedRows(office, name) : []),
    directionRow(space, change),
    exclusiveRow(board, name, change),
    ...placeRows(office, [name]),
    ...(table ? [] : [h("div", { class: "row" }, button("Make it a turntable", () => makeTurntable(office, [name])))]),
  ];
  return [...rows, folded(rare)];
}

/** The box of the fields that are seldom needed, as it was shown last: it stays open for the next space that is chosen. */
let folder: HTMLDetailsElement | null = null;

function folded(rows: HTMLElement[]): HTMLElement {
  folder = h("details", { class: "more", open: folder?.open ?? false }, h("summary", {}, "More about this space"), ...rows);
  return folder;
}

/** A mark that the space has or not, or one of its values. */
function markRow(space: Space, { key, label, values }: SpaceMark, change: Change): HTMLElement {
  const set = (value: string) =>
    change(({ board }) => {
      const { has } = spaceOf(board, space.name)!;
      if (value) has[key] = value;
      else delete has[key];
    });
  if (!values.length) {
    const box = h("input", { type: "checkbox" });
    box.checked = key in space.has;
    box.addEventListener("change", () => set(box.checked ? HAS : ""));
    return h("label", { class: "check" }, box, label);
  }
  const select = choice(label, ["", ...values], space.has[key] ?? "", set);
  select.options[0]!.textContent = "nothing";
  return h("div", { class: "row" }, h("span", { class: "word" }, label), select);
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
