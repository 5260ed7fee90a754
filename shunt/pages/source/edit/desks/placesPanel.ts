/** The places of a board, which are names for sets of spaces, and what must end in them. */

import { button, h } from "../../view/dom.ts";
import type { Office } from "./desk.ts";
import { choice } from "./fields.ts";
import type { Board, Doc } from "../model/model.ts";
import { refusalOf } from "../model/naming.ts";

/** The places that the chosen spaces are in, a choice to add them to one, and a field for a new one. */
export function placeRows(office: Office, chosen: readonly string[]): HTMLElement[] {
  const { doc, change } = office;
  const places = doc.board.places;
  const inside = Object.keys(places).filter((name) => chosen.every((space) => places[name]!.includes(space)));
  const parts = inside.map((name) =>
    button(`${name} ✕`, () => change(({ board }) => void (board.places = leaving(board, name, chosen))), { class: "chip", "aria-label": `Take ${chosen.join(" ")} out of ${name}` }),
  );
  const others = Object.keys(places).filter((name) => !inside.includes(name));
  const add = choice(`Add ${chosen.join(" ")} to a place`, ["", ...others], "", (name) => name && change(({ board }) => void (board.places[name] = [...new Set([...board.places[name]!, ...chosen])])), "add to …");
  const fresh = h("input", { type: "text", class: "short", placeholder: "new", "aria-label": "Name of a new place with these spaces", spellcheck: "false", autocomplete: "off" });
  fresh.addEventListener("change", () => {
    const name = fresh.value.trim();
    fresh.value = "";
    if (!name) return;
    const taken = [...doc.board.spaces.map((space) => space.name), ...Object.keys(places), ...(doc.puzzle?.pieces ?? []).map((piece) => piece.name)];
    const refusal = refusalOf(taken, new Map([["", name]]));
    if (refusal) office.refuse(refusal);
    else change(({ board }) => void (board.places[name] = [...chosen]));
  });
  const row = h("div", { class: "row end-row" }, h("span", { class: "word" }, "Places"), ...parts, ...(others.length ? [add] : []), fresh);
  return [row, ...(doc.puzzle ? inside.flatMap((name) => goalRows(office, doc, name)) : [])];
}

function leaving(board: Board, name: string, chosen: readonly string[]): Record<string, string[]> {
  const { [name]: spaces, ...rest } = board.places;
  const kept = spaces!.filter((space) => !chosen.includes(space));
  return kept.length ? { ...board.places, [name]: kept } : rest;
}

/** Which pieces must end in a place, and how many of several. */
function goalRows({ change }: Office, doc: Doc, name: string): HTMLElement[] {
  const { pieces, counts } = doc.puzzle!;
  const chips = pieces.map((piece, index) => {
    const wanted = piece.goal?.space === name;
    return button(piece.name, () => change((edited) => void (edited.puzzle!.pieces[index]!.goal = wanted ? null : { space: name, faces: null })), { class: "chip", "aria-pressed": String(wanted) });
  });
  const several = h("input", { type: "text", class: "wide", value: counts[name] ?? "", placeholder: "such as 2 of red green blue", "aria-label": `How many of which pieces end in ${name}`, spellcheck: "false", autocomplete: "off" });
  several.addEventListener("change", () =>
    change(({ puzzle }) => {
      const { [name]: _, ...rest } = puzzle!.counts;
      puzzle!.counts = several.value.trim() ? { ...rest, [name]: several.value.trim() } : rest;
    }),
  );
  return [
    h("p", { class: "word" }, `Must end in ${name}`),
    h("div", { class: "row" }, ...chips),
    h("div", { class: "row" }, h("span", { class: "word" }, "or"), several),
  ];
}
