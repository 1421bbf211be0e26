const MARKS = { failed: "✕", error: "!", accepted: "○", passed: "✓", not_applicable: "–" };
const WORDS = { failed: "failed", error: "not judged", accepted: "accepted", passed: "passed", not_applicable: "not applicable" };
const WORST = ["failed", "error", "accepted", "passed", "not_applicable"];
const { tools, checks, results } = data;
const families = [...new Set(Object.values(checks).map((check) => check.family))];
const controls = ["search", "status", "level", "family", "tool"].map(byId);
const [search, status, level, family, tool] = controls;
let onlyCheck = "";

const labels = (() => {
  const times = {};
  for (const one of tools) times[one.name] = (times[one.name] || 0) + 1;
  return tools.map((one) => (times[one.name] > 1 ? `${one.name} (${one.target})` : one.name));
})();

families.forEach((name) => family.append(element("option", { value: name }, name)));
labels.forEach((name, place) => tool.append(element("option", { value: place }, name)));

function part(title, ...children) { return [element("h3", {}, title), ...children]; }

function body(result) {
  const check = checks[result.check], facts = tools[result.tool];
  const made = element("div", { class: "body" });
  if (result.message) made.append(longText("p", { class: "message" }, result.message));
  if (result.reason) made.append(...part("Accepted because", longText("p", {}, result.reason)));
  const meta = [["Check", result.check], ["Family", check.family], ["Code", result.code], ["Target", facts.target],
    ["Tier", facts.tier], ["Time", result.seconds ? `${result.seconds} s` : ""]].filter((pair) => pair[1]);
  made.append(element("p", { class: "meta" }, meta.map(([name, value]) =>
    element("span", {}, `${name} `, element("code", { dir: "auto" }, value)))));
  if (result.before) made.append(...part("Calls before it", ...result.before.map((call) =>
    block(`${call.tool} ${call.arguments}`))));
  if (result.arguments) made.append(...part("Smallest call that shows it", block(result.arguments)));
  if (result.reproduce) made.append(...part("Reproduce", copyLine(result.reproduce)));
  if (check.promise) {
    made.append(...part("Requirement", element("p", {}, prose(check.promise))));
    if (check.codes && check.codes[result.code]) made.append(element("p", { class: "muted" },
      element("code", {}, result.code), " ", prose(check.codes[result.code])));
  }
  if (check.example) made.append(...part("How to mend it", element("details", {},
    element("summary", {}, "A tool that breaks it, and the same tool fixed"), element("pre", { tabindex: "0" }, check.example))));
  if (check.reason) made.append(...part("Why", element("p", { class: "prose" }, prose(check.reason))));
  if (check.source) made.append(...part("Source", element("p", {}, check.source)));
  return made;
}

function row(result) {
  const made = element("details", { class: "row" }, element("summary", {},
    element("span", { class: `state ${result.status}` }, element("b", { class: result.status }, `${MARKS[result.status]} `), WORDS[result.status]),
    element("span", { class: "name", dir: "auto" }, labels[result.tool].slice(0, 200)),
    element("span", { class: "what" }, result.check, result.message ? element("small", { dir: "auto" }, result.message.slice(0, 240)) : ""),
    element("span", { class: "level" }, result.level)));
  made.fill = () => { if (made.childElementCount === 1) made.append(body(result)); };
  made.addEventListener("toggle", () => {
    if (!made.open) return;
    made.fill();
    if (result.id) try { history.replaceState(null, "", `#${encodeURIComponent(result.id)}`); } catch { /* in a frame */ }
  });
  return made;
}

const list = new GrowingList(byId("list"), row);
const matching = searcher(results.map((one) => () =>
  [labels[one.tool], one.check, checks[one.check].family, one.code, one.message, one.id, WORDS[one.status]].join("\n")));

function filter() {
  const matches = matching(search.value);
  const states = status.value === "open" ? ["failed", "error"] : status.value ? [status.value] : WORST;
  const found = results.filter((one, number) => states.includes(one.status)
    && (!level.value || one.level === level.value)
    && (!family.value || checks[one.check].family === family.value)
    && (!tool.value || one.tool === Number(tool.value))
    && (!onlyCheck || one.check === onlyCheck) && matches(number));
  list.show(found);
  const told = `${found.length.toLocaleString("en")} of ${results.length.toLocaleString("en")} results`
    + (onlyCheck ? ` of the check ${onlyCheck}` : "");
  byId("shown").textContent = found.length ? told : `${told}. Clear the filters to see all.`;
  say(told);
}

