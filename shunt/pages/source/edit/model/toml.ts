/** Values as TOML writes them. */

export const key = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name).replaceAll("\x7f", "\\u007F"));
export const entries = (values: Record<string, unknown>): string[] => Object.entries(values).map(([name, one]) => `${key(name)} = ${value(one)}`);

export function value(one: unknown): string {
  if (typeof one === "string") return JSON.stringify(one).replaceAll("\x7f", "\\u007F");
  if (Array.isArray(one)) return `[${one.map(value).join(", ")}]`;
  if (one instanceof Date) return one.toISOString();
  if (typeof one === "object" && one !== null) return `{ ${entries(one as Record<string, unknown>).join(", ")} }`;
  if (typeof one === "number" && !Number.isInteger(one)) return Number.isNaN(one) ? "nan" : Number.isFinite(one) ? String(one) : one > 0 ? "inf" : "-inf";
  return String(one);
}
