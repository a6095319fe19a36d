#!/usr/bin/env python3
"""test_docs.py PROGRAM BUILD_DIR: the checks of the documentation accept a valid page and find each kind of mistake."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cpp_reference
import markdown

PROGRAM, BUILD_DIR = Path(), Path()

GOOD = """# A page
It leads [on](other.md#two-words), [up](#a-page) and shows ![a picture](a.png). `surefoot run WORLD --duration 5` runs.

```
surefoot run husky_lab --duration 5        # a remark
surefoot run husky_lab                     another remark
echo 'list model' | surefoot console &
```

```sh
surefoot serve lab_floor --port 0 \\
  --for 5 >out.txt
```

```xml
<link name="a"/><surefoot:wheel radius="0.1"/>
```

```yaml
a: {b: [1, 2]}
```

```json
{"a": 1}
```

```python
print("a")
```

```cpp
#include "surefoot/session/session.h"
auto a = std::vector<int>{1};
```

<!-- docs: unchecked: only an idea of the output -->
```text
...
```
"""


class Tree:
    """A copy of the files that the checks read, with one page of the test."""

    def __init__(self, folder, page):
        self.root = Path(folder)
        (self.root / "docs").mkdir()
        (self.root / "surefoot/session").mkdir(parents=True)
        (self.root / "surefoot/session/session.h").write_text("")
        (self.root / "docs/page.md").write_text(page, encoding="utf-8")
        (self.root / "docs/other.md").write_text("# Other\n\n## Two words\n", encoding="utf-8")
        (self.root / "docs/a.png").write_bytes(b"")

    def check(self, name):
        command = [sys.executable, HERE / name, "--root", self.root]
        if name == "check_snippets":
            command += ["--program", PROGRAM]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class ChecksTest(unittest.TestCase):
    def result(self, name, page):
        with tempfile.TemporaryDirectory() as folder:
            return Tree(folder, page).check(name)

    def refused(self, name, old, new, message):
        self.assertIn(old, GOOD)
        status, text = self.result(name, GOOD.replace(old, new, 1))
        self.assertEqual(status, 1, text)
        self.assertIn("docs/page.md:", text)
        self.assertIn(message, text)

    def test_a_good_page_passes(self):
        for name in ("check_links", "check_snippets"):
            status, text = self.result(name, GOOD)
            self.assertEqual(status, 0, text)

    def test_broken_links_are_found(self):
        self.refused("check_links", "other.md#", "others.md#", "does not exist")
        self.refused("check_links", "#two-words", "#three-words", "no heading with the anchor")
        self.refused("check_links", "(#a-page)", "(#b-page)", "no heading with the anchor")
        self.refused("check_links", "a.png", "b.png", "does not exist")
        self.refused("check_links", "(a.png)", "(/a.png)", "absolute path")
        self.refused("check_links", "(a.png)", "(../../a.png)", "out of the repository")

    def test_links_in_code_do_not_count(self):
        status, text = self.result("check_links", GOOD + "\n`[a](nowhere.md)`\n")
        self.assertEqual(status, 0, text)

    def test_broken_commands_are_found(self):
        self.refused("check_snippets", "run husky_lab --duration", "run husky_lab --durations", "--durations")
        self.refused("check_snippets", "run husky_lab --duration 5", "run husky_lab --duration soon", "soon")
        self.refused("check_snippets", "run husky_lab  ", "rum husky_lab  ", "rum")
        self.refused("check_snippets", "surefoot console &", "surefoot consol &", "consol")
        self.refused("check_snippets", "  --for 5", "  --fore 5", "--fore")
        self.refused("check_snippets", "run WORLD --duration", "run WORLD --length", "has no option --length")
        self.refused("check_snippets", "echo 'list", "ecco 'list", "ecco")
        self.refused("check_snippets", "surefoot serve lab_floor", "surefoot serve worlds/nowhere.sdf", "does not exist")

    def test_broken_snippets_are_found(self):
        self.refused("check_snippets", '<link name="a"/>', '<link name="a">', "mismatched tag")
        self.refused("check_snippets", "[1, 2]", "[1, 2", "while parsing")
        self.refused("check_snippets", '{"a": 1}', "{a: 1}", "double quotes")
        self.refused("check_snippets", 'print("a")', 'print("a"', "was never closed")
        self.refused("check_snippets", "{1};", "{1;", "is missing")
        self.refused("check_snippets", "session/session.h", "session/sesion.h", "there is no header")

    def test_parts_of_files_are_in_them(self):
        page = GOOD + "\n<!-- docs: part of docs/other.md -->\n```cpp\n  ## Two words\n```\n"
        self.assertEqual(self.result("check_snippets", page)[0], 0)
        self.assertIn("it is not in docs/other.md", self.result("check_snippets", page.replace("## Two", "## Three"))[1])

    def test_every_block_is_checked_or_says_why_not(self):
        self.refused("check_snippets", "<!-- docs: unchecked: only an idea of the output -->\n", "", "nothing checks the language 'text'")
        self.refused("check_snippets", "unchecked: only an idea of the output", "unchecked:", "needs a reason")
        self.refused("check_snippets", "```text\n...\n```\n", "```text\n...\n", "has no end")

    def test_headings_become_anchors(self):
        self.assertEqual(markdown.slug("`<surefoot:a>`, `<surefoot:b>` (SDF)"), "surefoota-surefootb-sdf")
        self.assertEqual(markdown.slug("MuJoCo 2.2.2 (`mujoco`, the default)"), "mujoco-222-mujoco-the-default")


TUTORIAL = """# A tutorial

<!-- docs: file hello.txt -->
```text
hello 1.00
```

```sh
cat hello.txt
```

<!-- docs: output numbers=5% -->
```text
hello 1.04
```

<!-- docs: status 2 -->
```sh
surefoot run nothing_of_that_name
```
"""


class TutorialTest(unittest.TestCase):
    def follow(self, page):
        with tempfile.TemporaryDirectory() as folder:
            Tree(folder, page)
            done = subprocess.run([sys.executable, HERE / "run_tutorial", "docs/page.md", "--root", folder, "--program", PROGRAM,
                                   "--build-dir", BUILD_DIR], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def refused(self, old, new, message):
        self.assertIn(old, TUTORIAL)
        status, text = self.follow(TUTORIAL.replace(old, new, 1))
        self.assertEqual(status, 1, text)
        self.assertIn(message, text)

    def test_what_it_says_is_done(self):
        status, text = self.follow(TUTORIAL)
        self.assertEqual(status, 0, text)

    def test_what_does_not_hold_is_found(self):
        self.refused("hello 1.04", "hello 1.07", "was not printed")
        self.refused("hello 1.04", "hallo 1.04", "was not printed")
        self.refused("cat hello.txt", "cat hallo.txt", "exit status 1 instead of 0")
        self.refused("<!-- docs: status 2 -->\n", "", "exit status 2 instead of 0")
        self.refused("<!-- docs: file hello.txt -->\n", "", "has no mark")
        self.refused("# A tutorial\n", '# A tutorial\n<!-- docs: page press "W" -->\nHold X.\n', 'the mark says "W"')


HEADER = '''#pragma once
/// What the file is for.

#include <string>

namespace a {
class Other;
/// Does it.
/// In N.
[[nodiscard]] double Force(const std::string& name, int axis = 0);
/// A box.
class Box final : public Base {
 public:
  explicit Box(double size) : size_(size) { Check(size); }
  /// Of a side (m).
  double size() const { return size_; }
  struct Part {
    /// Its name.
    std::string name = "{;";
    Vector3d p{1.0, 2.0};
  };

 private:
  /// Hidden.
  double size_;
};
enum class Kind {
  /// The first.
  kOne,
  kTwo = 2,
};
}  // namespace a
'''


class CppTest(unittest.TestCase):
    def test_headers_are_read(self):
        reader = cpp_reference.Reader(HEADER)
        self.assertEqual(reader.file_comment, "What the file is for.")
        self.assertEqual([item.name for item in reader.items], ["Force", "Box", "Kind"])
        force, box, kind = reader.items
        self.assertEqual(force.comment, "Does it. In N.")
        self.assertEqual(force.text, "[[nodiscard]] double Force(const std::string& name, int axis = 0)")
        self.assertEqual([member.text for member in box.members], ["explicit Box(double size)", "double size() const", "struct Part"])
        self.assertEqual([member.text for member in box.members[2].members], ['std::string name = "{;"', "Vector3d p{}"])
        self.assertEqual([(member.text, member.comment) for member in kind.members], [("kOne", "The first."), ("kTwo = 2", "")])

    def test_every_public_header_has_a_page(self):
        headers = cpp_reference.public_headers()
        self.assertGreater(len(headers), 15)
        for header in headers:
            _, text, count = cpp_reference.page_of(header)
            self.assertGreater(count, 0, header)
            self.assertIn(f'#include "{header}"', text)


if __name__ == "__main__":
    PROGRAM, BUILD_DIR = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