function clear() {
  for (const control of controls) control.value = "";
  onlyCheck = "";
  if (results.some((one) => ["failed", "error"].includes(one.status))) status.value = "open";
  filter();
}

byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", (event) => { event.preventDefault(); clear(); });
onInput(() => { onlyCheck = ""; filter(); }, { isLong: results.length > 1000 });

// Tools by checks: a column for each family, or for each check of the family that was chosen.
const matrix = (() => {
  const cells = new Map();
  for (const one of results) {
    for (const column of [checks[one.check].family, `${checks[one.check].family}/${one.check}`]) {
      const key = `${one.tool} ${column}`;
      if (!cells.has(key)) cells.set(key, {});
      const counts = cells.get(key);
      counts[one.status] = (counts[one.status] || 0) + 1;
    }
  }
  let opened = "", limit = 40;
  const hasResults = new Set(results.map((one) => one.tool));
  const rows = tools.map((_, place) => place).filter((place) => hasResults.has(place));
  const columns = () => families.flatMap((name) => name !== opened ? [{ family: name, key: name }]
    : Object.keys(checks).filter((id) => checks[id].family === name).map((id) => ({ family: name, check: id, key: `${name}/${id}` })));
  function choose(place, column) {
    clear();
    tool.value = place;
    family.value = column.family;
    status.value = "";
    onlyCheck = column.check || "";
    filter();
    byId("results-title").scrollIntoView();
    list.go(0);
  }
  function cell(place, column) {
    const counts = cells.get(`${place} ${column.key}`);
    if (!counts) return element("td", {}, element("span", { class: "unseen" }, "not made"));
    const worst = WORST.find((one) => counts[one]);
    const told = WORST.filter((one) => counts[one]).map((one) => `${counts[one]} ${WORDS[one]}`).join(", ");
    return element("td", { class: worst }, element("button", { type: "button", title: told,
      "aria-label": `${labels[place]}, ${column.check || column.family}: ${told}`, on: { click: () => choose(place, column) } },
      element("b", { class: worst }, MARKS[worst]), column.check ? "" : ` ${counts[worst]}`));
  }
  function head(column) {
    const toggle = element("button", { type: "button", "aria-expanded": String(column.family === opened),
      on: { click: () => {
        opened = column.family === opened ? "" : column.family;
        draw();
        const again = [...byId("matrix").querySelectorAll("thead button")].find((one) => one.dataset.family === column.family);
        if (again) again.focus();
      } } }, column.check ? `${column.family} ‹` : column.family);
    toggle.dataset.family = column.family;
    const isFirst = column.check && columns().find((one) => one.family === opened).key === column.key;
    return element("th", { scope: "col" }, column.check ? element("div", { class: "check" }, column.check) : "",
      !column.check || isFirst ? toggle : "");
  }
  function draw() {
    const shown = columns();
    const table = byId("matrix");
    table.replaceChildren(
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "tool"), shown.map(head))),
      element("tbody", {}, rows.slice(0, limit).map((place) => element("tr", {},
        element("th", { scope: "row", title: labels[place], dir: "auto" }, labels[place].slice(0, 120)),
        shown.map((column) => cell(place, column))))));
    const more = byId("matrix-more");
    more.hidden = rows.length <= limit;
    more.textContent = `Show ${Math.min(200, rows.length - limit)} of ${rows.length - limit} more tools`;
  }
  byId("matrix-more").addEventListener("click", () => { limit += 200; draw(); });
  return draw;
})();

byId("app").hidden = false;
clear();
matrix();
keyboard({ list, clear });
addEventListener("beforeprint", () => list.nodes.forEach((node, place) => {
  // The event of its opening comes too late for the printer.
  if (["failed", "error"].includes(list.entries[place].status)) { node.fill(); node.open = true; }
}));

// The finding that the address names, whatever its status.
function follow() {
  let wanted = "";
  try { wanted = decodeURIComponent(location.hash.slice(1)); } catch { /* not a link of this page */ }
  const linked = wanted && results.find((one) => one.id === wanted);
  if (!linked) return;
  if (!list.entries.includes(linked)) { clear(); status.value = ""; filter(); }
  list.go(list.entries.indexOf(linked)).open = true;
}
addEventListener("hashchange", follow);
follow();
