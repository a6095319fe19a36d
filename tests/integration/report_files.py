#!/usr/bin/env python3
"""report_files.py FOLDER: files that tests/report/sample_page.cc wrote, read by Python's libraries."""

import csv
import html.parser
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

folder = pathlib.Path(sys.argv[1])


class TableReader(html.parser.HTMLParser):
    """The cells' texts of every table, without the numbers of notes."""

    def __init__(self):
        super().__init__()
        self.tables = []
        self._cell = None
        self._in_note = False

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._cell = ""
        elif tag == "sup":
            self._in_note = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.tables[-1][-1].append(self._cell)
            self._cell = None
        elif tag == "sup":
            self._in_note = False

    def handle_data(self, data):
        if self._cell is not None and not self._in_note:
            self._cell += data


def check_tables(page, csv_name):
    reader = TableReader()
    reader.feed((folder / page).read_bytes().decode())
    with open(folder / csv_name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    for row, shown in zip(rows, reader.tables[0], strict=True):
        assert row == shown, (page, row, shown)
    raw = (folder / csv_name).read_bytes()
    assert raw.endswith(b"\r\n") and len({len(row) for row in rows}) == 1, csv_name


def check_svg(path):
    tree = xml.parse(path)
    root = tree.getroot()
    name = "{http://www.w3.org/2000/svg}"
    assert root.tag == name + "svg" and root.get("role") == "img", path
    assert root[0].tag == name + "title" and root[0].text, path
    for element in root.iter():
        assert element.tag in {name + tag for tag in
                               ("svg", "title", "text", "path", "rect", "g")}, (path, element.tag)
        for key, value in element.attrib.items():
            assert not key.startswith("on") and "href" not in key, (path, key)
            numeric = key in ("d", "x", "y", "width", "height", "viewBox", "transform")
            assert not (numeric and re.search("nan|inf", value)), (path, key, value)
            assert not numeric or all(abs(float(n)) < 2e5 for n in
                                      re.findall(r"-?\d+\.?\d*", value)), (path, key, value)


check_tables("sample.html", "table_1.csv")
check_tables("hostile.html", "table_2.csv")
plots = sorted(folder.glob("plot_*.svg"))
assert len(plots) > 50, plots
for plot in plots:
    check_svg(plot)
text = (folder / "table_2.txt").read_text(encoding="utf-8")
assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text), "control characters reach the terminal"
size = (folder / "large.html").stat().st_size
assert size < 10e6, size
print(f"{len(plots)} plots are well-formed, the tables read back")
