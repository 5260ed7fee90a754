/** The rules of a game as a list, with their pictures. */

import { h } from "../view/dom.ts";
import type { GameInfo } from "./data.ts";

export function rulesOf(game: GameInfo): HTMLElement {
  return h("ul", { class: "rule-list" }, ...game.rules.map(([text, svg]) => h("li", {}, text, svg ? pictureOf(svg) : null)));
}

/** Return a drawing that Python made, as wide as there is room, at most as wide as it is drawn. */
export function pictureOf(svg: string): HTMLElement {
  const picture = h("div", { class: "rule-picture" });
  picture.innerHTML = svg;
  const drawn = picture.querySelector("svg")!;
  const [, , width] = drawn.getAttribute("viewBox")!.split(" ").map(Number) as [number, number, number, number];
  drawn.removeAttribute("height");
  drawn.setAttribute("width", `${Math.round(2.6 * width)}`);
  return picture;
}
