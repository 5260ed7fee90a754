/**
 * Bundles each page's program and style: `source/entries/NAME.ts` and `NAME.css` become `built/NAME.js` and `built/NAME.css`.
 *
 * The first line of a built file names the sources it was made from and their digest; a test compares it with the sources
 * (`tests/pages/test_built.py`), so that users and tests need no bundler. Run it with `make pages`.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = dirname(fileURLToPath(import.meta.url));
const built = join(source, "..", "built");

/**
 * Return the first line of a built file; the digest covers the names and the contents of the sources, in order of name. Packages are
 * represented by the file that fixes their versions, since tests run where they are not installed.
 */
function firstLine(inputs) {
  const own = inputs.map((path) => (path.includes("node_modules/") ? "package-lock.json" : path));
  const names = [...new Set(own)].map((path) => relative(source, join(process.cwd(), path))).sort();
  const digest = createHash("sha256");
  for (const name of names) digest.update(`${name}\0`).update(readFileSync(join(source, name))).update("\0");
  return `/* sources ${digest.digest("hex")} ${names.join(" ")} */\n`;
}

/** Leaves out of JSON Schemas what only people read. */
const plainSchemas = {
  name: "plain schemas",
  setup({ onLoad }) {
    onLoad({ filter: /schemas[\\/][^\\/]+\.json$/ }, ({ path }) => ({ contents: JSON.stringify(plain(JSON.parse(readFileSync(path, "utf8")))), loader: "json" }));
  },
};

function plain(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => plain(one));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNames || !["description", "examples", "title", "default", "$schema"].includes(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, plain(one, ["properties", "patternProperties", "$defs"].includes(key) && !isNames)]));
}

const entries = readdirSync(join(source, "entries")).filter((name) => /\.(ts|css)$/.test(name)).sort();
for (const entry of entries) {
  const result = await build({
    entryPoints: [join(source, "entries", entry)],
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "iife",
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    legalComments: "none",
    metafile: true,
    write: false,
    outdir: built,
    plugins: [plainSchemas],
  });
  const [file] = result.outputFiles;
  writeFileSync(file.path, firstLine(Object.keys(result.metafile.inputs)) + file.text);
  console.log(`${relative(process.cwd(), file.path)}: ${file.text.length} characters`);
}
