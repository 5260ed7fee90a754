/** What Python gives to these tests, as a JSON file; and what it is given back, beside that file. */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const file = process.env["SHUNT_CASES"];
if (!file) throw new Error("run these tests with pytest, which writes their cases");
const given = file;

export function cases<T>(): T {
  return JSON.parse(readFileSync(given, "utf8")) as T;
}

export function answer(data: unknown): void {
  writeFileSync(join(dirname(given), "answers.json"), JSON.stringify(data));
}
