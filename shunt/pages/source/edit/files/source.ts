/** The text of a file as data: TOML, or JSON if it begins with `{`. Whole numbers are `bigint`. */

import { parse, TomlDate, TomlError } from "smol-toml";
import { type Fault, isTable, type Table } from "../check/shape.ts";
import { beyondJson, beyondToml, wrongInJson } from "./syntax.ts";

const LARGEST = { json: 1_000_000, toml: 300_000 };

export type Parsed = { data: Table; fault: null } | { data: null; fault: Fault };

/** Return the data of a text, or what keeps it from being read. */
export function dataOf(source: string): Parsed {
  const wrong = (what: string, remedy: string): Parsed => ({ data: null, fault: { where: "", what, remedy } });
  const text = source.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!text.trim()) return wrong("the file is empty", 'a card starts with schema = "shunt-card/1", a layout with schema = "shunt-layout/1"');
  const isJson = text.trimStart().startsWith("{");
  const size = new TextEncoder().encode(text).length;
  const most = isJson ? LARGEST.json : LARGEST.toml;
  if (size > most) return wrong(`the file is ${(size / 1e6).toFixed(1)} MB long`, `at most ${most / 1e6} MB are read`);
  if (text.includes("\0")) return wrong("the file is binary, not text", "give a TOML or JSON file");
  const beyond = isJson ? beyondJson(text) : beyondToml(text);
  if (beyond) return wrong(...beyond);
  try {
    const data = isJson ? (JSON.parse(text, whole as (key: string, value: unknown) => unknown) as unknown) : parse(text, { integersAsBigInt: true });
    const other = isJson ? wrongInJson(text) : null;
    if (other) return wrong(other, "see the guide to the file formats");
    return isTable(data) ? { data, fault: null } : wrong("this JSON is not an object", 'it must start with {"schema": …');
  } catch (error) {
    const words = error instanceof Error ? error.message.split("\n")[0]!.replace("Invalid TOML document: ", "") : String(error);
    const place = error instanceof TomlError ? { line: error.line, column: `, column ${error.column}` } : { line: null, column: "" };
    const what = `this is not ${isJson ? "JSON" : "TOML"}${place.column}: ${words}`;
    return { data: null, fault: { where: "", what, remedy: "see the guide to the file formats", line: place.line } };
  }
}

/** Read whole numbers of JSON as `bigint`; `context` has the number as it is written, in browsers that give it. */
function whole(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number") return value;
  const isWhole = context?.source === undefined ? Number.isInteger(value) : /^-?\d+$/.test(context.source);
  return isWhole ? BigInt(context?.source ?? value) : value;
}

/** Return data with whole numbers as numbers, as the editor works with it; dates stay as they are. */
export function withNumbers<Value>(value: Value): Value {
  if (typeof value === "bigint") return Number(value) as Value;
  if (Array.isArray(value)) return value.map(withNumbers) as Value;
  if (isTable(value) && !((value as unknown) instanceof TomlDate)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNumbers(one)])) as Value;
  return value;
}
