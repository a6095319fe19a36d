"""Shared by the checks: the tables of ARCHITECTURE.md and the includes of the source files."""

import fnmatch
import re
import sys
from dataclasses import dataclass
from pathlib import Path

EVERYTHING = "everything"
STD = "std"


class ArchitectureError(Exception):
    """ARCHITECTURE.md is missing or cannot be parsed."""


@dataclass(frozen=True)
class Include:
    file: str  # relative to the root
    line: int
    path: str  # the text between the quotes or angle brackets
    quoted: bool

    def __str__(self):
        text = f'"{self.path}"' if self.quoted else f"<{self.path}>"
        return f"{self.file}:{self.line}: #include {text}"


_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def includes_of(root, file):
    """The include lines of a file given relative to root."""
    found = []
    text = (root / file).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = _INCLUDE.match(line)
        if match:
            quoted = match.group(1) is not None
            found.append(Include(str(file), number, match.group(1) or match.group(2), quoted))
    return found


def source_files(root, *tops, suffixes=(".cc", ".h")):
    """All source files under the given top folders, relative to root, sorted."""
    return sorted(
        path.relative_to(root)
        for top in tops
        for path in (root / top).rglob("*")
        if path.suffix in suffixes and path.is_file()
    )


def is_test(file):
    """Whether a file under surefoot/ is in a test folder."""
    return Path(file).parent.name == "test"


def folder_of(file, folders=()):
    """The folder that a file belongs to: the nearest one above it that is in the folder table.

    surefoot/formats/sdf/test/x_test.cc -> formats/sdf; surefoot/sensors/camera/camera.cc -> sensors, where
    the table has no sensors/camera; tests/a/b.cc -> tests. Where none is in the table, its own.
    """
    parts = Path(file).parts[:-1]
    if not parts or parts[0] != "surefoot":
        return parts[0] if parts else ""
    parts = parts[1:]
    if parts and parts[-1] == "test":
        parts = parts[:-1]
    for count in range(len(parts), 0, -1):
        if "/".join(parts[:count]) in folders:
            return "/".join(parts[:count])
    return "/".join(parts)


def matches(folder, pattern):
    """Whether a folder matches a name or a wildcard such as formats/*, which does not stand for folders below it."""
    return folder.count("/") == pattern.count("/") and fnmatch.fnmatchcase(folder, pattern)


def _architecture(root):
    path = root / "ARCHITECTURE.md"
    if not path.is_file():
        raise ArchitectureError(f"{path} does not exist")
    return path.read_text(encoding="utf-8")


def _section(text, title):
    match = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
    if not match:
        raise ArchitectureError(f"ARCHITECTURE.md has no section '## {title}'")
    return match.group(1)


def _table(text, title):
    """The rows of a section's table whose first cell has names in backticks: (names, cells)."""
    rows = []
    for line in _section(text, title).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        names = re.findall(r"`([^`]+)`", cells[0])
        if line.lstrip().startswith("|") and names:
            rows.append((names, cells))
    if not rows:
        raise ArchitectureError(f"ARCHITECTURE.md: the section '{title}' has no table")
    return rows


def folder_table(root):
    """The folders named in the table of the section 'Folders'."""
    return [name for names, _ in _table(_architecture(root), "Folders") for name in names]


def arrows(root):
    """The lines `folder -> a, b` of the section 'Dependencies', as (folder, [a, b])."""
    section = _section(_architecture(root), "Dependencies")
    block = re.search(r"^```\w*\n(.*?)^```", section, re.M | re.S)
    if not block:
        raise ArchitectureError("ARCHITECTURE.md: the section 'Dependencies' has no ``` block")
    result = []
    for line in filter(None, map(str.strip, block.group(1).splitlines())):
        left, arrow, right = line.partition("->")
        if not arrow or not left.strip() or not right.strip():
            raise ArchitectureError(f"ARCHITECTURE.md: not of the form 'folder -> a, b': {line}")
        result.append((left.strip(), [name.strip() for name in right.split(",")]))
    return result


def owners(root):
    """The table of the section 'Third-party headers', as (header prefix, [folder patterns])."""
    result = []
    for prefixes, cells in _table(_architecture(root), "Third-party headers"):
        folders = re.findall(r"`([^`]+)`", cells[-1])
        if not folders:
            raise ArchitectureError(f"ARCHITECTURE.md: {prefixes[0]} is owned by no folder")
        result += [(prefix, folders) for prefix in prefixes]
    return result


def report(name, problems, summary):
    """Prints the problems, or the summary when there are none; returns the exit status."""
    for problem in problems:
        print(problem)
    if problems:
        print(f"{name}: {len(problems)} problem{'s' * (len(problems) > 1)}", file=sys.stderr)
        return 1
    print(f"{name}: {summary}")
    return 0
