/** Which rules a card is played by. */

import type { CardData, PageData } from "../data.ts";
import { HumpPlay } from "../play/hump.ts";
import type { Play } from "../play/play.ts";
import { SidingsPlay } from "../play/sidings.ts";
import { trainPlayOf } from "../play/trains.ts";

export function playOf(card: CardData, data: PageData): Play {
  if (card.kind === "sidings") return new SidingsPlay(card, data.art);
  return card.kind === "hump" ? new HumpPlay(card, data.art) : trainPlayOf(card, data);
}
