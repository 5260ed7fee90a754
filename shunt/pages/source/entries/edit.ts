/** The page of the editor. */

import licence from "../edit/files/smol-toml.txt";
import { Editor, type EditorData } from "../edit/editor.ts";
import { answerQuestions, isWorker } from "../rules/prover.ts";
import { dialogOf } from "../view/dialog.ts";
import { button, h } from "../view/dom.ts";
import { Store } from "../play/store.ts";

const THEMES = ["auto", "light", "dark"] as const;

function useTheme(name: (typeof THEMES)[number]): void {
  if (name === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = name;
}

function start(): void {
  const data = JSON.parse(document.getElementById("data")!.textContent!) as EditorData;
  const store = new Store(() => localStorage);
  const editor = new Editor(data);
  const help = dialogOf(
    "Help",
    "The editor",
    h("ul", {},
      h("li", {}, "Lay track: drag over the ground. Begin at a space to continue its track where the drag leads; a space that the drag crosses or ends on is joined."),
      h("li", {}, "Join: drag from the end of one space to the end of another. Trains cannot pass from one join to another at the same end."),
      h("li", {}, "An end without a join has a buffer stop."),
      h("li", {}, "Choose a space to change its name, the names in its run, its turntable, pieces and goals; Shift-click chooses several."),
      h("li", {}, "Sidings: drag cars, at the start and in the goal, or move them with the arrow keys; everything is also in the panel as text."),
      h("li", {}, "Hump yards: choose a tile and click a free cell. R turns a tile, Delete removes it, arrow keys move from cell to cell."),
      h("li", {}, "Without the server of shunt edit, this page can find faults and prove the fewest moves of train cards; Play, grades, sidings and hump yards need the server."),
    ),
    h("details", {}, h("summary", {}, "Licence"), h("p", { class: "note" }, "TOML is read with smol-toml:"), h("pre", { class: "note licence" }, licence)),
  );
  const theme = button("◐", () => {
    const next = THEMES[(THEMES.indexOf(store.settings().theme) + 1) % THEMES.length]!;
    store.saveSettings({ theme: next });
    useTheme(next);
  }, { class: "icon", "aria-label": "Theme", title: "Theme" });

  useTheme(store.settings().theme);
  const tools = h("div", { class: "tools" }, theme, button("Help", () => help.showModal()));
  document.getElementById("app")!.replaceChildren(h("header", {}, data.home !== "" && h("a", { class: "back", href: data.home }, "All cards"), h("h1", {}, "Board editor"), tools), h("main", {}, editor.root), help);
}

if (isWorker) answerQuestions();
else start();
