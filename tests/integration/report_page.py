#!/usr/bin/env python3
"""report_page.py FOLDER [PICTURES]: opens the pages of tests/report/sample_page.cc in a browser, from
disk and without network. report_page.py PAGE.html [PICTURES]: checks the properties that every page must have.
With PICTURES, screenshots go into that folder."""

import itertools
import math
import pathlib
import re
import sys

from browser import Browser

given = pathlib.Path(sys.argv[1]).resolve()
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None

# Elements with their own text, with text and background colour.
TEXTS = """(() => {
  const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
  const background = (e) => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!/^rgba\\(.*, 0\\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  return [...document.querySelectorAll("body *")].filter((e) => own(e) && shown(e)).map((e) => {
    const style = getComputedStyle(e);
    return {what: e.tagName + "." + (e.getAttribute("class") || ""),
            colour: e.ownerSVGElement ? style.fill : style.color, background: background(e)};
  });
})()"""

# Pairs of texts in a plot that cover each other, and texts that leave their plot.
COLLISIONS = """(() => {
  const found = [];
  for (const plot of document.querySelectorAll("svg.plot")) {
    const box = plot.getBoundingClientRect();
    const texts = [...plot.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
    for (const [i, [a, p]] of texts.entries()) {
      if (p.left < box.left - 3 || p.right > box.right + 12 || p.top < box.top - 3 || p.bottom > box.bottom + 3)
        found.push(`"${a}" leaves its plot`);
      for (const [b, q] of texts.slice(i + 1))
        if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
            Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 0.2 * p.height)
          found.push(`"${a}" covers "${b}"`);
    }
  }
  return found;
})()"""

TONES = ["t1", "t2", "t3", "t4", "t5", "t6", "treal", "tfaint"]


def rgb(colour):
    return [float(c) / 255 for c in re.findall(r"[\d.]+", colour)[:3]]


def linear(colour):
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]


