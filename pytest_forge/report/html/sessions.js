const { sessions } = data;
const controls = ["search", "kind", "session", "tool"].map(byId);
const [search, kind, session, tool] = controls;

const turns = sessions.flatMap((one, place) => {
  const drift = {};
  for (const found of one.drift || []) (drift[found.turn] = drift[found.turn] || []).push(found);
  return one.turns.map((turn) => ({ turn, place, drift: drift[turn.number] || [] }));
});

sessions.forEach((one, place) => session.append(element("option", { value: place }, one.cassette)));
byId("session-label").hidden = sessions.length < 2;
const names = [...new Set(turns.flatMap(({ turn }) => [...turn.tool_calls, ...(turn.server_tools || [])].map((one) => one.name)))].sort();
names.forEach((name) => tool.append(element("option", { value: name }, name.slice(0, 120))));
byId("tool-label").hidden = !names.length;

const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
const seconds = (number) => `${number < 10 ? number.toFixed(2) : number.toFixed(1)} s`;

function said(who, what, kindOf = "") {
  return element("div", { class: "said" }, element("div", { class: `who ${kindOf}` }, who), what);
}

function folded(who, text) {
  if (text.length < 600) return said(who, longText("div", { class: "text quiet" }, text));
  const inner = element("details", {}, element("summary", {}, `${counted(text.length, "character")}`));
  inner.addEventListener("toggle", () => { if (inner.childElementCount === 1) inner.append(longText("div", { class: "text quiet" }, text)); });
  return said(who, inner);
}

function value(title, text) {
  return element("div", {}, element("h4", {}, title), block(text));
}

function call(one, drift) {
  const isFailed = one.is_error || one.error;
  const made = element("div", { class: `call${isFailed ? " failed" : ""}` }, element("code", { dir: "auto" }, one.server ? `${one.server}.${one.name}` : one.name));
  const given = "input" in one ? one.input : one.arguments;
  if (given != null && given !== "" && given !== "{}") made.append(value("arguments", given));
  if (one.error) made.append(value("failed", one.error));
  else if (one.result != null) made.append(value(isFailed ? "result, failed" : "result", one.result));
  else if (!drift.length) made.append(element("h4", {}, "no recorded result"));
  for (const found of drift) made.append(drifted(found));
  return made;
}

