/**
 * The shapes of files: a value against a JSON Schema of `docs/schemas`, as far as those use the language.
 *
 * Whole numbers are `bigint`, so that 3 and 3.0 differ as they do in a file.
 */

export interface Fault {
  /** The key path, such as `start.cars.red`. */
  where: string;
  what: string;
  remedy: string;
  line?: number | null;
}

export type Table = Record<string, unknown>;
export type Schema = { readonly [key: string]: unknown };
export type Keys = readonly (string | number)[];

const NAME = "^[A-Za-z0-9_.\\-]+$";
const NAME_RULE = "names consist of the letters a–z and A–Z, digits, _, - and .";

export const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Whether a layout is one of sidings on a headshunt. */
export const isSidings = (layout: Table) => !("tracks" in layout) && ("sidings" in layout || "headshunt" in layout);

/** Return a key path as messages write it. */
export function whereText(keys: Keys): string {
  let text = "";
  for (const key of keys) {
    if (typeof key === "number") text += `[${key}]`;
    else text += (text ? "." : "") + (/^[A-Za-z0-9_-]+$/.test(key) ? key : `"${key}"`);
  }
  return text;
}

/** Return a value as TOML writes it, shortened if it is long. */
export function asToml(value: unknown): string {
  let text: string;
  if (isTable(value)) text = Object.keys(value).length ? `{ ${Object.entries(value).map(([key, one]) => `${key} = ${asToml(one)}`).join(", ")} }` : "{}";
  else if (Array.isArray(value)) text = `[${value.map(asToml).join(", ")}]`;
  else text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length <= 120 ? text : `${text.slice(0, 117)}…`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "true or false";
  if (typeof value === "bigint") return "a whole number";
  if (typeof value === "number") return "a number";
  if (typeof value === "string") return "text";
  if (Array.isArray(value)) return "a list";
  return isTable(value) ? "a table" : "a date or time";
}

const WANTED: Record<string, string> = {
  string: "text", integer: "a whole number", number: "a number", boolean: "true or false", array: "a list", object: "a table", null: "null",
};

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "string": return typeof value === "string";
    case "integer": return typeof value === "bigint";
    case "number": return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
    case "boolean": return typeof value === "boolean";
    case "array": return Array.isArray(value);
    case "object": return isTable(value);
    default: return value === null;
  }
}

/** Finds the faults of values against one schema with its definitions. */
export class Shapes {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** Return the definition of a table by the name of its class. */
  named(name: string): Schema {
    return (this.#root["$defs"] as Record<string, Schema>)[name] ?? this.#root;
  }

  faults(value: unknown, schema: Schema, keys: Keys = []): Fault[] {
    const say = (what: string, remedy = ""): Fault[] => [{ where: whereText(keys), what, remedy }];
    if (typeof schema["$ref"] === "string") return this.faults(value, this.named(schema["$ref"].split("/").pop()!), keys);
    const choices = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
    if (choices) {
      const tried = choices.map((choice) => this.faults(value, choice, keys));
      if (tried.some((faults) => !faults.length)) return [];
      return tried[choices.findIndex((choice) => this.#isMeant(choice, value))] ?? tried[0]!;
    }
    if ("const" in schema && value !== schema["const"]) return say(`${asToml(value)} is not valid here`, asToml(schema["const"]));
    if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value)) return say(`${asToml(value)} is not valid here`, `one of ${schema["enum"].join(" ")}`);
    const type = schema["type"];
    if (typeof type === "string" && !isOf(type, value)) return say(`${asToml(value)} is ${kindOf(value)}, not ${WANTED[type] ?? type}`);
    if (typeof value === "string") return textFaults(value, schema, say);
    if (typeof value === "bigint" || typeof value === "number") return numberFaults(value, schema, say);
    if (Array.isArray(value)) {
      const items = schema["items"] as Schema | undefined;
      return [...countFaults(value.length, schema, "Items", value, say), ...(items ? value.flatMap((one, index) => this.faults(one, items, [...keys, index])) : [])];
    }
    return isTable(value) ? [...countFaults(Object.keys(value).length, schema, "Properties", value, say), ...this.#table(value, schema, keys)] : [];
  }

  #table(table: Table, schema: Schema, keys: Keys): Fault[] {
    const known = (schema["properties"] ?? {}) as Record<string, Schema>;
    const patterns = Object.entries((schema["patternProperties"] ?? {}) as Record<string, Schema>);
    const rest = schema["additionalProperties"];
    const missing = ((schema["required"] ?? []) as string[]).filter((key) => !(key in table));
    const found = missing.map((key): Fault => ({ where: whereText([...keys, key]), what: `'${key}' is missing`, remedy: "" }));
    for (const [key, value] of Object.entries(table)) {
      const place = [...keys, key];
      const matching = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(key));
      if (Object.hasOwn(known, key)) found.push(...this.faults(value, known[key]!, place));
      else if (matching.length) found.push(...matching.flatMap(([, inner]) => this.faults(value, inner, place)));
      else if (patterns.length) found.push({ where: whereText(place), what: `${asToml(key)} is not a name`, remedy: NAME_RULE });
      else if (isTable(rest)) found.push(...this.faults(value, rest, place));
      else if (rest === false) found.push({ where: whereText(place), what: `unknown key '${key}'`, remedy: `known here: ${Object.keys(known).join(" ")}; [about] may hold anything` });
      else if (hasNull(value)) found.push({ where: whereText(keys), what: "null is not a value that TOML can hold", remedy: "leave the key out" });
    }
    return found;
  }

  /** Return whether a value that fits none of several shapes was meant to be this one. */
  #isMeant(schema: Schema, value: unknown): boolean {
    const inner = typeof schema["$ref"] === "string" ? this.named(schema["$ref"].split("/").pop()!) : schema;
    return typeof inner["type"] === "string" && isOf(inner["type"], value);
  }
}

type Say = (what: string, remedy?: string) => Fault[];

function textFaults(value: string, schema: Schema, say: Say): Fault[] {
  const pattern = schema["pattern"];
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) {
    return pattern === NAME ? say(`${asToml(value)} is not a name`, NAME_RULE) : say(`${asToml(value)} is not valid here`);
  }
  const count = [...value].length;
  if (count < Number(schema["minLength"] ?? 0)) return say(`${asToml(value)} has ${count} characters, the minimum is ${String(schema["minLength"])}`);
  if (count > Number(schema["maxLength"] ?? Infinity)) return say(`${asToml(value)} has ${count} characters, the maximum is ${String(schema["maxLength"])}`);
  return [];
}

function numberFaults(value: bigint | number, schema: Schema, say: Say): Fault[] {
  const [least, most] = [schema["minimum"], schema["maximum"]];
  if (typeof least === "number" && value < least) return say(`${value} is too small: the minimum is ${least}`);
  if (typeof most === "number" && value > most) return say(`${value} is too large: the maximum is ${most}`);
  return [];
}

function countFaults(count: number, schema: Schema, what: "Items" | "Properties", value: unknown, say: Say): Fault[] {
  const [least, most] = [Number(schema[`min${what}`] ?? 0), Number(schema[`max${what}`] ?? Infinity)];
  if (count < least) return say(`${asToml(value)} is too short: it has ${count} items, the minimum is ${least}`);
  return count > most ? say(`${asToml(value)} is too long: it has ${count} items, the maximum is ${most}`) : [];
}

function hasNull(value: unknown): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.some(hasNull) : isTable(value) && Object.values(value).some(hasNull);
}
