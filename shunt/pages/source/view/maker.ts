/** New cards from the server that a page came from. */

import { button, h } from "./dom.ts";

/** What the server makes: tiers, numbers of cars, boards. */
export interface Offer {
  tiers: string[];
  cars: number[];
  boards: string[];
}

/** What a card is to be; 0 cars are any number. */
export interface Wish {
  tier: string;
  cars: number;
  board: string;
}

/** Ask for a card and open its page; say what happens. */
async function make(wish: Wish, say: (words: string) => void): Promise<void> {
  say("Making a card; this takes some seconds…");
  try {
    const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
    const answer = (await (await fetch("/api/new", asked)).json()) as { href?: string; refused?: string };
    say(answer.refused ?? "");
    if (answer.href) location.assign(answer.href);
  } catch {
    say("The server does not answer. Is shunt serve still running?");
  }
}

/** Make a button that asks for a card, once at a time. */
export function makerButton(words: string, wish: () => Wish, say: (words: string) => void): HTMLButtonElement {
  const asks: HTMLButtonElement = button(words, () => {
    asks.disabled = true;
    void make(wish(), say).finally(() => (asks.disabled = false));
  }, { class: "primary" });
  return asks;
}

/** Make the box in which a new puzzle is described. */
export function makerOf({ tiers, cars, boards }: Offer): HTMLElement {
  const said = h("p", { class: "note", role: "status" });
  const choice = (label: string, names: string[]) => h("select", { "aria-label": label }, ...names.map((name) => h("option", {}, name)));
  const [tier, count, board] = [choice("Tier", tiers), choice("Cars", ["any number of cars", ...cars.map((one) => `${one} ${one === 1 ? "car" : "cars"}`)]), choice("Board", boards)];
  const wish = () => ({ tier: tier.value, cars: [0, ...cars][count.selectedIndex]!, board: board.value });
  const asks = makerButton("Make", wish, (words) => void (said.textContent = words));
  return h("section", { class: "box maker", "aria-label": "New puzzle" }, h("h2", {}, "New puzzle"), h("div", { class: "row" }, tier, count, board, asks), said);
}
