"use strict";
(() => {
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

// Light and dark. A choice is remembered where the browser lets a file do so.
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme:dark)");
const remember = (value) => {
  try {
    if (value) localStorage.setItem("surefoot-theme", value);
    return localStorage.getItem("surefoot-theme");
  } catch {
    return null;
  }
};
const is_dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
const button = make("button", {id: "theme", type: "button"});
const name_button = () => {
  button.textContent = is_dark() ? "\u2600 Light" : "\u263E Dark";
  button.setAttribute("aria-label", is_dark() ? "Show in light colours" : "Show in dark colours");
};
const remembered = remember();
if (remembered === "dark" || remembered === "light") root.dataset.theme = remembered;
button.addEventListener("click", () => {
  root.dataset.theme = is_dark() ? "light" : "dark";
  remember(root.dataset.theme);
  name_button();
});
system.addEventListener("change", name_button);
name_button();
document.querySelector("header").append(button);

// Where in the contents the reader is.
const links = all("nav > ol > li");
const sections = all("main > section[id]");
if (links.length && "IntersectionObserver" in window) {
  const seen = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const e of entries) seen[e.isIntersecting ? "add" : "delete"](e.target);
    const here = sections.findIndex((s) => seen.has(s));
    if (here < 0) return;
    links.forEach((link, i) => {
      link.classList.toggle("here", i === here);
      if (i === here) link.firstChild.setAttribute("aria-current", "true");
      else link.firstChild.removeAttribute("aria-current");
    });
  }, {rootMargin: "-10% 0px -55% 0px"});
  sections.forEach((s) => observer.observe(s));
}

