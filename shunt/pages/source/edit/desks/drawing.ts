/** The drawing of a board and its card: turntables, track, spaces, pieces and goals, where `shunt show` has them. */

import { drawing, s } from "../../view/dom.ts";
import type { Point } from "../model/directions.ts";
import { BODY } from "../model/directions.ts";
import { type Doc, type End, type Piece } from "../model/model.ts";
import { SPACE_MARKS, type SpaceMark } from "../model/spaceMarks.ts";
import { type Curve, HANDLE, type Pit, type Spot, type TrackShape } from "../model/shape.ts";

export const UNIT = 60;
const BESIDE = 0.46; // of a space: from its middle to the name of a goal
const COLOURS: Record<string, string> = {
  red: "#c9352b", green: "#2e8b47", yellow: "#f0b921", blue: "#2a66b1", black: "#33302b", white: "#f7f4ec",
  orange: "#e5842a", purple: "#7a4fa3", brown: "#8a5a3b", grey: "#8f8b83",
};

/** Called with the two ends of a join that is pressed. */
export type Press = (event: PointerEvent, a: End, b: End) => void;

export function colourOf(piece: Piece): string {
  return COLOURS[piece.name.toLowerCase()] ?? (piece.kind === "locomotive" ? "#27406f" : "#9b6a4c");
}

/** Return the layers of a drawing, the lowest first. */
export function layersOf(doc: Doc, shape: TrackShape, chosen: readonly string[], press: Press): SVGElement[] {
  const { board, puzzle } = doc;
  const places = Object.entries({ ...board.places, ...puzzle?.places }).map(([name, spaces]) => placeItem(name, spaces.flatMap((space) => shape.spots.get(space) ?? [])));
  const layers = [s("g", {}, ...places), s("g", {}, ...shape.pits.map(pitItem)), trackItems(shape.curves, press)];
  layers.push(s("g", {}, ...board.spaces.flatMap(({ name, has }) => (shape.spots.has(name) ? [spaceItem(name, shape.spots.get(name)!, `${chosen.includes(name) ? "chosen" : ""} ${"no_stop" in has ? "no-stop" : ""}`)] : []))));
  if (puzzle) {
    const at = (space: string) => shape.spots.get(space);
    const broken = puzzle.broken.flatMap((space) => at(space) ?? []).map(crossItem);
    const spots = [...shape.spots.values()];
    const goals = puzzle.pieces.flatMap((piece, index) => (piece.goal && at(piece.goal.space) ? [goalItem(piece, index, at(piece.goal.space)!, spots)] : []));
    const pieces = puzzle.pieces.flatMap((piece, index) => (at(piece.space) ? [pieceItem(piece, index, at(piece.space)!)] : []));
    layers.push(s("g", { class: "things" }, ...broken, ...goals, ...pieces));
  }
  const signs = board.spaces.flatMap(({ name, has }) => SPACE_MARKS.filter((mark) => mark.isOnlyDrawn && mark.key in has && shape.spots.has(name))
    .map((mark) => strokesItem(mark, name, has[mark.key]!, shape.spots.get(name)!)));
  const closed = board.spaces.flatMap(({ name, has }) => {
    const whom = [...(has["closed"] ? [has["closed"]] : []), ...(puzzle?.closed[name] ?? [])];
    return whom.length && shape.spots.has(name) ? [signItem(name, shape.spots.get(name)!, whom)] : [];
  });
  layers.push(s("g", { class: "signs" }, ...signs, ...closed));
  return layers;
}

/** Draw the lines of a mark that is only drawn. */
function strokesItem({ words, strokes }: SpaceMark, name: string, value: string, { at: [x, y], along: [dx, dy] }: Spot): SVGGElement {
  const lines = strokes.map((stroke) => `M${stroke.map(([a, b]) => text([x + a * dx + b * dy, y + a * dy - b * dx])).join("L")}`).join("");
  const title = words.replace(/\{spaces?\}/, name).replace("{value}", value);
  return s("g", { class: "sign" }, s("title", {}, title), s("path", { class: "mark-lines", d: lines }));
}

/** Draw the sign of a space that is closed to some pieces. */
function signItem(name: string, { at: [x, y] }: Spot, whom: readonly string[]): SVGGElement {
  const sign = s("text", { class: "place-name", x: x * UNIT, y: -(y - 0.42) * UNIT }, `⊘ ${whom.join(" ")}`);
  return s("g", { class: "sign" }, s("title", {}, `${name} is closed to ${whom.join(" ")}`), sign);
}

/** Draw a line round the spaces of a place, below the track, and its name. */
function placeItem(name: string, spots: readonly Spot[]): SVGGElement {
  const along = spots.map(({ at: [x, y], along: [dx, dy] }) => `M${text([x - 0.36 * dx, y - 0.36 * dy])}L${text([x + 0.36 * dx, y + 0.36 * dy])}`).join("");
  const [x, y] = spots[Math.floor(spots.length / 2)]?.at ?? [0, 0];
  const lines = [["place-edge", 0.7], ["place-ground", 0.63]].map(([kind, width]) => s("path", { class: kind!, d: along, "stroke-width": Number(width) * UNIT }));
  return s("g", { class: "place" }, ...lines, s("text", { class: "place-name", x: x * UNIT, y: -(y + 0.48) * UNIT }, name));
}

const text = ([x, y]: Point) => `${(x * UNIT).toFixed(2)} ${(-y * UNIT).toFixed(2)}`;
const degrees = ([x, y]: Point) => (Math.atan2(y, x) * 180) / Math.PI;

