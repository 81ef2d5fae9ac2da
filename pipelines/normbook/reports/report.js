// Tables sort and filter in the page itself; nothing is fetched. Without scripts they are plain tables.
"use strict";
(() => {
  const LEAST_ROWS_TO_FILTER = 8;
  const texts = document.body.dataset;
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  // A row and those that belong to it (its articles) stay together.
  const groupsOf = (table) => {
    const groups = [];
    for (const row of table.tBodies[0].rows) {
      if (row.classList.contains("why")) groups.at(-1).push(row);
      else groups.push([row]);
    }
    return groups;
  };

  const valueOf = (group, column) => {
    const cell = group[0].cells[column];
    const text = cell?.dataset.sort ?? cell?.textContent.trim() ?? "";
    const number = text.replace(/[\u202f*]/g, "").replace(/^(\d*)½$/, (_, whole) => `${whole || 0}.5`);
    if (/^-?\d+(\.\d+)?$/.test(number)) return Number(number);
    return text === "–" ? "" : text;
  };

  const compare = (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
    return one.localeCompare(other, document.documentElement.lang, { numeric: true });
  };

  const sortBy = (table, head, column) => {
    const numbers = head.classList.contains("n");
    const now = head.getAttribute("aria-sort");
    const direction = now ? (now === "ascending" ? "descending" : "ascending") : numbers ? "descending" : "ascending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    const sign = direction === "ascending" ? 1 : -1;
    const keyed = groupsOf(table).map((group) => ({ group, value: valueOf(group, column) }));
    // what is empty stands last, whichever way
    keyed.sort((a, b) => (a.value === "") - (b.value === "") || sign * compare(a.value, b.value));
    table.tBodies[0].append(...keyed.flatMap(({ group }) => group));
  };

  const addSorting = (table) => {
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.title = texts.sort;
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sortBy(table, head, column));
    });
  };

  const addFilter = (table) => {
    const groups = groupsOf(table);
    if (groups.length < LEAST_ROWS_TO_FILTER) return;
    const wordsOf = (row) => fold([...row.cells].map((cell) => cell.textContent).join(" ")).replace(/[^\p{L}\p{N}½]+/gu, " ");
    const words = groups.map((group) => ` ${wordsOf(group[0])}`);
    const label = document.createElement("label");
    label.className = "filter";
    const input = document.createElement("input");
    input.type = "search";
    const count = document.createElement("output");
    label.append(`${texts.filter} `, input, count);
    input.addEventListener("input", () => {
      // every word typed must begin a word of the row, so GM does not find WGM
      const asked = fold(input.value).split(/[^\p{L}\p{N}½]+/u).filter(Boolean);
      let shown = 0;
      groups.forEach((group, at) => {
        const fits = asked.every((word) => words[at].includes(` ${word}`));
        shown += fits;
        for (const row of group) row.hidden = !fits;
      });
      count.textContent = asked.length ? texts.shown.replace("{shown}", shown).replace("{all}", groups.length) : "";
    });
    table.parentNode.before(label);
  };

  // On a phone the rows of wide tables become cards (see the style), each cell under the name of its column.
  const addLabels = (table) => {
    const labels = [...table.tHead.rows[0].cells].map((head) => head.textContent.trim());
    table.classList.add("cards");
    table.setAttribute("role", "table");
    for (const [row] of groupsOf(table)) {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, column) => {
        cell.dataset.label = labels[column];
        cell.setAttribute("role", cell.tagName === "TH" ? "rowheader" : "cell");
      });
    }
  };

  for (const table of document.querySelectorAll("table.data")) {
    if (table.matches(".verdicts, .carded")) addLabels(table);
    addSorting(table);
    addFilter(table);
  }
})();
