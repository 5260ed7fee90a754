/** Dialogs, which begin at their top and can always be closed. */

import { button, h } from "./dom.ts";

export function dialogOf(label: string, heading: string, ...children: (HTMLElement | false)[]): HTMLDialogElement {
  // The button is at the top: it gets the focus, to which a dialog that is longer than the screen is scrolled.
  const head = h("div", { class: "head" }, h("h2", {}, heading), button("Close", () => dialog.close()));
  const dialog: HTMLDialogElement = h("dialog", { class: "help", "aria-label": label, closedby: "any" }, head, ...children);
  return dialog;
}
