"use strict";
// Why a reader answers as it does: the part of a question's panel that explanation_data.py feeds.
const explanations = (() => {
  const closed = new Set(); // readers whose part was closed: it stays so at the next question
  const BEST = 5; // candidates listed for their score; one more is the one that the best is held against
  const number = (n) => n.toLocaleString("en-US");
  const signed = (weight) => `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`;
  const plain = (value) => String(value).replace("-", "−");
  const percent = (share) => (share > 0 && share < 0.001 ? "< 0.1" : (100 * share).toFixed(1));
  function parts(flat, size) {
    const found = [];
    for (let at = 0; at < flat.length; at += size) found.push(flat.slice(at, at + size));
    return found;
  }

  // A question that is not explained says so: an absence would be a riddle.
  function panels(readers, i, context, { h, badge, answerable, abstains }) {
    return readers.flatMap((reader, s) => {
      if (!reader.why) return [];
      const why = reader.why.of[i];
      if (!why) {
        const count = Object.keys(reader.why.of).length;
        return [h("p", { class: "quiet unexplained" }, badge(reader), ` says why on ${number(count)} of ${number(reader.text.length)} questions, and not on this one.`)];
      }
      const part = panel(reader, why, context, { h, badge, answerable, silent: abstains(s) });
      part.open = !closed.has(s);
      part.addEventListener("toggle", () => (part.open ? closed.delete(s) : closed.add(s)));
      return [part];
    });
  }

  function panel(reader, why, context, { h, badge, answerable, silent }) {
    const named = (text) => ["“", h("bdi", {}, text), "”"];
    const candidates = why.candidates.map(([start, end, score, prob, groups], at) => (
      { start, end, score, prob, text: context.slice(start, end), right: why.right.includes(at), groups: parts(groups, 2) }));
    const [best] = candidates, rival = candidates[why.against];
    const head = h("summary", {}, h("h4", {}, badge(reader), " Why ", h("span", { dir: "auto" }, reader.name), " ", ...(best ? [silent ? "abstains, with " : "prefers ", ...named(best.text), silent ? " as its best candidate" : null].filter(Boolean) : ["has no answer"])));
    const tick = (one) => (one.right ? h("span", { class: "mark o0", role: "img", "aria-label": "right", title: "right" }, " ✓") : null);

    // A bar to the right of the middle speaks for, one to the left against; the number beside it says so too.
    function weighed(caption, rows, heads) {
      const most = Math.max(...rows.map(([, weight]) => Math.abs(weight)));
      return h("table", { class: "weighed small" }, h("caption", {}, caption),
        h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { scope: "col", class: at ? "number" : null }, head)), h("td"))),
        h("tbody", {}, rows.map(([name, weight, ...cells]) => {
          const bar = h("i", { class: weight < 0 ? "against" : null });
          bar.style.width = `${(50 * Math.abs(weight)) / (most || 1)}%`;
          return h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", { class: "number" }, cell)),
            h("td", { class: "number" }, signed(weight)), h("td", { class: "side", "aria-hidden": "true" }, h("span", {}, bar)));
        })));
    }

    function listed() {
      const rows = candidates.map((one, at) => {
        const bar = h("i", {});
        bar.style.width = `${100 * one.prob}%`;
        const place = h("button", { type: "button", class: "place", dir: "auto", "aria-pressed": "false", title: "show in the context" }, one.text);
        place.addEventListener("click", () => show(place, one));
        return h("tr", {},
          h("th", { scope: "row" }, place, tick(one), at >= BEST ? h("span", { class: "quiet" }, " further down") : null),
          h("td", { class: "number", "data-label": "%" }, h("span", { class: "share", "aria-hidden": "true" }, bar), h("b", {}, percent(one.prob))),
          h("td", { class: "number", "data-label": "score" }, plain(one.score.toFixed(2))),
          h("td", { class: "most" }, one.groups.slice(0, 3).flatMap(([group, weight], place) => [place ? ", " : null, `${reader.why.groups[group]}\u00a0`, h("span", { class: "nowrap" }, signed(weight))])));
      });
      return h("table", { class: "candidates small" }, h("caption", {}, "The best candidates of the context"),
        h("thead", {}, h("tr", {}, ["candidate", "%", "score", "what gives most of the score"].map((head, at) => h("th", { scope: "col", class: at === 1 || at === 2 ? "number" : null }, head)))),
        h("tbody", {}, rows));
    }

    function compared() {
      const theirs = new Map(rival.groups), lead = (best.score - rival.score).toFixed(2);
      const names = new Set([...best.groups, ...rival.groups].map(([group]) => group)), ours = new Map(best.groups);
      const groups = [...names].map((group) => [reader.why.groups[group], (ours.get(group) ?? 0) - (theirs.get(group) ?? 0)]).filter(([, weight]) => Math.abs(weight) >= 0.005).sort(([, x], [, y]) => Math.abs(y) - Math.abs(x));
      const features = parts(why.differences, 2).map(([feature, weight]) => {
        const [name, group] = reader.why.features[feature];
        return [[h("bdi", {}, name), " ", h("span", { class: "quiet" }, reader.why.groups[group])], weight];
      });
      const over = [...named(best.text), tick(best), " before ", ...named(rival.text), tick(rival)];
      return [h("p", { class: "over" }, "What puts ", ...over.filter(Boolean), `: a lead of ${lead}.`),
        h("div", { class: "both" }, weighed("By group, which add up to the lead", groups, ["group", "adds"]),
          weighed("The single features that differ most", features, ["feature", "adds"]))];
    }

    function nothing() {
      const prob = 1 / (1 + Math.exp(-why.odds));
      const rows = parts(why.reasons, 3).map(([measure, value, weight]) => [reader.why.measures[measure], weight, plain(value)]);
      return weighed(`No answer: log-odds ${signed(why.odds)}, a probability of ${percent(prob)} %. What speaks for it and against`, rows, ["measure", "value", "adds"]);
    }

    if (!best) return h("details", { class: `why c${reader.colour}` }, head, h("p", { class: "quiet" }, "The context has no candidate, so there is nothing to answer with."));
    const unreachable = answerable && !candidates.some((one) => one.right);
    const reasons = why.odds === null ? null : nothing();
    return h("details", { class: `why c${reader.colour}` }, head, silent ? reasons : null, listed(),
      unreachable ? h("p", { class: "quiet" }, "No candidate of the context is a right answer, so none could be given.") : null,
      rival ? compared() : null, silent ? null : reasons);
  }

  // Marks a candidate in the context, which has other marks in it: pieces of text, counted through.
  function show(button, { start, end }) {
    const pressed = button.getAttribute("aria-pressed") === "true", detail = button.closest(".detail");
    for (const other of detail.querySelectorAll(".place[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
    clear();
    if (pressed) return;
    button.setAttribute("aria-pressed", "true");
    const walker = document.createTreeWalker(detail.querySelector(".context"), NodeFilter.SHOW_TEXT), range = new Range();
    let at = 0;
    for (let node = walker.nextNode(); node && at < end; at += node.length, node = walker.nextNode()) {
      if (start >= at && start < at + node.length) range.setStart(node, start - at);
      if (end > at && end <= at + node.length) range.setEnd(node, end - at);
    }
    if (window.CSS?.highlights) CSS.highlights.set("candidate", new Highlight(range));
    range.startContainer.parentElement.scrollIntoView({ block: "nearest" });
  }
  function clear() {
    window.CSS?.highlights?.delete("candidate");
  }
  return { panels, clear };
})();