// Sorting: up, down, as it was. Totals stay at the end, cells without a value after the others.
const value_of = (row, column) => {
  const cell = row.cells[column].cloneNode(true);
  all("sup", cell).forEach((s) => s.remove());
  const text = cell.textContent.trim();
  const number = parseFloat(text);
  return {text, number, empty: text === "" || text === "-"};
};
const compare = (a, b, sign) => {
  if (a.empty || b.empty) return a.empty - b.empty;
  if (!isNaN(a.number) && !isNaN(b.number)) return sign * (a.number - b.number);
  return sign * a.text.localeCompare(b.text, "en", {numeric: true});
};
for (const table of all("table")) {
  const body = table.tBodies[0];
  const rows = [...body.rows].filter((r) => !r.classList.contains("total"));
  const totals = [...body.rows].filter((r) => r.classList.contains("total"));
  if (rows.length < 3 || !table.tHead) continue;
  [...table.tHead.rows[0].cells].forEach((head, column, heads) => {
    const sort = make("button", {type: "button", title: "Sort"});
    sort.append(...[...head.childNodes].filter((n) => n.nodeName !== "SUP"));
    head.prepend(sort);
    sort.addEventListener("click", () => {
      const next = {ascending: "descending", descending: ""}[head.getAttribute("aria-sort")] ?? "ascending";
      heads.forEach((h) => h.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      const sign = next === "descending" ? -1 : 1;
      const order = rows.map((row) => ({row, value: value_of(row, column)}));
      if (next) order.sort((a, b) => compare(a.value, b.value, sign));
      body.append(...order.map((o) => o.row), ...totals);
    });
  });
}

// Lines: hidden by their name in the legend; values where the pointer is.
const number = (value, step) => {
  const size = Math.max(Math.abs(value), step);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(2);
  return value.toFixed(Math.min(8, Math.max(0, Math.ceil(-Math.log10(step)))));
};
const scale_of = (text, length) => {
  const [low, high, log] = text.split(" ");
  const a = log ? Math.log(+low) : +low, b = log ? Math.log(+high) : +high;
  const at = (p) => { const v = a + (b - a) * p / length; return log ? Math.exp(v) : v; };
  return {at, text: (p) => number(at(p), Math.abs(at(p + 0.5) - at(p - 0.5)))};
};
const points_of = (path) => {
  const points = [];
  let x = 0, y = 0;
  for (const [, command, a, b] of (path.getAttribute("d") || "").matchAll(/([Ml])(-?[\d.]+) ?(-?[\d.]+)/g)) {
    x = command === "M" ? +a : x + +a;
    y = command === "M" ? +b : y + +b;
    points.push([x, y]);
  }
  return points;
};
const svg_name = "http://www.w3.org/2000/svg";
const readout = make("div", {className: "readout", hidden: true});
document.body.append(readout);
for (const plot of all("svg.plot")) {
  const area = plot.querySelector("svg.area");
  if (!area) continue;
  const title = plot.querySelector("title");
  plot.setAttribute("aria-label", title.textContent);
  plot.setAttribute("role", "group");
  title.remove();  // or the browser shows it over the values
  const series = all(".series", area);
  all(".key", plot).forEach((key, i) => {
    key.setAttribute("role", "button");
    key.setAttribute("tabindex", "0");
    key.setAttribute("aria-pressed", "true");
    const toggle = () => {
      const off = key.classList.toggle("off");
      for (const s of series) if (s.dataset.key === String(i)) s.classList.toggle("off", off);
      key.setAttribute("aria-pressed", String(!off));
    };
    key.addEventListener("click", toggle);
    key.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== " ") return;
      e.preventDefault();
      toggle();
    });
  });
  const width = +area.getAttribute("width"), height = +area.getAttribute("height");
  const sx = scale_of(area.dataset.x, width), sy = scale_of(area.dataset.y, height);
  const map = "map" in area.dataset;
  const x_name = plot.querySelector(".unit.end")?.textContent;
  let lines = null;
  const cross = document.createElementNS(svg_name, "path");
  cross.setAttribute("class", "cross");
  area.append(cross);
  const hide = () => { readout.hidden = true; cross.setAttribute("d", ""); };
  plot.addEventListener("pointerleave", hide);
  plot.addEventListener("pointermove", (event) => {
    const box = area.getScreenCTM();
    const px = (event.clientX - box.e) / box.a - (box.e === plot.getScreenCTM().e ? +area.getAttribute("x") : 0);
    const py = (event.clientY - box.f) / box.d - (box.f === plot.getScreenCTM().f ? +area.getAttribute("y") : 0);
    if (px < 0 || px > width || py < 0 || py > height) return hide();
    lines ??= series.map((s) => points_of(s.querySelector(".line") || s));
    readout.replaceChildren();
    cross.setAttribute("d", `M${px} 0v${height}` + (map ? `M0 ${py}h${width}` : ""));
    readout.append(make("div", {textContent: map ? `${sx.text(px)}, ${sy.text(height - py)}` :
      (x_name ? `${x_name}: ` : "") + sx.text(px)}));
    series.forEach((s, i) => {
      if (map || s.classList.contains("off") || !lines[i].length || (!s.dataset.name && series.length > 1)) return;
      const near = lines[i].filter((p) => Math.abs(p[0] - px) < 0.9);
      let ys = near.map((p) => p[1]);
      if (!ys.length) {
        let best = null;
        for (const p of lines[i]) if (!best || Math.abs(p[0] - px) < Math.abs(best[0] - px)) best = p;
        if (!best || Math.abs(best[0] - px) > width / 8) return;
        ys = [best[1]];
      }
      const low = sy.text(height - Math.max(...ys)), high = sy.text(height - Math.min(...ys));
      const row = make("div", {className: s.classList[1]});
      row.append(make("i", {}), `${s.dataset.name} ${low === high ? low : low + " \u2026 " + high}`);
      readout.append(row);
    });
    readout.hidden = false;
    const side = event.clientX > innerWidth / 2 ? -readout.offsetWidth - 14 : 14;
    readout.style.left = `${Math.max(4, event.clientX + side)}px`;
    readout.style.top = `${Math.min(event.clientY + 14, innerHeight - readout.offsetHeight - 4)}px`;
  });
}

addEventListener("beforeprint", () => all("details").forEach((d) => { d.open = true; }));
})();
