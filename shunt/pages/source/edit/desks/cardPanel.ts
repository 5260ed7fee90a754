/** The panel of a card: the pieces of a space, its goals, and broken track. */

import { button, h } from "../../view/dom.ts";
import { choice, nameField } from "./fields.ts";
import type { Change, Office } from "./desk.ts";
import { type Doc, joinedTo, type Piece, removePiece } from "../model/model.ts";

const COLOURS = ["red", "green", "yellow", "blue", "black", "white", "orange", "purple", "brown", "grey"];
const LETTERS = ["A", "B", "C", "D", "E", "F"];

/** Put a new piece on a space that has none. */
export function addPiece({ board, puzzle }: Doc, kind: Piece["kind"], space: string): void {
  const used = new Set(puzzle!.pieces.map((piece) => piece.name));
  if (puzzle!.pieces.some((piece) => piece.space === space)) return;
  const name = (kind === "car" ? COLOURS : LETTERS).find((one) => !used.has(one)) ?? `${kind}${puzzle!.pieces.length}`;
  const faces = joinedTo(board, [space, 1]).length || !joinedTo(board, [space, 0]).length ? 1 : 0;
  puzzle!.pieces.push({ name, kind, space, faces, goal: null });
}

/** Put a piece, or where it must end, on a space; off the board for null. Pieces change places. */
export function putPiece(doc: Doc, index: number, isGoal: boolean, space: string | null): void {
  const { pieces } = doc.puzzle!;
  const piece = pieces[index]!;
  if (isGoal) piece.goal = space === null ? null : { space, faces: piece.goal?.faces ?? null };
  else if (space === null) removePiece(doc, index);
  else {
    const other = pieces.find((one) => one.space === space);
    if (other) other.space = piece.space;
    piece.space = space;
  }
}

/** What is on a space, and what must end there. */
export function pieceRows(office: Office, name: string): HTMLElement[] {
  const { doc, change } = office;
  const puzzle = doc.puzzle!;
  const here = puzzle.pieces.filter((piece) => piece.space === name);
  const rows: HTMLElement[] = [h("h2", {}, `On ${name}`)];
  for (const piece of here) rows.push(pieceRow(office, piece));
  const isBroken = puzzle.broken.includes(name);
  const buttons = here.length ? [] : [button("Locomotive", () => change((edited) => addPiece(edited, "locomotive", name))), button("Car", () => change((edited) => addPiece(edited, "car", name)))];
  buttons.push(
    button(isBroken ? "Mended" : "Broken track", () =>
      change((edited) => void (edited.puzzle!.broken = isBroken ? puzzle.broken.filter((one) => one !== name) : [...puzzle.broken, name])),
    ),
  );
  rows.push(h("div", { class: "row" }, ...buttons), h("p", { class: "word" }, `Must end on ${name}`));
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

/** The pieces that a space is closed to, beside those that the board keeps out. */
export function closedRows({ doc, change }: Office, name: string): HTMLElement[] {
  const puzzle = doc.puzzle!;
  if (!puzzle.pieces.length) return [];
  const closed = puzzle.closed[name] ?? [];
  const chips = puzzle.pieces.map((piece) => {
    const isClosed = closed.includes(piece.name);
    const toggled = isClosed ? closed.filter((one) => one !== piece.name) : [...closed, piece.name];
    const toggle = () => change((edited) => {
      edited.puzzle!.closed[name] = toggled;
      if (!toggled.length) delete edited.puzzle!.closed[name];
    });
    return button(piece.name, toggle, { class: "chip", "aria-pressed": String(isClosed), "aria-label": `${name} closed to ${piece.name}` });
  });
  return [h("p", { class: "word" }, `${name} is closed to`), h("div", { class: "row" }, ...chips)];
}

function pieceRow(office: Office, piece: Piece): HTMLElement {
  const { doc, change } = office;
  const place = doc.puzzle!.pieces.indexOf(piece);
  const edit = (act: (piece: Piece) => void) => change((edited) => act(edited.puzzle!.pieces[place]!));
  const taken = doc.puzzle!.pieces.map((one) => one.name);
  const name = nameField(office, `Name of the ${piece.kind}`, piece.name, taken, (value) =>
    change((edited) => {
      const { pieces, counts } = edited.puzzle!;
      const words = (text: string) => text.split(/([ ,]+)/).map((word) => (word === piece.name ? value : word)).join("");
      pieces[place]!.name = value;
      edited.puzzle!.closed = Object.fromEntries(Object.entries(edited.puzzle!.closed).map(([where, names]) => [where, names.map((one) => (one === piece.name ? value : one))]));
      edited.puzzle!.counts = Object.fromEntries(Object.entries(counts).map(([where, text]) => [where, words(text)]));
    }),
  );
  const space = choice(`Space of ${piece.name}`, doc.board.spaces.map((one) => one.name), piece.space, (value) => edit((one) => void (one.space = value)));
  const turn = piece.kind === "locomotive" && doc.puzzle!.ruleset === "switcher" && button("Turn", () => edit((one) => void (one.faces = one.faces ? 0 : 1)));
  const remove = button("✕", () => change((edited) => removePiece(edited, place)), { "aria-label": `Remove ${piece.name}` });
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
