/** The page of the table games: the list of games, the form that begins one, and the table. */

import { type GameInfo, type GamesData, type Seated } from "../games/data.ts";
import { joinOf, lobbyOf, setUpOf } from "../games/lobby.ts";
import { remember, remembered } from "../games/memory.ts";
import { Table } from "../games/table.ts";
import { button, h } from "../view/dom.ts";

const data = JSON.parse(document.getElementById("data")!.textContent!) as GamesData;
const app = document.getElementById("app")!;
const title = h("h1", {}, "Train games");
const content = h("main", {});
let table: Table | null = null;

const home = button("Games", () => go(""));
const cards = data.home ? h("a", { class: "back", href: data.home }, "Cards") : null;
const header = h("header", {}, cards, home, title);
app.replaceChildren(header, content);

/** Go to the list (""), to the form of a game (its name) or to a table (`table=NAME`); the address remembers it. */
function go(place: string): void {
  if (location.hash === `#${place}`) draw();
  else location.hash = place;
}

function open(seated: Seated): void {
  remember(seated);
  go(`table=${seated.table}`);
}

function draw(): void {
  table?.close();
  table?.bar.remove();
  table = null;
  const place = decodeURIComponent(location.hash.slice(1)) || "";
  const seated = remembered().find((one) => place === `table=${one.table}`);
  const game = data.games.find(({ name }) => name === (seated?.game ?? place));
  title.textContent = game?.title ?? "Train games";
  document.title = title.textContent;
  home.hidden = place === "";
  app.classList.remove("playing");
  if (cards) cards.hidden = place !== "";
  if (seated && game) {
    app.classList.add("playing");
    table = new Table(seated, game);
    header.append(table.bar);
    content.replaceChildren(table.root);
  } else if (place.startsWith("join=")) {
    const [name = "", link = ""] = place.slice("join=".length).split(".");
    content.replaceChildren(joinOf(name, link, open));
  } else {
    content.replaceChildren(game ? setUpOf(data, game, open) : lobbyOf(data, (chosen: GameInfo) => go(chosen.name), open));
  }
}

addEventListener("hashchange", draw);
if (!location.hash && data.first) history.replaceState(null, "", `#${data.first}`);
draw();
