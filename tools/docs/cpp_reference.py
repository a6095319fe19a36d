"""The C++ reference: classes, functions and their comments, read from the public headers."""

import re
import textwrap

import markdown

ROOT = markdown.ROOT
# Headers that are not listed in cmake/install.cmake but that programs use all the time.
BESIDE = ("surefoot/session/session.h", "surefoot/session/parts.h", "surefoot/sim/simulation.h", "surefoot/physics/state.h",
          "surefoot/physics/inputs.h", "surefoot/base/result.h", "surefoot/base/problem.h", "surefoot/base/time.h",
          "surefoot/math/rigid_transform.h", "surefoot/math/spatial.h", "surefoot/world/world.h", "surefoot/graph/graph.h")
# Around an example in the text of a comment.
EXAMPLE, END = "\x01", "\x02"
TOKEN = re.compile(r'///[^\n]*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|#[^\n]*(?:\\\n[^\n]*)*|\s+|[\w~]+|.',
                   re.DOTALL)
SCOPE = re.compile(r"^(?:template *<.*> *)?(?:inline )?(?P<kind>namespace|class|struct|enum(?: class)?|union)\b(?P<rest>.*)$", re.DOTALL)


class Item:
    def __init__(self, kind, text, comment):
        self.kind, self.text, self.comment, self.members = kind, text, comment, []

    @property
    def name(self):
        if self.kind == "scope":
            return re.sub(r"<.*", "", re.split(r"\s*:(?!:)", SCOPE.match(self.text)["rest"])[0]).replace("final", "").strip()
        head = re.split(r"[({=]", self.text)[0]
        operator = re.search(r"operator\s*\S+", self.text)
        if operator and "operator" in head:
            return operator[0]
        words = re.findall(r"~?\w+", head)
        return words[-1] if words else self.text


def comment_line(token):
    """The words of a "///" line; None for a line of an example, which is indented."""
    words = token[3:]
    return None if words.startswith("  ") else words.strip() or "\n\n"


def joined(comment):
    """Lines of a comment as one text: words in paragraphs, examples between EXAMPLE and END."""
    parts = []
    for token in comment:
        words = comment_line(token)
        if words is not None:
            parts.append(words)
        elif parts and parts[-1].startswith(EXAMPLE):
            parts[-1] = f"{parts[-1][:-1]}\n{token[3:].rstrip()}{END}"
        else:
            parts.append(f"{EXAMPLE}{token[3:].rstrip()}{END}")
    return " ".join(parts).strip()


class Reader:
    """Declarations of a header: `items` of its namespaces, without private members and function bodies."""

    def __init__(self, text):
        self.tokens = [match[0] for match in TOKEN.finditer(text)]
        self.at = 0
        self.file_comment = ""
        self.items = self.scope(None)

    def skip_braces(self):
        """Moves from behind a "{" to behind its "}"."""
        depth = 1
        while self.at < len(self.tokens) and depth:
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1

    def scope(self, kind):
        items, comment, text, depth = [], [], "", 0
        public = kind != "class"
        newlines = 0

        def finish(item_text):
            nonlocal comment, text
            item_text = " ".join(item_text.split())
            words = joined(comment)
            comment, text = [], ""
            unused = ("using namespace", "friend", "static_assert", "extern template")
            hidden = not item_text or item_text.startswith(unused) or (
                "= delete" in item_text or item_text.startswith("~") or re.fullmatch(r"(class|struct) \w+", item_text))
            return None if hidden or not public else Item("declaration", item_text, words)

        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.startswith("///"):
                if not text.strip():
                    comment.append(token)
                continue
            if token.startswith(("//", "/*", "#")):
                if token.startswith("#pragma once"):
                    comment = []
                elif token.startswith("#include") and comment:
                    self.file_comment = self.file_comment or joined(comment)
                    comment = []
                continue
            if token.isspace():
                newlines = token.count("\n")
                # A comment with a blank line behind it is about the file.
                if newlines > 1 and comment and not text.strip():
                    if kind is None and not items:
                        self.file_comment = self.file_comment or joined(comment)
                    comment = []
                text += " "
                continue
            if token == "}" and depth == 0:
                break
            depth += {"(": 1, ")": -1}.get(token, 0)
            if token == ":" and text.strip() in ("public", "private", "protected") and self.tokens[self.at] != ":":
                public = text.strip() == "public"
                text, comment = "", []
            elif token == ";" and depth == 0:
                item = finish(text)
                if item:
                    items.append(item)
            elif token == "{" and depth == 0:
                if self.brace(items, text, comment, public, finish):
                    text += "{}"
                else:
                    text, comment = "", []
            else:
                text += token
        return items

    def brace(self, items, text, comment, public, finish):
        """Called behind a "{"; true if it began an initializer, so the declaration continues."""
        head = " ".join(text.split())
        scope = SCOPE.match(head)
        if scope and scope["kind"] == "namespace":
            inner = self.scope(None)
            if scope["rest"].strip() and "internal" not in scope["rest"]:
                items.extend(inner)
        elif scope and "(" not in scope["rest"].split("{")[0]:
            item = Item("scope", head, joined(comment))
            item.members = self.enumerators() if scope["kind"].startswith("enum") else self.scope(scope["kind"])
            if public:
                items.append(item)
            # The words up to ";" are names of variables.
            while self.at < len(self.tokens) and self.tokens[self.at] != ";":
                self.at += 1
            self.at += 1
        elif "(" in head and not re.search(r"=\s*$", head):
            self.skip_braces()
            item = finish(re.split(r"\)\s*:(?!:)", text)[0] + (")" if re.search(r"\)\s*:(?!:)", text) else ""))
            if item:
                items.append(item)
        else:
            self.skip_braces()
            return True
        return False

    def enumerators(self):
        members, comment, text, depth = [], [], "", 0
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.startswith("///"):
                comment.append(token)
            elif token in (",", "}") and depth == 0:
                if text.strip():
                    members.append(Item("enumerator", " ".join(text.split()), joined(comment)))
                comment, text = [], ""
                if token == "}":
                    break
            elif not token.startswith(("//", "#")):
                depth += {"(": 1, ")": -1, "{": 1}.get(token, 0)
                text += token
        return members


