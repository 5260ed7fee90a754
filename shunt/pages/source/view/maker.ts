/** New cards from the server that a page came from. */

import { button, h } from "./dom.ts";
import { counted, levelOf } from "./ranks.ts";

/** What the server makes: tiers, boards, the numbers of cars for each board and tier; and how many searches it is asked for. */
export interface Offer {
  tiers: string[];
  cars: Record<string, Record<string, number[]>>;
  /** The name of each board, and its title. */
  boards: [name: string, title: string][];
  tries: number;
}

/** What a card is to be; 0 cars are any number. */
export interface Wish {
  tier: string;
  cars: number;
  board: string;
  tries: number;
}

/** Ask for one search after another until there is a card, and open its page; say what is tried. */
async function make(wish: Wish, say: (words: string) => void, signal: AbortSignal): Promise<void> {
  const { tier, cars, tries } = wish;
  const what = `a ${tier} card with ${cars === 0 ? "any number of cars" : counted(cars, "car")}`;
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish), signal };
  try {
    for (let search = 1; search <= tries; search++) {
      say(`Search ${search} of ${tries} for ${what}…`);
      const { href, refused } = (await (await fetch("/api/new", asked)).json()) as { href?: string; refused?: string };
      if (refused || href) say(refused ?? "");
      if (href) location.assign(href);
      if (refused || href) return;
    }
    say(`No such card was found in ${tries} searches. Try again, or choose another board or number of cars.`);
  } catch {
    say(signal.aborted ? "Cancelled." : "The server does not answer. Is shunt serve still running?");
  }
}

/** Make a button that asks for a card, and cancels that when it is pressed again. */
export function makerButton(words: string, wish: () => Wish, say: (words: string) => void): HTMLButtonElement {
  let stop: AbortController | null = null;
  const asks: HTMLButtonElement = button(words, () => {
    if (stop) return stop.abort();
    stop = new AbortController();
    asks.textContent = "Cancel";
    void make(wish(), say, stop.signal).finally(() => {
      stop = null;
      asks.textContent = words;
    });
  }, { class: "primary" });
  return asks;
}

/** Make the box in which a new puzzle is described. */
export function makerOf({ tiers, cars, boards, tries }: Offer): HTMLElement {
  const said = h("p", { class: "note", role: "status" });
  const choice = (label: string, names: [name: string, words: string][]) =>
    h("select", { "aria-label": label }, ...names.map(([name, words]) => h("option", { value: name }, words)));
  const [tier, count, board] = [choice("Tier", tiers.map((tier) => [tier, levelOf(tier, tiers)])), choice("Cars", []), choice("Board", boards)];
  const numbers = () => cars[board.value]![tier.value]!;
  const list = () => count.replaceChildren(h("option", { value: 0 }, "any number of cars"), ...numbers().map((one) => h("option", { value: one }, counted(one, "car"))));
  for (const one of [tier, board]) one.addEventListener("input", list);
  list();
  const wish = () => ({ tier: tier.value, cars: Number(count.value), board: board.value, tries });
  const asks = makerButton("Make", wish, (words) => void (said.textContent = words));
  return h("section", { class: "box maker", "aria-label": "New puzzle" }, h("h2", {}, "New puzzle"), h("div", { class: "row" }, tier, count, board, asks), said);
}
