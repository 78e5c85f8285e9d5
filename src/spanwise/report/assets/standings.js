"use strict";
// The theme, signatures, the sorting of the table of scores, wide tables: what needs no questions.
(() => {
  const $ = (id) => document.getElementById(id);
  const THEMES = { auto: "light dark", dark: "dark", light: "light" };
  let theme = "auto";
  $("theme").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    theme = names[(names.indexOf(theme) + 1) % names.length];
    document.documentElement.style.colorScheme = THEMES[theme];
    $("theme").textContent = `Theme: ${theme}`;
  });
  for (const button of document.querySelectorAll(".signed")) {
    button.addEventListener("click", () => {
      const row = $(button.getAttribute("aria-controls"));
      row.hidden = !row.hidden;
      button.setAttribute("aria-expanded", String(!row.hidden));
    });
  }
  const standings = $("standings"), given = [...standings.tBodies];
  for (const button of standings.querySelectorAll("[data-sort]")) {
    button.addEventListener("click", () => {
      const heading = button.closest("th"), column = Number(button.dataset.sort) + 1;
      const next = { none: "descending", descending: "ascending", ascending: "none" }[heading.getAttribute("aria-sort")];
      for (const other of standings.querySelectorAll("[aria-sort]")) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", next);
      const value = (body) => Number(body.rows[0].cells[column].dataset.value ?? -Infinity);
      const sign = next === "ascending" ? 1 : -1;
      const bodies = next === "none" ? given : [...given].sort((x, y) => sign * (value(x) - value(y)));
      standings.append(...bodies);
    });
  }
  // What scrolls sideways can be reached and scrolled by keys.
  const wide = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) {
        target.tabIndex = 0;
        target.setAttribute("role", "group");
        target.setAttribute("aria-label", "table, scrolls sideways");
      } else for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
    }
  });
  for (const block of document.querySelectorAll(".scroll")) wide.observe(block);
})();