function drifted(found) {
  const words = { missing_tool: "the tool is missing", arguments_refused: "the arguments are refused", failed: "the call fails now" };
  const what = words[found.kind] ? `Drift: ${words[found.kind]}` : "Drift";
  const made = element("div", { class: "drift" }, element("p", {}, element("b", { class: "failed" }, `✕ ${what}. `), found.message));
  if (found.differences.length) {
    const cell = (text) => element("td", {}, text == null ? element("span", { class: "muted" }, "absent") : longText("code", {}, text));
    made.append(element("table", {},
      element("thead", {}, element("tr", {}, ["Place", "Recorded", "Now"].map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, found.differences.map((one) => element("tr", {}, element("th", { scope: "row" }, element("code", { dir: "auto" }, one.path)),
        cell(one.recorded), cell(one.now))))));
  }
  if (found.recorded != null && found.now != null) made.append(element("details", {}, element("summary", {}, "Both results"),
    element("div", { class: "sides" }, value("recorded", found.recorded), value("now", found.now))));
  return made;
}

function timeLine(pieces) {
  const last = pieces.at[pieces.at.length - 1];
  if (!pieces.at.length || !last) return element("div", { class: "text quiet" }, `${counted(pieces.count, "piece")}, without recorded times`);
  const line = element("div", { class: "time", role: "img", "aria-label": "When each piece came" }, pieces.at.map((at) => {
    const mark = element("i", {});
    mark.style.left = `${(99.6 * at) / last}%`;
    return mark;
  }));
  return element("div", {}, line, element("div", { class: "text quiet" }, `${counted(pieces.count, "piece")}, the first after ${seconds(pieces.at[0])}, the last after ${seconds(last)}`));
}

function article({ turn, place, drift }) {
  const { usage } = turn;
  const tokens = usage.input_tokens || usage.output_tokens ? `${usage.input_tokens.toLocaleString("en")} tokens in, ${usage.output_tokens.toLocaleString("en")} out` : "";
  const facts = [turn.model, [turn.provider, turn.endpoint].filter(Boolean).join(" "), turn.status === 200 || turn.status == null ? "" : `HTTP ${turn.status}`,
    turn.stream ? "streamed" : "", tokens].filter(Boolean);
  const made = element("article", { class: "turn", tabindex: "-1", "aria-label": `Turn ${turn.number}` },
    element("h3", {}, element("b", {}, `${turn.number}`), facts.map((text) => element("span", { dir: "auto" }, text))));
  if (turn.repeated) made.append(said("", element("div", { class: "text quiet" }, `${counted(turn.repeated, "earlier message")} sent again`)));
  for (const line of turn.sent) made.append(line.who === "user" ? said("user", longText("div", { class: "text" }, line.text), "strong") : folded(line.who, line.text));
  if (turn.reasoning) made.append(folded("thinks", turn.reasoning));
  for (const one of turn.server_tools || []) made.append(said("server-side", call(one, [])));
  if (turn.text) made.append(said("says", longText("div", { class: "text" }, turn.text), "strong"));
  if (turn.refusal) made.append(said("refuses", longText("div", { class: "text" }, turn.refusal), "failed"));
  const left = [...drift];
  const own = (one) => {
    const same = left.findIndex((found) => found.name === one.name && (found.id === one.id || found.arguments === one.arguments));
    return same < 0 ? [] : left.splice(same, 1);
  };
  for (const one of turn.tool_calls) made.append(said("calls", call(one, own(one)), "strong"));
  if (turn.media) made.append(said("media", element("div", { class: "text quiet" }, turn.media.join(", "))));
  for (const found of left) made.append(said("drift", drifted(found)));
  if (turn.pieces && turn.pieces.count) made.append(said("stream", timeLine(turn.pieces)));
  if (turn.error) made.append(said(turn.is_conversation ? "✕ error" : "other", longText("div", { class: "text" }, turn.error), turn.is_conversation ? "failed" : ""));
  else if (turn.stop_reason) made.append(said("stops", element("div", { class: "text quiet" }, turn.stop_reason)));
  return made;
}

function heading(place) {
  const one = sessions[place];
  const cost = one.cost_usd == null ? "cost unknown" : `$${one.cost_usd.toFixed(one.cost_usd >= 10 || !one.cost_usd ? 2 : 6)}`;
  const parts = [counted(one.turns.length, "turn"), `${one.usage.input_tokens.toLocaleString("en")} tokens in, ${one.usage.output_tokens.toLocaleString("en")} out`, cost];
  if (one.drift) parts.push(`${counted(one.drift.length, "call")} drifted`);
  if (one.without_result && one.without_result.length) parts.push(`${counted(one.without_result.length, "call")} without a recorded result`);
  return element("h3", { class: "heading", dir: "auto" }, one.cassette, element("span", {}, parts.join(" · ")));
}

const list = new GrowingList(byId("list"), (entry) => {
  const made = article(entry);
  return entry.isFirst ? element("div", { tabindex: "-1" }, heading(entry.place), made) : made;
}, { grows: true, chunk: 10 });

const matching = searcher(turns.map(({ turn, place, drift }) => () => [sessions[place].cassette, turn.model, turn.provider, turn.text, turn.reasoning, turn.refusal,
  turn.error, ...turn.sent.map((one) => one.text), ...turn.tool_calls.flatMap((one) => [one.name, one.arguments, one.result]),
  ...(turn.server_tools || []).flatMap((one) => [one.name, one.input, one.result, one.error]), ...drift.map((one) => one.message)]
  .filter((text) => text != null).join("\n")));
const KINDS = {
  calls: ({ turn }) => turn.tool_calls.length,
  error: ({ turn }) => (turn.error && turn.is_conversation) || turn.tool_calls.some((one) => one.is_error),
  drift: ({ drift }) => drift.length,
  server: ({ turn }) => turn.server_tools,
};

function filter() {
  const matches = matching(search.value);
  const found = turns.filter((one, number) => (!kind.value || KINDS[kind.value](one))
    && (!session.value || one.place === Number(session.value))
    && (!tool.value || [...one.turn.tool_calls, ...(one.turn.server_tools || [])].some((made) => made.name === tool.value))
    && (!search.value || matches(number)));
  list.show(found.map((one, number) => ({ ...one, isFirst: !number || found[number - 1].place !== one.place })));
  const told = `${found.length.toLocaleString("en")} of ${counted(turns.length, "request")}`;
  byId("shown").textContent = told;
  say(told);
}

function clear() {
  for (const control of controls) control.value = "";
  filter();
}

byId("filters").addEventListener("submit", (event) => event.preventDefault());
byId("filters").addEventListener("reset", (event) => { event.preventDefault(); clear(); });
onInput(filter, { isLong: turns.length > 300 });
byId("app").hidden = false;
clear();
keyboard({ list, clear });
