/** The marks that a layout file can give to spaces: the rows of `shunt/track/space_marks.py`, which the schema carries. */

import layoutSchema from "../../../../../docs/schemas/shunt-layout-1.json" with { type: "json" };

export interface SpaceMark {
  /** The key of the file: a list of spaces, or a table from spaces to one of `values`. */
  key: string;
  values: readonly string[];
  label: string;
  /** A line of text with `{spaces}`, or with `{space}` and `{value}`. */
  words: string;
  /** The lines of its sign, in lengths of a space along the track and across it. */
  strokes: readonly (readonly (readonly [number, number])[])[];
  /** Whether it has no meaning in the rules. */
  isOnlyDrawn: boolean;
}

interface Property {
  mark?: { label: string; words: string; strokes: SpaceMark["strokes"]; only_drawn: boolean };
  additionalProperties?: { enum?: string[]; const?: string };
}

export const SPACE_MARKS: readonly SpaceMark[] = Object.entries(layoutSchema.$defs.LayoutFile.properties as unknown as Record<string, Property>).flatMap(
  ([key, { mark, additionalProperties: value }]) =>
    mark ? [{ key, values: value?.enum ?? (value?.const ? [value.const] : []), label: mark.label, words: mark.words, strokes: mark.strokes, isOnlyDrawn: mark.only_drawn }] : [],
);

/** What stands for a mark without values. */
export const HAS = "yes";
