/** A button that opens a list of what is seldom needed. */

import { h } from "./dom.ts";

export function menuOf(items: HTMLElement[]): HTMLElement {
  const list = h("div", { class: "box menu", id: "menu", popover: "auto", role: "group", "aria-label": "Menu" }, ...items);
  const opener = h("button", { type: "button", class: "icon", popovertarget: "menu", "aria-label": "Menu", title: "Menu" }, "☰");
  return h("div", {}, opener, list);
}