function pitItem({ name, at: [x, y], radius }: Pit): SVGElement {
  return s("circle", { class: "pit", cx: x * UNIT, cy: -y * UNIT, r: radius * UNIT }, s("title", {}, `turntable ${name}`));
}

/** Return track as a curve that leaves both its ends in their directions. */
export function pathOf({ start, out, end, back }: Curve): string {
  const reach = HANDLE * Math.hypot(end[0] - start[0], end[1] - start[1]);
  const handle = ([x, y]: Point, [dx, dy]: Point): Point => [x + reach * dx, y + reach * dy];
  return `M${text(start)}C${text(handle(start, out))} ${text(handle(end, back))} ${text(end)}`;
}

/** Draw all beds first and then rails, so that nothing covers the rails of a crossing. */
function trackItems(curves: readonly Curve[], press: Press): SVGGElement {
  const layer = (kind: string) => curves.map((curve) => s("path", { class: `${kind} ${curve.kind}`, d: pathOf(curve) }));
  const joins = curves.filter(({ kind }) => kind === "join");
  const hits = joins.map(({ ends: [a, b], ...curve }) =>
    s("path", { class: "hit", d: pathOf({ ...curve, ends: [] }), pointerdown: (event: PointerEvent) => press(event, a!, b!) }, s("title", {}, `${a![0]} and ${b![0]} are joined`)),
  );
  return s("g", { class: "joins" }, ...layer("bed"), ...layer("rail"), ...layer("between"), ...curves.filter(({ kind }) => kind === "buffer").map(bufferItem), ...hits);
}

function bufferItem({ end, out }: Curve): SVGElement {
  return s("rect", { class: "buffer", x: -3, y: -12, width: 6, height: 24, rx: 2, transform: `translate(${text(end)}) rotate(${-degrees(out)})` });
}

function spaceItem(name: string, { at, along }: Spot, state: string): SVGGElement {
  const angle = degrees(along);
  const group = s("g", { class: `space ${state}`, transform: `translate(${text(at)}) rotate(${-angle})`, "data-space": name });
  const [length, width] = [2 * BODY[0] * UNIT, 2 * BODY[1] * UNIT];
  group.append(s("rect", { class: "body", x: -length / 2, y: -width / 2, width: length, height: width, rx: 5 }));
  for (const end of [0, 1] as const) {
    group.append(s("circle", { class: "end", cx: (end ? BODY[0] : -BODY[0]) * UNIT, cy: 0, r: 9, "data-space": name, "data-end": end }));
  }
  const flip = Math.abs(angle) > 90.01 ? 180 : 0;
  group.append(s("text", { class: "name", transform: `rotate(${flip})`, y: 5, ...fitted(name, length - 6) }, name));
  return group;
}

function pieceItem(piece: Piece, index: number, spot: Spot): SVGGElement {
  const faces = piece.kind === "locomotive" ? piece.faces : 1;
  const shape = piece.kind === "locomotive" ? "M-23 -11 H14 L25 0 L14 11 H-23 Z" : "M-22 -10 H22 V10 H-22 Z";
  return s("g", { class: `piece ${piece.kind}`, "data-piece": index, transform: over(spot, faces) }, s("path", { d: shape, fill: colourOf(piece) }), label(spot, faces, piece.name));
}

/** Draw where a piece must end, with its name beside the track, on the side where nothing else is. */
function goalItem(piece: Piece, index: number, spot: Spot, spots: readonly Spot[]): SVGGElement {
  const faces = piece.goal!.faces;
  const shape = piece.kind === "locomotive" && faces !== null ? "M-27 -16 H16 L31 0 L16 16 H-27 Z" : "M-28 -16 H28 V16 H-28 Z";
  const [x, y] = besideOf(spot, spots);
  const tag = s("text", { class: "tag", x: x * UNIT, y: -y * UNIT + 4 }, piece.name);
  const outline = s("path", { d: shape, fill: "none", stroke: colourOf(piece), "stroke-width": 3.5, "stroke-dasharray": "7 4" });
  return s("g", { class: "goal", "data-goal": index }, s("g", { transform: over(spot, faces ?? 1) }, outline), tag);
}

/** Return the point on that side of a space's track which is farther from all other spaces. */
function besideOf({ at: [x, y], along: [dx, dy] }: Spot, spots: readonly Spot[]): Point {
  const reach = BESIDE + 0.12 * Math.abs(dy); // an upright name beside track that goes up needs more room
  const sides = [1, -1].map((side): Point => [x - side * reach * dy, y + side * reach * dx]);
  const room = ([px, py]: Point) => Math.min(...spots.filter(({ at }) => at[0] !== x || at[1] !== y).map(({ at }) => Math.hypot(at[0] - px, at[1] - py)));
  return room(sides[0]!) >= room(sides[1]!) - 0.01 ? sides[0]! : sides[1]!;
}

const over = ({ at, along }: Spot, faces: 0 | 1) => `translate(${text(at)}) rotate(${-degrees(along) + (faces ? 0 : 180)})`;

function label({ along }: Spot, faces: 0 | 1, words: string): SVGTextElement {
  return s("text", { class: "label", transform: `rotate(${degrees(along) - (faces ? 0 : 180)})`, y: 5, ...fitted(words, 36) }, words);
}

/** Have a text of more than four characters fit a length. */
const fitted = (words: string, length: number) => (words.length > 4 ? { textLength: length, lengthAdjust: "spacingAndGlyphs" } : {});

function crossItem({ at }: Spot): SVGGElement {
  return drawing('<path d="M-22 -13 L22 13 M-22 13 L22 -13"/>', { class: "cross", transform: `translate(${text(at)})` });
}
