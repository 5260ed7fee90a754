/** The first page of the games: choose one, who plays at each seat, and begin; or continue a game. */

import { button, h } from "../view/dom.ts";
import { ask, type GameInfo, type GamesData, type Seated } from "./data.ts";
import { forget, namesUsed, remembered, useNames } from "./memory.ts";
import { pictureOf, rulesOf } from "./rules.ts";

const KINDS: Record<string, string> = { person: "a person here", friend: "a friend elsewhere", easy: "easy bot", normal: "normal bot", strong: "strong bot" };

/** Return the list of games, and of those that this browser has begun. */
export function lobbyOf(data: GamesData, choose: (game: GameInfo) => void, open: (seated: Seated) => void): HTMLElement {
  const games = data.games.map((game) =>
    h("article", { class: "box game" }, coverOf(game), h("h2", {}, game.title), h("p", {}, game.summary), h("p", { class: "note" }, seatsWords(game)), button("Play", () => choose(game), { class: "primary", "aria-label": `Play ${game.title}` })),
  );
  const begun = remembered();
  const list = begun.map((one) => {
    const title = data.games.find(({ name }) => name === one.game)?.title ?? one.game;
    const entry = h("li", { class: "row" }, button(`${title}: ${one.names.join(", ")}`, () => open(one)), button("Forget", () => (forget(one.table), entry.remove()), { "aria-label": `Forget ${title} with ${one.names.join(", ")}` }));
    return entry;
  });
  return h("div", {}, h("div", { class: "games" }, ...games), list.length ? h("section", { class: "box" }, h("h2", {}, "Games that you began"), h("ul", { class: "begun" }, ...list)) : null);
}

/** The largest picture of the rules, which shows best what the game is about. */
function coverOf(game: GameInfo): HTMLElement | null {
  const pictures = game.rules.map(([, svg]) => svg).sort((one, other) => other.length - one.length);
  return pictures[0] ? h("div", { class: "cover", "aria-hidden": "true" }, pictureOf(pictures[0])) : null;
}

function seatsWords({ seats }: GameInfo): string {
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return least === most ? `${most} players` : `${least} to ${most} players`;
}

/** Return the form that begins a game. */
export function setUpOf(data: GamesData, game: GameInfo, open: (seated: Seated) => void): HTMLElement {
  const rows = h("div", { class: "seats" });
  const number = h("select", { "aria-label": "Number of players" }, ...game.seats.map((seats) => h("option", { value: seats }, `${seats} players`)));
  const kinds: string[] = ["person", "normal", "normal", "normal", "normal", "normal"];
  const names = namesUsed();
  const options = game.options.map(([name, about, values]) => {
    const select = h("select", { id: `option-${name}` }, ...values.map((value) => h("option", {}, value)));
    return { name, select, row: h("div", { class: "row" }, h("label", { class: "word", for: `option-${name}` }, about), select) };
  });

  function draw(): void {
    const seats = Array.from({ length: Number(number.value) }, (_, seat) => {
      const kind = h("select", { "aria-label": `Seat ${seat + 1}` }, ...["person", ...(data.lan ? ["friend"] : []), ...data.strengths].map((one) => h("option", { value: one }, KINDS[one] ?? one)));
      kind.value = kinds[seat]!;
      kind.addEventListener("change", () => void (kinds[seat] = kind.value));
      const name = h("input", { type: "text", maxlength: 30, value: names[seat] ?? "", placeholder: "name", "aria-label": `Name at seat ${seat + 1}`, autocomplete: "off" });
      name.addEventListener("input", () => void (names[seat] = name.value));
      return h("div", { class: "row" }, h("span", { class: "word" }, `Seat ${seat + 1}`), kind, name);
    });
    rows.replaceChildren(...seats);
  }

  number.addEventListener("change", draw);
  draw();
  const practice = h("input", { type: "checkbox", id: "practice" });
  const seed = h("input", { type: "number", min: 0, step: 1, placeholder: "new", "aria-label": "Number of the deal" });
  const said = h("p", { class: "note said", role: "status" });

  async function begin(): Promise<void> {
    const seats = Array.from({ length: Number(number.value) }, (_, seat) => ({ kind: kinds[seat]!, name: names[seat] ?? "" }));
    const answer = await ask<Seated>("open", { game: game.name, seats, practice: practice.checked, options: Object.fromEntries(options.map(({ name: key, select }) => [key, select.value])), seed: seed.value === "" ? null : Number(seed.value) }).catch(() => null);
    if (answer?.table) {
      useNames(names);
      open(answer);
    } else said.textContent = answer?.words ?? "The server does not answer.";
  }

  return h(
    "section",
    { class: "box set-up" },
    h("h2", {}, game.title),
    h("p", {}, game.summary),
    h("div", { class: "row" }, number),
    rows,
    ...options.map(({ row }) => row),
    h("label", { class: "row", for: "practice" }, practice, "Practice: hints, and every move may be taken back"),
    h("label", { class: "row" }, h("span", { class: "word" }, "Deal"), seed),
    h("div", { class: "row" }, button("Begin", () => void begin(), { class: "primary" })),
    said,
    h("details", { open: true }, h("summary", {}, "Rules"), rulesOf(game)),
  );
}

/** Return the form in which somebody who has a link takes a seat. */
export function joinOf(table: string, link: string, open: (seated: Seated) => void): HTMLElement {
  const name = h("input", { type: "text", maxlength: 30, placeholder: "name", "aria-label": "Your name", autocomplete: "nickname" });
  const said = h("p", { class: "note said", role: "status" });
  async function join(): Promise<void> {
    const answer = await ask<Seated>("join", { table, link, name: name.value }).catch(() => null);
    if (answer?.table) open(answer);
    else said.textContent = answer?.words ?? "The server does not answer.";
  }
  return h("section", { class: "box set-up" }, h("h2", {}, "Take a seat"), h("p", {}, "You are invited to a game."), h("div", { class: "row" }, name, button("Sit down", () => void join(), { class: "primary" })), said);
}
