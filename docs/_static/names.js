/** Names for what unfolds a part of the navigation: the theme gives it a picture alone. */
document.addEventListener("DOMContentLoaded", () => {
  for (const summary of document.querySelectorAll("details > summary:has(.toctree-toggle)")) {
    const link = summary.parentElement.parentElement.querySelector("a");
    summary.setAttribute("aria-label", `Pages below ${link ? link.textContent.trim() : "this one"}`);
  }
});
