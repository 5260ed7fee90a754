/** What Python gives to these tests, as a JSON file. */

import { readFileSync } from "node:fs";

export function cases<T>(): T {
  const file = process.env["SHUNT_CASES"];
  if (!file) throw new Error("run these tests with pytest, which writes their cases");
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
