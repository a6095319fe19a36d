"""Shared by the checks and the builder of the documentation: the list of Markdown files, their fenced blocks, links
and anchors."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<info>.*)$")
# <!-- docs: unchecked: REASON --> or <!-- docs: run [file=NAME] [status=N] --> in the line before a block.
MARK = re.compile(r"^ *<!-- docs: (?P<text>.*?) *-->$")
LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:(?!\n\n)[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target><[^>]*>|[^()\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", re.DOTALL)


@dataclass
class Block:
    """A fenced block: `line` is that of its first fence, from 1."""
    file: Path
    line: int
    language: str
    text: str
    marks: list = field(default_factory=list)

    @property
    def place(self):
        return f"{self.file}:{self.line}"

    def mark(self, name):
        """The rest of the mark that begins with this word; None if there is none."""
        for mark in self.marks:
            if mark == name:
                return ""
            if mark.startswith((name + " ", name + ":")):
                return mark[len(name) + 1:].strip()
        return None


@dataclass
class Link:
    file: Path
    line: int
    target: str
    image: bool


def documents(root=ROOT):
    """The documentation's files, relative to the root; without git (an unpacked archive) all that exist."""
    patterns = ["docs/**/*.md", "examples/**/*.md", "*.md", "web/README.md"]
    command = ["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "-z", "--",
               *(f":(glob){pattern}" for pattern in patterns)]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True)
        names = [name for name in listed.stdout.split("\0") if name] if listed.returncode == 0 else []
    except FileNotFoundError:
        names = []
    if not names:
        names = [str(file.relative_to(root)) for pattern in patterns for file in root.glob(pattern)]
    return sorted(Path(name) for name in set(names) if (root / name).is_file())


def split(root, file):
    """The fenced blocks of a file, and its lines outside of them with their numbers."""
    lines = (root / file).read_text(encoding="utf-8").splitlines()
    blocks, prose, marks = [], [], []
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        if not fence:
            mark = MARK.match(lines[at])
            if mark:
                marks.append(mark["text"])
            elif lines[at].strip():
                marks = []
            prose.append((at + 1, lines[at]))
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].strip() != fence["ticks"]:
            end += 1
        if end == len(lines):
            raise ValueError(f"{file}:{at + 1}: this block has no end; close it with {fence['ticks']}")
        body = [re.sub(f"^ {{0,{len(fence['indent'])}}}", "", line) for line in lines[at + 1:end]]
        language = fence["info"].strip().split(" ")[0]
        blocks.append(Block(file, at + 1, language, "\n".join(body) + "\n", marks))
        marks = []
        at = end + 1
    return blocks, prose


def blocks(root, file):
    return split(root, file)[0]


def chunks(lines):
    """Lines outside of blocks as (number of the first, text), split where a block was."""
    found = []
    for number, line in lines:
        if found and number == found[-1][0] + len(found[-1][1]):
            found[-1][1].append(line)
        else:
            found.append((number, [line]))
    return [(number, "\n".join(text)) for number, text in found]


def without_code(text):
    return CODE.sub(lambda code: re.sub(r"[^\n]", "`", code[0]), text)


def links(root, file):
    """Links and pictures outside of code; a link may continue in the next line."""
    found = []
    for first, text in chunks(split(root, file)[1]):
        bare = without_code(text)
        for link in LINK.finditer(bare):
            number = first + bare.count("\n", 0, link.start("target"))
            found.append(Link(file, number, link["target"].strip("<>"), bool(link["image"])))
            # The text of a link may be a picture.
            for inner in LINK.finditer(link["text"]):
                found.append(Link(file, number, inner["target"].strip("<>"), bool(inner["image"])))
        for attribute in re.finditer(r"<(?:img|a|source|video)\b[^>]*\b(?:src|href|srcset)=\"([^\"]+)\"", bare):
            found.append(Link(file, first + bare.count("\n", 0, attribute.start()), attribute[1], "<img" in attribute[0]))
    return found


def slug(heading):
    """The anchor of a heading, as GitHub and the site (pymdownx.slugs, lower case) make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[*`]|(?<!\w)_|_(?!\w)", "", text)
    text = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return text.replace(" ", "-")


def anchors(root, file):
    found, counts = set(), {}
    for _, line in split(root, file)[1]:
        heading = re.match(r"^#{1,6} +(.*?)(?: +#+)?(?: *\{ *#(?P<id>[\w-]+) *\})?$", line)
        if heading:
            name = heading["id"] or slug(heading[1])
            count = counts.get(name, 0)
            counts[name] = count + 1
            found.add(name if count == 0 else f"{name}-{count}")
        found.update(re.findall(r"\b(?:id|name)=\"([^\"]+)\"", line))
    return found