def luminance(colour):
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(a, b):
    """The contrast ratio as defined by WCAG 2."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


# Colour vision without one kind of cones, for linear RGB: Machado, Oliveira, Fernandes 2009.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}


def lab(colour, eyes):
    seen = [min(1, max(0, sum(a * b for a, b in zip(row, linear(colour))))) for row in eyes]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    x, y, z = (sum(a * b for a, b in zip(row, seen)) / white
               for row, white in zip(rows, (0.9505, 1.0, 1.089)))
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z)]
    return (116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]))


def check_colours(tab, dark):
    texts = tab.value(TEXTS)
    assert len(texts) > 20, len(texts)
    for text in texts:
        ratio = contrast(text["colour"], text["background"])
        assert ratio >= 4.5, f"{text} has a contrast of {ratio:.2f}"
    paper = tab.value('getComputedStyle(document.querySelector(".cell, .scroll")).backgroundColor')
    assert (luminance(paper) < 0.05) == dark and (luminance(paper) > 0.9) != dark, paper
    tones = tab.value(f"""{TONES}.map((tone) => {{
      const e = document.createElement("span");
      e.className = tone;
      e.style.color = "var(--c)";
      document.body.append(e);
      return getComputedStyle(e).color;
    }})""")
    for name, tone in zip(TONES, tones):
        assert contrast(tone, paper) >= 3.0, (name, tone, contrast(tone, paper))
    for (name, eyes), (a, b) in itertools.product(EYES.items(), itertools.combinations(range(8), 2)):
        distance = math.dist(lab(tones[a], eyes), lab(tones[b], eyes))
        assert distance > 10, f"{TONES[a]} and {TONES[b]} look alike with {name}: {distance:.1f}"


def check_quiet(tab, url):
    assert tab.errors() == [], tab.errors()
    assert tab.requests() == [url], tab.requests()
    assert tab.value("window.broken") is None, "a script from a name ran"
    width = tab.value("document.documentElement.scrollWidth")
    assert width <= tab.width, f"the page is {width} wide in a window of {tab.width}"


def check_structure(tab):
    problems = tab.value("""(() => {
      const problems = [];
      const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
      if (new Set(ids).size !== ids.length) problems.push("an id twice");
      for (const a of document.querySelectorAll("a"))
        if (!document.getElementById(a.getAttribute("href").slice(1))) problems.push(a.outerHTML);
      for (const plot of document.querySelectorAll("svg.plot"))
        if (!plot.getAttribute("aria-label") && !plot.querySelector("title")) problems.push("a plot without name");
      if (document.querySelector("img, iframe, object, link, body style, main script")) problems.push("strange element");
      return problems;
    })()""")
    assert problems == [], problems


def check_theme_button(tab):
    page = 'getComputedStyle(document.body).backgroundColor'
    before = tab.value(page)
    tab.value('document.getElementById("theme").click()')
    assert (luminance(tab.value(page)) < 0.1) != (luminance(before) < 0.1), before
    tab.value('document.getElementById("theme").click()')
    assert tab.value(page) == before
    tab.value('localStorage.clear()')


def check_sorting(tab):
    column = """[...document.querySelectorAll("#table_10 tbody tr")].map((r) => {
      const cell = r.cells[3].cloneNode(true);
      cell.querySelectorAll("sup").forEach((s) => s.remove());
      return [r.cells[0].textContent, cell.textContent];
    })"""
    click = 'document.querySelectorAll("#table_10 thead button")[3].click()'
    first = tab.value(column)
    assert first[-1][0] == "Best"
    for sign in (1, -1):
        tab.value(click)
        rows = tab.value(column)
        assert rows[-1] == first[-1] and rows[-2][1] == "-", rows
        numbers = [float(value) for _, value in rows[:-2]]
        assert numbers == sorted(numbers, reverse=sign < 0), rows
        assert sorted(rows) == sorted(first)
    tab.value(click)
    assert tab.value(column) == first


def check_legend(tab):
    shown = """[...document.querySelectorAll("#figure_6 svg.plot")[0].querySelectorAll(".series")]
      .map((s) => getComputedStyle(s).display !== "none")"""
    key = 'document.querySelector("#figure_6 .key")'
    assert tab.value(shown) == [True, True]
    tab.value(f'{key}.dispatchEvent(new MouseEvent("click", {{bubbles: true}}))')
    assert tab.value(shown) == [False, True]
    tab.value(f'{key}.dispatchEvent(new KeyboardEvent("keydown", {{key: "Enter", bubbles: true}}))')
    assert tab.value(shown) == [True, True]


def check_readout(tab):
    """The distance driven is half the time, which values under the pointer must show."""
    area = """[...document.querySelectorAll("svg.plot")].find((p) =>
      p.querySelector(".title")?.textContent === "Distance driven").querySelector("svg.area")"""
    tab.value(area + '.scrollIntoView({block: "center", behavior: "instant"})')
    path = tab.value(f'(() => {{ const b = {area}.querySelector(".line").getBoundingClientRect(); '
                     'return [b.left, b.top, b.width, b.height]; })()')
    assert tab.value('document.querySelector(".readout").hidden')
    for part in (0.125, 0.4, 0.85):
        tab.move(path[0] + part * path[2], path[1] + 0.5 * path[3])
        text = tab.value('document.querySelector(".readout").innerText')
        time, line = re.fullmatch(r"time \(s\): ([\d.]+)\n(.*)", text).groups()
        metres = float(re.search(r"([\d.]+)( …|$)", line).group(1))
        assert abs(float(time) - 20 * part) < 0.1, (text, part)
        assert abs(metres - 0.5 * float(time)) < 0.06, (text, part)
    tab.move(2, 2)
    assert tab.value('document.querySelector(".readout").hidden')


def check_print(tab):
    tab.set_media("print", True)
    paper = tab.value('getComputedStyle(document.querySelector(".cell")).backgroundColor')
    assert luminance(paper) > 0.9, f"dark on paper: {paper}"
    pdf = tab.call("Page.printToPDF", printBackground=True)["data"]
    assert len(pdf) > 50000, len(pdf)
    if pictures:
        import base64
        (pictures / "sample.pdf").write_bytes(base64.b64decode(pdf))
    tab.set_media("screen", False)


def check_without_scripts(browser, url, with_scripts):
    with browser.open(url, scripts=False) as tab:
        text = tab.value('document.querySelector("main").innerText')
        assert text == with_scripts, "the page is not complete without JavaScript"
        assert tab.value('document.querySelectorAll("button").length') == 0


def words(tab):
    return tab.value('document.querySelector("main").innerText')


def look(tab, name):
    if pictures:
        tab.screenshot(pictures / f"{name}.png")


def check_everywhere(browser, path, usual):
    """Checks windows of three widths, light and dark; `usual`: texts and colours as well."""
    for width, dark in itertools.product((1440, 800, 390), (False, True)):
        with browser.open(path.as_uri(), width=width, dark=dark) as tab:
            check_quiet(tab, path.as_uri())
            check_structure(tab)
            look(tab, f"{path.stem}_{width}_{'dark' if dark else 'light'}")
            if usual:
                check_colours(tab, dark)
                collisions = tab.value(COLLISIONS)
                assert collisions == [], (width, collisions[:10])


def check_sample(browser, url):
    with browser.open(url) as tab:
        text = words(tab)
        check_theme_button(tab)
        check_sorting(tab)
        check_legend(tab)
        check_readout(tab)
        check_print(tab)
        check_quiet(tab, url)
    check_without_scripts(browser, url, text)


def main():
    with Browser() as browser:
        if given.is_file():
            check_everywhere(browser, given, usual=True)
        else:
            check_everywhere(browser, given / "sample.html", usual=True)
            check_everywhere(browser, given / "hostile.html", usual=False)
            check_sample(browser, (given / "sample.html").as_uri())
            url = (given / "large.html").as_uri()
            with browser.open(url) as tab:
                check_quiet(tab, url)
    print("the pages hold in a browser")


main()
