/** Fields of the panel: choices, and names that are refused in words. */

import { h } from "../../view/dom.ts";
import { refusalOf } from "../model/naming.ts";
import type { Office } from "./desk.ts";

/** Return a choice of values; `empty` is what the value "" is called. */
export function choice(label: string, values: readonly string[], present: string, act: (value: string) => unknown, empty = ""): HTMLSelectElement {
  const select = h("select", { "aria-label": label }, ...values.map((value) => h("option", { value }, value || empty)));
  select.value = present;
  select.addEventListener("change", () => act(select.value));
  return select;
}

/** Return a field for a new name. `taken` are the names that others have; one that cannot be given is refused, and the old one is shown again. */
export function nameField(office: Office, label: string, present: string, taken: readonly string[], act: (name: string) => void, size = ""): HTMLInputElement {
  const field = h("input", { type: "text", class: size, value: present, "aria-label": label, spellcheck: "false", autocomplete: "off" });
  field.addEventListener("change", () => {
    const wanted = field.value.trim();
    const refusal = wanted === present ? "" : refusalOf(taken, new Map([[present, wanted]]));
    if (wanted === present || refusal) field.value = present;
    if (refusal) office.refuse(refusal);
    else if (wanted !== present) act(wanted);
  });
  return field;
}
