/**
 * Every fault of a file that the page finds without a server: the same rules as `shunt check`, whose words it uses.
 *
 * A layout that a card names as a file of its own cannot be read here; nor are there lines, guesses at what was meant, or other
 * warnings than those of spaces that lie on each other.
 */

import cardSchema from "../../../../../docs/schemas/shunt-card-1.json" with { type: "json" };
import layoutSchema from "../../../../../docs/schemas/shunt-layout-1.json" with { type: "json" };
import yardSchema from "../../../../../docs/schemas/shunt-yard-1.json" with { type: "json" };
import { lyingOn } from "../model/directions.ts";
import type { PlacesTable } from "./goalPlaces.ts";
import { BUFFER, planOf } from "./plan.ts";
import { asToml, type Fault, isSidings, isTable, type Keys, type Schema, Shapes, type Table, whereText } from "./shape.ts";
import { sidingsFaults } from "./sidingsCards.ts";
import { claimFaults, trainFaults } from "./trainCards.ts";
import { yardFaults } from "./yards.ts";

const LAYOUTS = new Shapes(layoutSchema as Schema);
const CARDS = new Shapes(cardSchema as Schema);
const YARDS = new Shapes(yardSchema as Schema);
const SCHEMAS = ["shunt-layout/1", "shunt-card/1", "shunt-yard/1"];
const RULESETS = ["switcher", "railway", "sidings"];

/** Return a warning for each space that is drawn on another one, as `shunt check` has them, of data without faults. */
export function dataWarnings(data: Table, layouts: (name: string) => Table | null = () => null): Fault[] {
  const inner = data["layout"];
  const table = data["schema"] === "shunt-layout/1" ? data : isTable(inner) ? inner : typeof inner === "string" ? layouts(inner) : null;
  if (!table || isSidings(table)) return [];
  const { plan } = planOf(table);
  if (!plan) return [];
  const at = Object.entries((table["at"] ?? {}) as Record<string, (number | bigint)[]>).map(([space, place]) => [space, place.map(Number)] as const);
  const track = {
    spaces: [...plan.spaces],
    points: new Map(at.map(([space, [x, y]]) => [space, [x!, y!] as const])),
    angles: new Map(at.flatMap(([space, [, , angle]]) => (angle === undefined ? [] : [[space, angle]]))),
    joined: (space: string, end: 0 | 1) => plan.fixed.get(space)![end].filter((other) => other !== BUFFER),
    turntables: plan.turntables,
    exclusive: plan.exclusive,
  };
  const under = table === inner ? ["layout"] : [];
  return lyingOn(track).map(([space, other]) => ({ where: whereText([...under, "at", space]), what: `${space} lies on ${other}`, remedy: "move one of them apart, or leave out [at]" }));
}

/** Return the faults of a file's data; `layouts` gives the table of a layout that a card names, null if it is not known. */
export function dataFaults(data: Table, layouts: (name: string) => Table | null = () => null): Fault[] {
  switch (data["schema"]) {
    case "shunt-layout/1": return layoutFaults(data, [], true).faults;
    case "shunt-card/1": return cardFaults(data, layouts);
    case "shunt-yard/1": {
      const faults = YARDS.faults(data, YARDS.named("YardFile"));
      return faults.length ? faults : yardFaults(data);
    }
    default: {
      const what = data["schema"] === undefined ? "the file has no schema" : `${asToml(data["schema"])} is not a schema that is read here`;
      return [{ where: "schema", what, remedy: `one of ${SCHEMAS.join(", ")}` }];
    }
  }
}

/** Return the faults of a layout, and its plan if it is one of tracks without faults. */
function layoutFaults(table: Table, under: Keys, isFile: boolean) {
  const shapes = isFile ? LAYOUTS : CARDS;
  const name = `${isSidings(table) ? "Sidings" : "Tracks"}Table`;
  const file = isSidings(table) ? "SidingsLayoutFile" : "LayoutFile";
  const faults = shapes.faults(table, shapes.named(isFile ? file : name), under);
  if (faults.length || isSidings(table)) return { plan: null, faults };
  return planOf(table, under);
}

function cardFaults(card: Table, layouts: (name: string) => Table | null): Fault[] {
  const ruleset = card["ruleset"];
  if (typeof ruleset !== "string" || !RULESETS.includes(ruleset)) {
    return [{ where: "ruleset", what: ruleset === undefined ? "'ruleset' is missing" : `${asToml(ruleset)} is not a ruleset`, remedy: `one of ${RULESETS.join(" ")}` }];
  }
  const given = card["layout"];
  const isInside = isTable(given);
  const layout = isInside ? given : typeof given === "string" ? layouts(given) : null;
  const ofSidings = ruleset === "sidings";
  const shape = CARDS.named(ofSidings ? "SidingsCardFile" : "TrainCardFile");
  const faults = CARDS.faults(isInside ? { ...card, layout: "" } : card, shape);
  if (typeof given === "string" && !layout) faults.push({ where: "layout", what: `the layout ${JSON.stringify(given)} is a file of its own, which is not read here`, remedy: "paste it as [layout]" });
  const board = layout ? layoutFaults(layout, isInside ? ["layout"] : [], !isInside) : { plan: null, faults: [] };
  faults.push(...board.faults);
  if (layout && isSidings(layout) !== ofSidings) {
    const what = ofSidings ? "this layout has tracks, and no sidings on a headshunt" : `this layout has sidings on a headshunt, but no tracks for the ruleset ${ruleset}`;
    faults.push({ where: "layout", what, remedy: ofSidings ? "write layout = { headshunt = 3, sidings = { a = 5, b = 3 } }" : 'use ruleset = "sidings", or a layout of tracks' });
  }
  if (CARDS.faults(isInside ? { ...card, layout: "" } : card, shape).length) return faults;
  const isSound = !faults.length;
  faults.push(...(ofSidings ? sidingsFaults(card, isSound ? layout : null) : trainFaults(card, board.plan, (layout?.["places"] ?? {}) as PlacesTable)));
  return faults.length ? faults : claimFaults(card);
}
