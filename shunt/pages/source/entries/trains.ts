/** The page of one card of trains: the player without other kinds of cards and without a list, a sixth lighter. */

import { begin } from "../view/player.ts";
import { trainPlayOf } from "../play/trains.ts";

begin({ playOf: trainPlayOf, listOf: () => [] });
