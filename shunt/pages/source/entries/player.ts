/** The player's page. */

import type { PageData } from "../data.ts";

const data = JSON.parse(document.getElementById("data")!.textContent!) as PageData;
const app = document.getElementById("app")!;
const heading = document.createElement("h1");
heading.textContent = data.title;
app.replaceChildren(heading);