def comment_text(comment, in_table=False):
    texts = []
    for number, part in enumerate(re.split(f"{EXAMPLE}(.*?){END}", comment, flags=re.DOTALL)):
        if number % 2 == 0:
            texts.append(escaped(part.strip(" ")))
        elif in_table:
            texts += [f"<br>`{line.strip()}`" for line in part.split("\n")]
        else:
            texts.append("\n\n```cpp\n" + textwrap.dedent(part) + "\n```\n\n")
    return "".join(texts).strip()


def escaped(text):
    text = re.sub(r" *\n\n *", "\n\n", text)
    # Words in angle brackets are XML elements, not HTML of this page.
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;").replace("_", r"\_").replace("*", r"\*").replace("[", r"\[")
                   for part in parts)


def section(item, level, lines):
    if item.kind == "scope":
        lines.append(f"{'#' * level} `{item.name}`")
        lines.append("")
        lines.append(f"```cpp\n{item.text};\n```")
        lines.append("")
        if item.comment:
            lines += [comment_text(item.comment), ""]
        plain = [member for member in item.members if member.kind != "scope"]
        if plain:
            lines += ["| member | |", "|---|---|"]
            for member in plain:
                words = comment_text(member.comment, in_table=True).replace("\n\n", "<br>").replace("|", r"\|")
                code = member.text.replace("|", r"\|")
                lines.append(f"| `{code}` | {words} |")
            lines.append("")
        for member in item.members:
            if member.kind == "scope" and level < 5:
                section(member, level + 1, lines)
        return
    lines.append(f"{'#' * level} `{item.name}`")
    lines.append("")
    lines.append(f"```cpp\n{item.text};\n```")
    lines.append("")
    if item.comment:
        lines += [comment_text(item.comment), ""]


def public_headers():
    text = (ROOT / "cmake/install.cmake").read_text(encoding="utf-8")
    listed = re.findall(r"surefoot/[\w/]+\.h", re.search(r"set\(SUREFOOT_PUBLIC_HEADERS(.*?)\)", text, re.DOTALL)[1])
    return sorted(set(listed) | {header for header in BESIDE if (ROOT / header).exists()})


def page_of(header):
    """(name, Markdown, number of declarations)"""
    reader = Reader((ROOT / header).read_text(encoding="utf-8"))
    about = comment_text(reader.file_comment) or next((comment_text(item.comment) for item in reader.items if item.comment), "")
    lines = [f"# {header.removeprefix('surefoot/')}", "", about or "Declarations of this header.", "",
             f'```cpp\n#include "{header}"\n```', ""]
    for item in reader.items:
        section(item, 2, lines)
    return header.removeprefix("surefoot/").removesuffix(".h").replace("/", "_") + ".md", "\n".join(lines), len(reader.items)


def add_pages(stage, _work):
    rows = []
    for header in public_headers():
        name, text, count = page_of(header)
        if count == 0:
            raise ValueError(f"{header}: no declaration was found in it")
        stage.add(f"api/{name}", text)
        rows.append(f"- [{header}]({name})")
    stage.add("api/index.md", "# C++ API\n\nThis reference is made from the comments of the public headers; "
              "[Surefoot as a library](../guides/library.md) shows how they are used.\n\n" + "\n".join(rows) +
              "\n\nThe structs of messages are in `surefoot/msgs/<package>.h`: [messages](../reference/generated/messages/index.md).\n")
