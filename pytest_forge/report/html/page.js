"use strict";
// What both pages share: elements, long texts, lists that grow as they are read, the keyboard and the theme.
// Texts of tools and models are set as text, never as HTML.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const LONG = 1500;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "on") for (const [event, does] of Object.entries(value)) made.addEventListener(event, does);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  for (const child of children.flat()) if (child != null && child !== "") made.append(child);
  return made;
}

// A text of any length: the beginning first, since a browser lays out a megabyte slowly.
function longText(name, attributes, text) {
  const made = element(name, { dir: "auto", ...attributes }, text.length > LONG * 1.2 ? text.slice(0, LONG) : text);
  if (text.length > LONG * 1.2) {
    const more = element("button", { type: "button", on: { click: () => {
      made.textContent = text;
      if (!made.hasAttribute("tabindex")) made.tabIndex = -1;
      made.focus({ preventScroll: true });
    } } },
      `Show all ${text.length.toLocaleString("en")} characters`);
    made.append("…", more);
  }
  return made;
}

// What lets the keyboard scroll a block, if its text may be higher than the block.
const scrolled = (text) => (text.length > 600 || text.split("\n").length > 15 ? { tabindex: "0" } : {});
const block = (text) => longText("pre", scrolled(text), text);

function copyLine(text) {
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = element("textarea", { class: "unseen" });
      field.value = text;
      button.after(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      button.focus();
    }
    button.textContent = "Copied";
    say("Copied");
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  return element("div", { class: "copyline" }, element("pre", {}, text), button);
}

function say(text) { byId("said").textContent = text; }

// Sentences with words in backquotes, of this project's own texts.
function prose(text) {
  return text.split(/(``.+?``|`[^`\n]+`)/).map((part) => part.startsWith("`")
    ? element("code", {}, part.replace(/^`+|`+$/g, "")) : part);
}

// A list that holds all entries and shows some of them: more at a button or, if it is the end of a page, when scrolled to.
class GrowingList {
  constructor(host, make, { grows = false, chunk = 60 } = {}) {
    this.chunk = chunk;
    this.host = host;
    this.make = make;
    this.entries = [];
    this.nodes = [];
    this.place = -1;
    this.more = element("button", { type: "button", class: "more", on: { click: () => { const first = this.nodes.length; this.grow(); this.go(first); } } });
    host.after(this.more);
    if (grows) new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) this.grow(); },
      { rootMargin: "1200px" }).observe(this.more);
    addEventListener("beforeprint", () => this.growTo(this.entries.length));
  }
  show(entries) {
    this.entries = entries;
    this.nodes = [];
    this.place = -1;
    this.host.replaceChildren();
    this.grow();
  }
  grow() { this.growTo(Math.min(this.nodes.length + this.chunk, this.entries.length)); }
  growTo(count) {
    const groups = [];
    while (this.nodes.length < count) {
      const node = this.make(this.entries[this.nodes.length]);
      const place = this.nodes.length;
      node.addEventListener("focusin", () => { this.place = place; });
      // In groups, of which a browser lays out and paints only those in view.
      if (place % this.chunk === 0 || !groups.length) groups.push(element("div", { class: "group" }));
      this.nodes.push(node);
      groups[groups.length - 1].append(node);
    }
    this.host.append(...groups);
    const left = this.entries.length - this.nodes.length;
    this.more.hidden = !left;
    this.more.textContent = `Show ${Math.min(left, this.chunk)} of ${left.toLocaleString("en")} more`;
  }
  go(place) {
    if (!this.entries.length) return null;
    this.place = Math.max(0, Math.min(place, this.entries.length - 1));
    this.growTo(this.place + 1);
    const node = this.nodes[this.place];
    (node.querySelector(":scope > summary") || node).focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest", behavior: "instant" });
    return node;
  }
}

// Numbers of the entries that contain every word.
function searcher(texts) {
  let ready = null;
  return (words) => {
    ready = ready || texts.map((text) => text().toLowerCase());
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    return (number) => wanted.every((word) => ready[number].includes(word));
  };
}

// Filter when a filter is changed; only typing in a long list waits for the next letter.
function onInput(filter, { isLong }) {
  let waiting = 0;
  byId("filters").addEventListener("input", (event) => {
    clearTimeout(waiting);
    if (event.target === byId("search") && isLong) waiting = setTimeout(filter, 80);
    else filter();
  });
}

function keyboard({ list, clear }) {
  const help = byId("help"), search = byId("search");
  byId("help-open").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape") {
      if (isTyping) {
        if (event.target === search && search.value) { search.value = ""; search.dispatchEvent(new Event("input", { bubbles: true })); }
        event.target.blur();
        return;
      }
      const opened = list.nodes[list.place];
      if (opened && opened.open) { opened.open = false; opened.querySelector("summary").focus(); } else clear();
      return;
    }
    if (isTyping) return;
    if (event.key === "j") list.go(list.place + 1);
    else if (event.key === "k") list.go(list.place - 1);
    else if (event.key === "/") search.focus();
    else if (event.key === "?") help.showModal();
    else if (event.key === "Enter" && event.target === list.nodes[list.place]) {
      const folded = [...event.target.querySelectorAll("details")], opens = folded.some((one) => !one.open);
      for (const one of folded) one.open = opens;
    }
    else return;
    event.preventDefault();
  });
}

(function theme() {
  const choice = byId("theme");
  const set = (value) => {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
  };
  let kept = "";
  try { kept = localStorage.getItem("forge-theme") || ""; } catch { /* a page from a file may have no storage */ }
  choice.value = ["light", "dark"].includes(kept) ? kept : "";
  set(choice.value);
  choice.addEventListener("change", () => {
    set(choice.value);
    try { localStorage.setItem("forge-theme", choice.value); } catch { /* the same */ }
  });
  byId("controls").hidden = false;
})();
