/** Limits on the syntax of a file, as `shunt/files/document.py` has them, and what JSON allows but no file of ours. */

const DEEPEST = 64;
const MOST_PARTS = 16;
const LONGEST_KEY = 200;
const MOST_DIGITS = 400;

const STRINGS = `"""(?:[^\\\\"]|\\\\.|"(?!""))*(?:"{3,5})?|'''(?:[^']|'(?!''))*(?:'{3,5})?|"(?:[^"\\\\\\n]|\\\\.)*"?|'[^'\\n]*'?`;
const TOML = new RegExp(`(?<comment>#[^\\n]*)|(?<text>${STRINGS})|(?<word>[A-Za-z0-9_\\-+]+)|(?<sign>[.=\\[\\]{},\\n])`, "gs");
const JSON_TOKENS = /(?<text>"(?:[^"\\]|\\.)*"?)|(?<word>[0-9]+)|(?<sign>[[\]{}:])/gs;

type Beyond = readonly [what: string, remedy: string];
const TOO_DEEP: Beyond = [`tables and lists are nested more than ${DEEPEST} deep`, "shunt's formats nest at most five levels"];
const tooManyDigits = (token: string): Beyond => [`a number has ${token.length} digits, but at most ${MOST_DIGITS} are read`, "write a smaller number"];

/** Return what is beyond the limits of a TOML text, and the remedy; null if nothing is. */
export function beyondToml(text: string): Beyond | null {
  let [depth, parts, longest, isAfterDot] = [0, 0, 0, false];
  for (const { 0: token, groups } of text.matchAll(TOML)) {
    if (groups!["comment"] !== undefined) continue;
    const isSign = groups!["sign"] !== undefined;
    if (!isSign) {
      if (groups!["word"] !== undefined && token.length > MOST_DIGITS && /^[+_-]*\d[\d_]*$/.test(token)) return tooManyDigits(token);
      parts = isAfterDot ? parts + 1 : 1;
      longest = isAfterDot ? Math.max(longest, token.length) : token.length;
      if (parts > MOST_PARTS) return [`a key has more than ${MOST_PARTS} parts with dots between them`, "shunt's formats need at most four"];
    } else if (token === "=" && longest > LONGEST_KEY) {
      return [`a key has ${longest} characters, but at most ${LONGEST_KEY} are read`, "shorten the key"];
    } else if (token === "[" || token === "{") {
      if (++depth > DEEPEST) return TOO_DEEP;
    } else if (token === "]" || token === "}") depth = Math.max(0, depth - 1);
    isAfterDot = isSign && token === ".";
    if (isSign && token !== ".") [parts, longest] = [0, 0];
  }
  return null;
}

/** Return what is beyond the limits of a JSON text, and the remedy; null if nothing is. */
export function beyondJson(text: string): Beyond | null {
  let depth = 0;
  for (const { 0: token, groups } of text.matchAll(JSON_TOKENS)) {
    if (token === "[" || token === "{") {
      if (++depth > DEEPEST) return TOO_DEEP;
    } else if (token === "]" || token === "}") depth--;
    else if (groups!["word"] !== undefined && token.length > MOST_DIGITS) return tooManyDigits(token);
  }
  return null;
}

/** Return what is wrong with JSON that a browser reads: a key twice in one object, or half a character; null if nothing is. */
export function wrongInJson(text: string): string | null {
  const keys: Set<string>[] = [];
  let last: string | null = null;
  for (const { 0: token, groups } of text.matchAll(JSON_TOKENS)) {
    if (groups!["text"] !== undefined) {
      last = JSON.parse(token) as string;
      if (/\p{Surrogate}/u.test(last)) return "a string in this JSON has half a character (a lone surrogate)";
    } else if (token === "{" || token === "[") keys.push(new Set());
    else if (token === "}" || token === "]") keys.pop();
    else if (token === ":" && last !== null) {
      if (keys.at(-1)?.has(last)) return `this JSON cannot be used: the key '${last}' appears twice in one object`;
      keys.at(-1)?.add(last);
    }
  }
  return null;
}
