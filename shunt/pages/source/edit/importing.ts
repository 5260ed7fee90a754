/** A panel of JMRI or a plan of XTrackCAD that was opened: what the server understood, and which part of it is drawn. */

import { button, h } from "../view/dom.ts";
import type { Fault } from "./check/shape.ts";
import { choice } from "./desks/fields.ts";
import { ask } from "./server.ts";

export const FOREIGN = /\.(xml|xtce?)$/i;
const LARGEST = 700_000;

interface Understood {
  panels: string[];
  blocks?: string[];
  text?: string;
  lines?: string[];
  left?: Fault[];
  loose?: Fault[];
  words?: string;
}

/** Shows the text of a layout; returns whether it could be shown. */
type Open = (text: string) => Promise<boolean>;

export class ImportBox {
  readonly root = h("div", { class: "box import", role: "status", hidden: true });
  readonly #open: Open;
  #file = { name: "", content: "" };
  #wanted: Record<string, string> = {};

  constructor(open: Open) {
    this.#open = open;
  }

  /** Read a file, and draw all of it. */
  async read(file: File): Promise<void> {
    this.#wanted = {};
    this.#file = { name: file.name, content: await packed(file) };
    await this.#again();
  }

  async #again(): Promise<void> {
    const { name, content } = this.#file;
    this.root.hidden = false;
    if (content.length > LARGEST) {
      this.root.replaceChildren(...this.#head(), h("p", { class: "warning" }, "This file is too large for the editor: use shunt import."));
      return;
    }
    try {
      const found = await ask<Understood>("import", name, { content, ...this.#wanted });
      if (found.text !== undefined) await this.#open(found.text);
      this.#show(found);
    } catch (error) {
      this.root.replaceChildren(...this.#head(), h("p", { class: "warning" }, `Not read: ${error instanceof Error ? error.message : String(error)}`));
    }
  }

  #head(): HTMLElement[] {
    const close = button("✕", () => void (this.root.hidden = true), { "aria-label": "Close what was understood" });
    return [h("div", { class: "row" }, h("h2", {}, this.#file.name), close)];
  }

  #show({ panels, blocks, lines, left, loose, words }: Understood): void {
    const list = (title: string, faults: readonly Fault[] = []) =>
      faults.length ? [h("details", { open: title === "Left out" }, h("summary", {}, `${title}: ${faults.length}`), h("ul", { class: "faults" }, ...faults.map((fault) => h("li", { class: "warns" }, h("b", {}, fault.where), ` ${fault.what}`))))] : [];
    this.root.replaceChildren(
      ...this.#head(),
      ...(words ? [h("p", { class: "warning" }, words)] : []),
      ...(lines?.length ? [h("ul", { class: "figures" }, ...lines.map((line) => h("li", {}, line)))] : []),
      ...list("Left out", left),
      ...list("Loose ends", loose),
      ...this.#fields(panels, blocks ?? []),
    );
  }

  /** The part that is wanted, and how it is read; each change reads the file again. */
  #fields(panels: string[], blocks: string[]): HTMLElement[] {
    const use = (key: string) => (value: string) => {
      this.#wanted = { ...this.#wanted, [key]: value };
      void this.#again();
    };
    const field = (key: string, label: string, placeholder: string) => {
      const input = h("input", { type: "text", class: "wide", value: this.#wanted[key] ?? "", placeholder, "aria-label": label, spellcheck: "false", autocomplete: "off" });
      input.addEventListener("change", () => use(key)(input.value));
      return input;
    };
    const row = (word: string, ...parts: HTMLElement[]) => h("div", { class: "row" }, h("span", { class: "word" }, word), ...parts);
    const points = choice("Turnouts", ["pass", "stop", "span"], this.#wanted["points"] ?? "pass", use("points"));
    ["are only passed", "may be stopped on", "take no space"].forEach((words, index) => (points.options[index]!.textContent = words));
    return [
      ...(panels.length > 1 ? [row("Panel", choice("Panel", ["", ...panels], this.#wanted["panel"] ?? "", use("panel"), "all that are linked"))] : []),
      ...(blocks.length ? [row("Blocks", field("blocks", "Blocks, with commas between them", blocks.slice(0, 3).join(", ")))] : []),
      row("Around", field("around", "A block, label, turnout or element whose surroundings are drawn", "a name in the file")),
      row("Within", field("within", "A rectangle in the file's units", "X,Y,WIDTH,HEIGHT")),
      row("Scale", field("scale", "Scale of the railway, needed if a panel has block lengths", "HO, N, TT, 0 … or 1:87")),
      row("A car is", field("car_length", "Length of a car in units of the file", "as long as the file says")),
      row("Turnouts", points),
    ];
  }
}

/** Return a file compressed, as base 64. */
async function packed(file: File): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
