/** Links to the cards before and after one, and to the next that is not solved. */

import type { PageData } from "../data.ts";
import type { Store } from "../play/store.ts";
import { h } from "./dom.ts";

/** Addresses, "" where there is none. */
export interface Neighbours {
  previous: string;
  next: string;
  unsolved: string;
}

/** Return the neighbours of a card among those of its page, or, if it has the page for itself, among those of its site. */
export function neighboursOf({ cards, home }: PageData, index: number, store: Store): Neighbours {
  const known = store.allProgress();
  const isOpen = (key: string) => known(key).best === undefined;
  if (cards.length === 1) {
    const others = home?.others.flatMap(([page, ones]) => ones.map(([name, id]) => ({ page: page.replace("*", name), key: `${id}:${name}` })));
    const unsolved = others?.find(({ key }) => isOpen(key));
    return { previous: home?.previous ?? "", next: home?.next ?? "", unsolved: unsolved ? `../cards/${unsolved.page}.html` : "" };
  }
  const address = (at: number) => (cards[at] ? `#${encodeURIComponent(cards[at].name)}` : "");
  const others = [...cards.keys()].slice(index + 1).concat([...cards.keys()].slice(0, index));
  const unsolved = others.find((at) => isOpen(`${cards[at]!.key}:${cards[at]!.name}`));
  return { previous: address(index - 1), next: address(index + 1), unsolved: unsolved === undefined ? "" : address(unsolved) };
}

/** Make the links to neighbours. */
export function linksTo({ previous, next, unsolved }: Neighbours): HTMLAnchorElement[] {
  const link = (href: string, words: string, label: string, key: string) =>
    h("a", { class: words.length > 1 ? "tool unsolved" : "tool", href, "aria-label": label, title: label, "aria-keyshortcuts": key }, words);
  return [
    ...(previous ? [link(previous, "‹", "Previous card", "b")] : []),
    ...(next ? [link(next, "›", "Next card", "n")] : []),
    ...(unsolved ? [link(unsolved, "Next unsolved", "Next unsolved card", "Shift+n")] : []),
  ];
}
