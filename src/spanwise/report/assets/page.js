"use strict";
(() => {
  // ---- 1 Data: columns as questions.py writes them; offsets are UTF-16 units, which are JavaScript's own ----
  const data = JSON.parse(document.getElementById("data").textContent);
  const { readers } = data;
  const total = data.id.length;
  const OUTCOMES = ["right", "partly", "wrong", "answered", "abstained", "missing"];
  const GLYPHS = ["✓", "≈", "✗", "!", "∅", "–"];
  const RIGHT = 0, PARTLY = 1, MISSING = 5;
  const ROW = 58; // px, the height of .item in page.css
  const outcomes = readers.map((reader) => Uint8Array.from(reader.outcome, Number));
  const silenced = readers.map((reader) => new Set(reader.silenced));
  const byId = new Map(data.id.map((id, i) => [id, i]));
  const $ = (id) => document.getElementById(id);
  const number = (n) => n.toLocaleString("en-US");

  function h(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes ?? {})) {
      if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  }
  const badge = (reader) => h("span", { class: `badge c${reader.colour}` }, reader.letter);

  // Gold answers arrive flat: start, end, count, or text, count where the text is nowhere in the context.
  function golds(flat, context) {
    const found = [];
    for (let at = 0; at < (flat ?? []).length;) {
      if (typeof flat[at] === "string") {
        found.push({ text: flat[at], count: flat[at + 1] });
        at += 2;
      } else {
        const [start, end, count] = flat.slice(at, at + 3);
        found.push({ start, end, count, text: context.slice(start, end) });
        at += 3;
      }
    }
    return found;
  }

  // ---- 2 State: all of it is in the address, so that a link shows the same view ----
  const EMPTY = { q: -1, s: 0, f: [], d: false, k: "", a: "", t: "", w: "", g: [] };
  const tabs = [...document.querySelectorAll("[data-tab]")], names = tabs.map((tab) => tab.dataset.tab);
  let state = { ...EMPTY, tab: names[0] };

  function readAddress() {
    const hash = location.hash.slice(1);
    if (!/(^|&)(tab|[qsfdkatwg])=/.test(hash)) return null; // a section of the page, not a view
    const given = new URLSearchParams(hash);
    const index = (text, length) => (/^\d+$/.test(text ?? "") && Number(text) < length ? Number(text) : null);
    const won = (given.get("w") ?? "").split("-").map((part) => index(part, readers.length));
    return {
      tab: names.includes(given.get("tab")) ? given.get("tab") : "questions",
      g: given.getAll("g").filter((key) => sliceOf(key)),
      q: byId.get(given.get("q")) ?? -1,
      s: given.get("s") === "any" ? -1 : index(given.get("s"), readers.length) ?? 0,
      f: (given.get("f") ?? "").split(",").filter((key) => OUTCOMES.includes(key)),
      d: given.get("d") === "1",
      k: given.get("k") ?? "",
      a: index(given.get("a"), data.articles.length) === null ? "" : given.get("a"),
      t: given.get("t") ?? "",
      w: won.length === 2 && !won.includes(null) ? won.join("-") : "",
    };
  }

  function writeAddress(step = false) {
    const parts = new URLSearchParams({ tab: state.tab });
    if (state.s !== 0) parts.set("s", state.s < 0 ? "any" : state.s);
    if (state.f.length) parts.set("f", state.f.join(","));
    if (state.d) parts.set("d", "1");
    for (const key of ["k", "a", "t", "w"]) if (state[key] !== "") parts.set(key, state[key]);
    for (const key of state.g) parts.append("g", key);
    if (state.q >= 0) parts.set("q", data.id[state.q]);
    const address = `#${parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
    // The browser's own way back leads to the tab before; filters leave no steps behind.
    if (step) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  // ---- 3 Search: every word or "phrase" must stand in the question, its context, answers or predictions ----
  let haystacks = null;
  function buildHaystacks() {
    const contexts = data.contexts.map((text) => text.toLowerCase());
    const own = data.id.map((id, i) => {
      const answers = golds(data.answers[i], data.contexts[data.paragraph[i]]).map((gold) => gold.text);
      const texts = readers.map((reader) => reader.text[i] ?? "");
      return [id, data.text[i], data.articles[data.of[data.paragraph[i]]], ...answers, ...texts].join("\n").toLowerCase();
    });
    haystacks = { contexts, own };
  }
  const words = (text) =>
    Array.from(text.toLowerCase().matchAll(/["“]([^"”]+)["”]|\S+/g), (match) => match[1] ?? match[0]);

  function searched(text) {
    const wanted = words(text);
    if (!wanted.length) return null;
    if (!haystacks) buildHaystacks();
    const inContext = wanted.map((word) => haystacks.contexts.map((context) => context.includes(word)));
    return (i) => wanted.every((word, k) => inContext[k][data.paragraph[i]] || haystacks.own[i].includes(word));
  }

  // ---- 4 Slices and classes: one letter a question says which of a facet's values it has, a space that it has none ----
  const facets = new Map(data.facets.map((facet) => [facet.key, { ...facet, of: Int16Array.from(facet.codes, (letter) => letter.charCodeAt(0) - 48) }]));
  function sliceOf(key) {
    const at = key.indexOf(":"), facet = facets.get(key.slice(0, at)), value = facet?.keys.indexOf(key.slice(at + 1)) ?? -1;
    return value < 0 ? null : { facet, value, label: `${facet.label}: ${facet.values[value]}` };
  }

  // ---- 5 Filters; the number on a chip is what pressing it alone would show under the other filters ----
  let found = [];
  const kinds = [["answers", "with answers"], ["none", "unanswerable"]];
  for (const category of new Set(Object.values(data.category))) kinds.push([`category:${category}`, `unanswerable: ${category}`]);
  const kindOf = (i, kind) =>
    kind === "answers" ? data.answers[i].length > 0
      : kind === "none" ? data.answers[i].length === 0
        : data.category[i] === kind.slice("category:".length);
  const disagreed = (i) => {
    const right = outcomes.filter((outcome) => outcome[i] === RIGHT).length;
    return right > 0 && right < readers.length;
  };
  const hasOutcome = (i, k) =>
    state.s >= 0 ? outcomes[state.s][i] === k : outcomes.some((outcome) => outcome[i] === k);

  function filter() {
    const matches = searched(state.t);
    const [a, b] = state.w.split("-").map(Number);
    const chosen = state.f.map((key) => OUTCOMES.indexOf(key));
    const counts = new Array(OUTCOMES.length).fill(0);
    const slices = state.g.map(sliceOf);
    let apart = 0;
    found = [];
    for (let i = 0; i < total; i++) {
      if (state.a !== "" && data.of[data.paragraph[i]] !== Number(state.a)) continue;
      if (state.k !== "" && !kindOf(i, state.k)) continue;
      if (state.w !== "" && !(outcomes[a][i] === RIGHT && outcomes[b][i] !== RIGHT)) continue;
      if (!slices.every(({ facet, value }) => facet.of[i] === value)) continue;
      if (matches && !matches(i)) continue;
      const differ = disagreed(i);
      const inOutcome = !chosen.length || chosen.some((k) => hasOutcome(i, k));
      if (differ && inOutcome) apart++;
      if (state.d && !differ) continue;
      for (let k = 0; k < OUTCOMES.length; k++) if (hasOutcome(i, k)) counts[k]++;
      if (inOutcome) found.push(i);
    }
    showCounts(counts, apart);
  }

  function showCounts(counts, apart) {
    for (const chip of document.querySelectorAll("[data-outcome]")) {
      chip.querySelector(".n").textContent = number(counts[OUTCOMES.indexOf(chip.dataset.outcome)]);
      chip.setAttribute("aria-pressed", state.f.includes(chip.dataset.outcome));
    }
    if ($("disagree")) {
      $("disagree").querySelector(".n").textContent = number(apart);
      $("disagree").setAttribute("aria-pressed", state.d);
    }
    $("won").hidden = state.w === "";
    if (state.w !== "") {
      const [a, b] = state.w.split("-").map((index) => readers[index].letter);
      $("won").textContent = `${a} right, ${b} not ×`;
      $("won").setAttribute("aria-label", `only where ${a} is right and ${b} is not: remove this filter`);
    }
    $("conditions").replaceChildren(...state.g.map((key) => {
      const { label, facet } = sliceOf(key), reader = readers[facet.reader];
      const chip = h("button", { type: "button", class: "chip", "aria-pressed": "true", "aria-label": `only ${reader ? `${reader.letter}, ` : ""}${label}: remove this filter` }, `${reader ? `${reader.letter} · ` : ""}${label} ×`);
      chip.addEventListener("click", () => change({ g: state.g.filter((other) => other !== key) }));
      return chip;
    }));
    $("count").textContent = found.length === total ? `${number(total)} questions` : `${number(found.length)} of ${number(total)} questions`;
  }

  // ---- 6 List: only the rows in sight exist ----
  const list = $("list"), spacer = list.firstElementChild;
  const place = () => found.indexOf(state.q);

  function showRows() {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const last = Math.min(found.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 4);
    spacer.style.height = `${found.length * ROW}px`;
    const rows = [];
    for (let at = first; at < last; at++) {
      const i = found[at];
      const marks = readers.map((reader, s) => {
        const outcome = outcomes[s][i];
        const label = `${reader.letter} ${OUTCOMES[outcome]}`;
        return h("span", { title: label, role: "img", "aria-label": label }, reader.letter, h("span", { class: `mark o${outcome}` }, GLYPHS[outcome]));
      });
      const row = h("div", { class: "item", role: "option", id: `item-${i}`, "aria-selected": i === state.q, "aria-setsize": found.length, "aria-posinset": at + 1 },
        h("span", { class: "asked", dir: "auto" }, data.text[i]), h("span", { class: "marks" }, marks));
      row.style.top = `${at * ROW}px`;
      rows.push(row);
    }
    spacer.replaceChildren(...rows);
    if (place() >= 0) list.setAttribute("aria-activedescendant", `item-${state.q}`);
    else list.removeAttribute("aria-activedescendant");
  }

  function revealRow() {
    const top = place() * ROW, away = top - list.scrollTop, room = list.clientHeight - ROW;
    if (top < 0 || (away >= 0 && away <= room)) return;
    spacer.style.height = `${found.length * ROW}px`;
    // A step moves by a row; a jump puts the row into the middle.
    if (away >= -ROW && away < 0) list.scrollTop = top;
    else if (away > room && away <= room + ROW) list.scrollTop = top - room;
    else list.scrollTop = top - room / 2;
  }

  // ---- 7 Highlights: gold is the ground, each reader underlines in its own row, so that overlaps stay readable ----
  function spanOf(reader, i, context, answers) {
    const text = reader.text[i];
    if (!text) return null;
    if (reader.span[i]) return { start: reader.span[i][0], end: reader.span[i][1] };
    const gold = answers.filter((answer) => answer.start !== undefined);
    let best = null, nearest = Infinity;
    for (let start = context.indexOf(text); start >= 0; start = context.indexOf(text, start + 1)) {
      const away = (answer) => Math.max(0, answer.start - (start + text.length), start - answer.end) + (answer.start === start && answer.end === start + text.length ? 0 : 0.5);
      const distance = gold.length ? Math.min(...gold.map(away)) : 0;
      if (distance < nearest) [best, nearest] = [start, distance];
      if (!gold.length) break;
    }
    return best === null ? null : { start: best, end: best + text.length };
  }

  function highlighted(context, answers, plausible, spans) {
    const marks = [
      ...answers.filter((answer) => answer.start !== undefined).map((answer) => ({ ...answer, kind: "gold" })),
      ...plausible.filter((answer) => answer.start !== undefined).map((answer) => ({ ...answer, kind: "plausible" })),
      ...spans.map((span, s) => span && { ...span, kind: "reader", s }).filter(Boolean),
    ];
    const rows = [...new Set(marks.filter((mark) => mark.kind === "reader").map((mark) => mark.s))];
    const cuts = [...new Set([0, context.length, ...marks.flatMap((mark) => [mark.start, mark.end])])].sort((x, y) => x - y);
    const pieces = [];
    for (let at = 0; at + 1 < cuts.length; at++) {
      const text = context.slice(cuts[at], cuts[at + 1]);
      const over = marks.filter((mark) => mark.start <= cuts[at] && mark.end >= cuts[at + 1]);
      if (!over.length) { pieces.push(text); continue; }
      const under = over.filter((mark) => mark.kind === "reader").map((mark) => mark.s);
      const kinds = new Set(over.map((mark) => mark.kind));
      const piece = h(kinds.has("gold") ? "mark" : "span", { class: kinds.has("plausible") ? "plausible" : null, "data-gold": kinds.has("gold") ? "" : null, "data-readers": under.length ? under.join(" ") : null }, text);
      if (under.length) {
        piece.title = under.map((s) => `${readers[s].letter} ${readers[s].name}`).join(", ");
        piece.style.backgroundImage = under.map((s) => `linear-gradient(var(--c${readers[s].colour}), var(--c${readers[s].colour}))`).join(",");
        piece.style.backgroundSize = under.map(() => "100% 3px").join(",");
        piece.style.backgroundPosition = under.map((s) => `0 calc(100% - ${(rows.length - 1 - rows.indexOf(s)) * 4}px)`).join(",");
      }
      pieces.push(piece);
    }
    const block = h("p", { class: "context", dir: "auto" }, pieces);
    block.style.setProperty("--deep", `${4 * rows.length}px`);
    block.style.setProperty("--line", 1.55 + 0.15 * rows.length);
    return block;
  }

  function markSearch() {
    if (!window.CSS?.highlights) return;
    CSS.highlights.delete("found");
    const wanted = words(state.t), ranges = [];
    const walker = document.createTreeWalker($("detail"), NodeFilter.SHOW_TEXT);
    for (let node = wanted.length && walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      for (const word of wanted) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, Math.min(at, node.length));
          range.setEnd(node, Math.min(at + word.length, node.length));
          ranges.push(range);
        }
      }
    }
    if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
  }

  // ---- 8 The question chosen ----
  function answerRows(answers, sample, label) {
    const counts = new Map();
    for (const answer of answers) {
      const known = counts.get(answer.text) ?? { count: 0, nowhere: answer.start === undefined };
      counts.set(answer.text, { ...known, count: known.count + answer.count });
    }
    return [...counts].map(([text, { count, nowhere }], at) =>
      h("tr", { class: "answer" }, at === 0 ? h("th", { scope: "rowgroup", rowspan: counts.size }, label) : null,
        h("td", { class: "said", dir: "auto", colspan: 5 }, h("span", { class: sample }, text || "(empty)"), h("span", { class: "quiet" }, ` ×\u00a0${count}${nowhere ? ", not in the context" : ""}`))));
  }

  function readerRow(reader, s, i, span, probabilities) {
    const outcome = outcomes[s][i], text = reader.text[i];
    const said = outcome === MISSING ? h("span", { class: "quiet" }, "no prediction")
      : text === "" ? h("span", { class: "quiet" }, "no answer given")
        : silenced[s].has(i) ? [h("span", { class: "silent" }, text), h("span", { class: "quiet" }, ` abstains by the threshold ${reader.threshold}`)]
          : [h("span", { class: `sample line c${reader.colour}` }, text), span ? null : h("span", { class: "quiet" }, " no span of the context")];
    return h("tr", { class: "reader", "data-reader": s },
      h("th", { scope: "row" }, h("span", { class: "named" }, badge(reader), h("span", { class: "name" }, reader.name))),
      h("td", { class: "said", dir: "auto" }, said),
      h("td", { class: "em", "data-label": "EM" }, outcome === RIGHT ? "100" : "0"),
      h("td", { class: "f1", "data-label": "F1" }, (reader.f1[i] / 10).toFixed(outcome === PARTLY ? 1 : 0)),
      probabilities ? h("td", { class: "na", "data-label": "no-answer prob." }, reader.na_prob && outcome !== MISSING ? String(reader.na_prob[i] ?? "–") : "–") : null,
      h("td", {}, h("span", { class: `mark o${outcome}`, title: OUTCOMES[outcome] }, GLYPHS[outcome]), ` ${document.querySelector(`[data-outcome="${OUTCOMES[outcome]}"]`).dataset.label}`));
  }

  function showQuestion() {
    const detail = $("detail"), i = state.q;
    if (i < 0) { detail.replaceChildren(h("p", { class: "nothing" }, "No question fits. Press 0 to show all.")); return; }
    const context = data.contexts[data.paragraph[i]], article = data.of[data.paragraph[i]];
    const answers = golds(data.answers[i], context), plausible = golds(data.plausible[i], context);
    const spans = readers.map((reader, s) => silenced[s].has(i) ? null : spanOf(reader, i, context, answers.length ? answers : plausible));
    const probabilities = readers.some((reader) => reader.na_prob);
    const at = place();
    const table = h("table", { class: "answers" },
      h("thead", {}, h("tr", {}, ["", "answer", "EM", "F1", probabilities ? "no-answer prob." : null, "outcome"].filter((label) => label !== null).map((label) => label ? h("th", { scope: "col" }, label) : h("td")))),
      h("tbody", {},
        answers.length ? answerRows(answers, "sample", "gold") : h("tr", { class: "answer" }, h("th", { scope: "row" }, "gold"), h("td", { class: "said", colspan: 5 }, "no answer in this context")),
        answerRows(plausible, "sample plausible", "plausible")),
      h("tbody", {}, readers.map((reader, s) => readerRow(reader, s, i, spans[s], probabilities))));
    detail.replaceChildren(
      h("p", { class: "where" }, h("span", { dir: "auto" }, data.articles[article] || `article ${article + 1}`), h("a", { href: `#q=${encodeURIComponent(data.id[i])}`, title: "link to this question" }, data.id[i]),
        h("span", {}, at < 0 ? "outside the filters" : `${number(at + 1)} of ${number(found.length)}`), data.category[i] ? h("span", { class: "tag" }, data.category[i]) : null),
      h("h3", { dir: "auto" }, data.text[i]), h("div", { class: "scroll" }, table), h("h4", {}, "Context"), highlighted(context, answers, plausible, spans),
      ...explanations.panels(readers, i, context, { h, badge, answerable: answers.length > 0, abstains: (s) => silenced[s].has(i) || readers[s].text[i] === "" }));
    explanations.clear();
    detail.scrollTop = 0;
    markSearch();
    const first = detail.querySelector(".context mark") ?? detail.querySelector(".context span");
    // Far down a long context: just far enough that the first mark is in sight, below the question, which stays.
    if (first) detail.scrollTop = Math.max(0, first.offsetTop - detail.offsetTop - detail.clientHeight + 80);
  }

  // ---- 9 Changes: one door for every change of the view ----
  function change(changes, { address = true, keep = true } = {}) {
    state = { ...state, ...changes };
    filter();
    if (!keep || (place() < 0 && !("q" in changes))) state.q = found[0] ?? -1;
    for (const [id, key] of [["search", "t"], ["article", "a"], ["kind", "k"]]) if ($(id).value !== state[key]) $(id).value = state[key];
    for (const radio of document.querySelectorAll("[name=reader]")) radio.checked = radio.value === (state.s < 0 ? "any" : String(state.s));
    if (address) writeAddress();
    showQuestion();
    if (state.tab !== "questions") return;
    revealRow();
    showRows();
  }
  function show(tab, { address = true, changes = state.q < 0 ? {} : { q: state.q } } = {}) {
    const step = address && tab !== state.tab;
    state.tab = tab;
    document.body.dataset.shown = tab;
    for (const other of tabs) {
      const chosen = other.dataset.tab === tab;
      other.setAttribute("aria-selected", chosen);
      other.tabIndex = chosen ? 0 : -1;
      $(`panel-${other.dataset.tab}`).hidden = !chosen;
      if (chosen) other.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    scrollTo(0, 0);
    if (step) writeAddress(true);
    change(changes, { address: false });
  }
  function step(by) {
    if (!found.length) return;
    const next = place() < 0 ? 0 : Math.min(Math.max(place() + by, 0), found.length - 1);
    state.q = found[next];
    writeAddress();
    revealRow();
    showRows();
    showQuestion();
  }
  const toggle = (key) => change({ f: state.f.includes(key) ? state.f.filter((other) => other !== key) : [...state.f, key] });
  const clear = () => change({ ...EMPTY, s: state.s, q: state.q });

  // Follows the address: a view, or a section of the page by its name.
  function follow() {
    const given = readAddress();
    if (given === null) {
      const target = $(decodeURIComponent(location.hash.slice(1)));
      if (!target) return;
      const view = target.closest(".view");
      show(view ? view.id.slice("panel-".length) : names[0], { address: false });
      if (view && view !== target) target.scrollIntoView();
      return;
    }
    const { q, tab, ...rest } = given;
    show(tab, { address: false, changes: q >= 0 ? { ...rest, q } : rest });
    if (tab === "questions" && document.activeElement !== document.body) list.focus({ preventScroll: true }); // from a link: keys go on from here
  }

  // ---- 10 Controls and keys ----
  for (const chip of document.querySelectorAll("[data-outcome]")) {
    chip.dataset.label = [...chip.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).join("");
    chip.addEventListener("click", () => toggle(chip.dataset.outcome));
  }
  const used = new Set(data.paragraph.map((paragraph) => data.of[paragraph]));
  for (const a of used) $("article").append(h("option", { value: a }, data.articles[a] || `article ${a + 1}`));
  for (const [value, label] of kinds) if (data.id.some((_, i) => kindOf(i, value))) $("kind").append(h("option", { value }, label));
  $("slice-field").hidden = facets.size === 0;
  for (const facet of facets.values()) {
    const reader = readers[facet.reader];
    $("slice").append(h("optgroup", { label: reader ? `${reader.letter}: ${facet.label}` : facet.label }, facet.values.map((value, at) => h("option", { value: `${facet.key}:${facet.keys[at]}` }, value))));
  }
  $("slice").addEventListener("change", (event) => {
    const key = event.target.value;
    event.target.value = "";
    if (key && !state.g.includes(key)) change({ g: [...state.g, key] });
  });
  $("article").addEventListener("change", (event) => change({ a: event.target.value }));
  $("kind").addEventListener("change", (event) => change({ k: event.target.value }));
  let typing = 0;
  $("search").addEventListener("input", (event) => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ t: event.target.value }), 120);
  });
  $("disagree")?.addEventListener("click", () => change({ d: !state.d }));
  $("won").addEventListener("click", () => change({ w: "" }));
  $("clear").addEventListener("click", clear);
  document.querySelector(".controls").addEventListener("submit", (event) => event.preventDefault());
  for (const radio of document.querySelectorAll("[name=reader]")) radio.addEventListener("change", () => change({ s: radio.value === "any" ? -1 : Number(radio.value) }));
  list.addEventListener("scroll", () => requestAnimationFrame(showRows), { passive: true });
  list.addEventListener("click", (event) => {
    const item = event.target.closest(".item");
    if (item) change({ q: Number(item.id.slice("item-".length)) });
  });
  new ResizeObserver(showRows).observe(list);
  addEventListener("hashchange", follow);

  const keys = {
    j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
    "/": () => { show("questions"); $("search").focus(); $("search").select(); },
    "?": () => $("help").showModal(),
    7: () => $("disagree")?.click(), 0: clear, t: () => $("theme").click(),
    s: () => readers.length > 1 && change({ s: (state.s + 1) % readers.length }),
  };
  OUTCOMES.forEach((key, k) => { keys[k + 1] = () => toggle(key); });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      if (event.target.type !== "radio" || event.key.startsWith("Arrow")) return;
    }
    const arrow = event.key.startsWith("Arrow");
    // Arrows scroll the page as ever, until the browser of questions is in use.
    if (arrow && !event.target.closest(".browser")) return;
    if (!Object.hasOwn(keys, event.key) || (state.tab !== "questions" && !"/?t".includes(event.key))) return;
    event.preventDefault();
    keys[event.key]();
  });
  $("help-button").addEventListener("click", () => $("help").showModal());

  // ---- 11 Tabs: links one after another until this script makes tabs of them ----
  $("tabs").setAttribute("role", "tablist");
  $("tabs").setAttribute("aria-label", "Parts of the report");
  for (const tab of tabs) {
    const panel = $(`panel-${tab.dataset.tab}`);
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.tabIndex = -1;
    tab.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(tab.dataset.tab);
    });
  }
  $("tabs").addEventListener("keydown", (event) => {
    const at = names.indexOf(state.tab), last = names.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(names[next]);
    tabs[next].focus();
  });

  // ---- 12 Start ----
  show(names[0], { address: false });
  follow();
})();
