/** The player's page for cards of any kind, with the list of them. */

import { galleryOf, shownOf } from "../view/gallery.ts";
import { playOf } from "../view/kinds.ts";
import { leadOf } from "../view/lead.ts";
import { begin } from "../view/player.ts";

begin({
  playOf,
  listOf: (data, store, standing) => {
    const progress = store.allProgress();
    const cards = data.cards.map((card) =>
      shownOf(card, data, progress(`${card.key}:${card.name}`), { href: `#${encodeURIComponent(card.name)}`, board: card.kind === "trains" ? data.boards[card.board]!.name : "", pack: "" }),
    );
    return [leadOf(cards, data), standing, galleryOf(cards, Object.keys(data.tiers))];
  },
});
