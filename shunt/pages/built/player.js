/* sources 5b769291ecd77c2524b610999feeb1b9285f99d35e4c70300ecf27cb4432b841 entries/player.ts */
"use strict";(()=>{var e=JSON.parse(document.getElementById("data").textContent),a=document.getElementById("app"),t=document.createElement("h1");t.textContent=e.title;a.replaceChildren(t);})();
