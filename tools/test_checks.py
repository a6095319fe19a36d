#!/usr/bin/env python3
"""Tests of the checks: each builds a tiny tree that breaks one rule and reads the complaint."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parent

ARCHITECTURE = """\
## Folders
| folder | what |
|---|---|
| `base` | low |
| `math` | higher |
| `formats` | shared by the formats |
| `formats/sdf` | one format |
| `formats/urdf` | another |
| `cli` | top |

## Dependencies
```
base -> std
math -> base
formats -> math
formats/* -> formats
cli -> everything
```

## Third-party headers
| header | library | folders |
|---|---|---|
| `sdf/`, `ignition/` | libsdformat | `formats/sdf` |
| `tinyxml2.h` | tinyxml2 | `formats`, `formats/*` |
| `mujoco/` | MuJoCo | `tests`, `bench` |
| `gtest/` | GoogleTest | `test`, `tests` |
"""

FILES = {
    "ARCHITECTURE.md": ARCHITECTURE,
    ".clang-format": "BasedOnStyle: Google\nColumnLimit: 100\n",
    "surefoot/base/a.h": "#pragma once\n#include <cstddef>\n",
    "surefoot/math/b.h": '#pragma once\n#include "surefoot/base/a.h"\n',
    "surefoot/formats/c.h": '#pragma once\n#include "surefoot/base/a.h"\n',
    "surefoot/formats/sdf/d.h": '#pragma once\n#include "surefoot/formats/c.h"\n',
    "surefoot/formats/sdf/d.cc": '#include "surefoot/formats/sdf/d.h"\n\n#include <sdf/sdf.hh>\n',
    "surefoot/formats/urdf/e.h": '#pragma once\n#include "surefoot/formats/c.h"\n',
    "surefoot/cli/main.cc": '#include "surefoot/formats/urdf/e.h"\n',
}


class CheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path, text in FILES.items():
            self.write(path, text)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def replace(self, old, new):
        self.assertIn(old, ARCHITECTURE)
        self.write("ARCHITECTURE.md", ARCHITECTURE.replace(old, new))

    def check(self, tool, *arguments):
        command = [sys.executable, TOOLS / tool, "--root", self.root, *arguments]
        env = {**os.environ, "LC_ALL": "C"}
        return subprocess.run(command, capture_output=True, text=True, env=env)

    def passes(self, tool, *arguments):
        result = self.check(tool, *arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def fails(self, tool, message, *arguments):
        result = self.check(tool, *arguments)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(message, result.stdout)
        self.assertIn("1 problem\n", result.stderr)


class CheckDeps(CheckTest):
    def test_good_tree(self):
        self.passes("check_deps")

    def test_help(self):
        self.assertIn("dependency list", self.check("check_deps", "--help").stdout)

    def test_include_against_the_arrow(self):
        self.write("surefoot/base/up.cc", '\n#include "surefoot/math/b.h"\n')
        self.fails(
            "check_deps",
            'surefoot/base/up.cc:2: #include "surefoot/math/b.h": base may include itself and: '
            "only std",
        )

    def test_message_names_the_allowed_folders(self):
        self.write("surefoot/formats/x.cc", '#include "surefoot/cli/y.h"\n')
        self.fails("check_deps", "formats may include itself and: base, math")

    def test_siblings_of_a_wildcard_do_not_see_each_other(self):
        self.write("surefoot/formats/sdf/x.cc", '#include "surefoot/formats/urdf/e.h"\n')
        self.fails("check_deps", "formats/sdf may include itself and: base, formats, math")

    def test_unit_tests_obey_the_arrows(self):
        self.write("surefoot/base/test/x_test.cc", '#include "surefoot/math/b.h"\n')
        self.fails("check_deps", "surefoot/base/test/x_test.cc:1")

    def test_test_helpers_are_for_tests(self):
        self.write("surefoot/base/test/helper.h", "#pragma once\n")
        self.write("surefoot/math/test/x_test.cc", '#include "surefoot/base/test/helper.h"\n')
        self.passes("check_deps")
        self.write("surefoot/math/x.cc", '#include "surefoot/base/test/helper.h"\n')
        self.fails("check_deps", "a test helper may be included only by tests")

    def test_cycle(self):
        self.replace("base -> std", "base -> formats")
        self.fails("check_deps", "has a cycle: base -> formats -> math -> base")

    def test_folder_missing_from_the_table(self):
        self.write("surefoot/noise/x.h", "#pragma once\n")
        self.fails("check_deps", "surefoot/noise: not in the folder table")

    def test_folder_of_the_table_missing_on_disk(self):
        (self.root / "surefoot/cli/main.cc").unlink()
        self.fails("check_deps", "folder 'cli' is in the table but holds no code")

    def test_folder_without_arrow(self):
        self.replace("base -> std\n", "")
        self.fails("check_deps", "folder 'base' has no line in the dependency list")

    def test_arrow_to_an_unknown_folder(self):
        self.replace("math -> base", "math -> base, nosie")
        self.fails("check_deps", "unknown folder 'nosie'")

    def test_arrow_from_an_unknown_folder(self):
        self.replace("math -> base", "math -> base\nnosie -> base")
        self.fails("check_deps", "unknown folder 'nosie'")

    def test_malformed_line(self):
        self.replace("math -> base", "math: base")
        self.fails("check_deps", "not of the form 'folder -> a, b': math: base")

    def test_missing_section(self):
        self.replace("## Dependencies", "## Other")
        self.fails("check_deps", "no section '## Dependencies'")

    def test_cmake_list_differs(self):
        lines = (
            "surefoot_folder(base LINKS PkgConfig::xxhash)\n"
            "surefoot_folder(math DEPS base PUBLIC_LINKS Eigen3::Eigen)\n"
            "surefoot_folder(formats DEPS math)\n"
            "surefoot_folder(formats/sdf DEPS formats LINKS sdformat12::sdformat12)\n"
            "surefoot_folder(formats/urdf DEPS formats)\n"
        )
        self.write("cmake/folder_list.cmake", lines)
        self.passes("check_deps")
        self.write("cmake/folder_list.cmake", lines.replace("(math DEPS base", "(math"))
        self.fails("check_deps", "math has DEPS [], but ARCHITECTURE.md says ['base']")
        self.write("cmake/folder_list.cmake", lines.replace("formats/urdf", "formats/x"))
        self.fails("check_deps", "cmake/folder_list.cmake: folder 'formats/urdf' is missing")


class CheckHeaders(CheckTest):
    def includes_fail(self, path, include, message):
        self.write(path, f"#pragma once\n#include {include}\n")
        self.fails("check_headers", f"{path}:2: #include {include}: {message}", "--no-compile")

    def test_good_tree(self):
        self.passes("check_headers")

    def test_help(self):
        self.assertIn("C++17", self.check("check_headers", "--help").stdout)

    def test_third_party_in_a_header(self):
        self.includes_fail("surefoot/formats/sdf/x.h", "<sdf/sdf.hh>", "a header may include only")

    def test_system_header_in_a_header(self):
        self.includes_fail("surefoot/base/x.h", "<unistd.h>", "a header may include only")
        self.write("surefoot/base/x.h", "#pragma once\n")
        self.write("surefoot/base/x.cc", "#include <sys/stat.h>\n#include <unistd.h>\n")
        self.passes("check_headers", "--no-compile")

    def test_iostream_in_a_header(self):
        self.includes_fail("surefoot/base/x.h", "<iostream>", "<iostream> is not allowed")

    def test_third_party_outside_its_folder(self):
        self.includes_fail(
            "surefoot/formats/urdf/x.cc", "<ignition/math.hh>", "only formats/sdf may include"
        )

    def test_unlisted_third_party(self):
        self.includes_fail("surefoot/base/x.cc", "<boost/json.hpp>", "not in the table")

    def test_relative_include(self):
        self.includes_fail("surefoot/base/x.cc", '"a.h"', "write the full path")

    def test_parts_of_benchmarks(self):
        self.write("bench/x_bench.cc", '#include "bench/x/y.h"\n')
        self.passes("check_headers", "--no-compile")
        self.includes_fail("surefoot/base/x.cc", '"bench/x/y.h"', "write the full path")

    def test_gtest_only_in_tests(self):
        for path in ("surefoot/base/test/x_test.cc", "tests/integration/x_test.cc"):
            self.write(path, "#include <gtest/gtest.h>\n")
        self.write("bench/x_bench.cc", "#include <mujoco/mujoco.h>\n")
        self.passes("check_headers", "--no-compile")
        self.includes_fail("surefoot/base/x.cc", "<gtest/gtest.h>", "only test, tests may include")

    def test_header_that_needs_another_first(self):
        self.write("surefoot/formats/x.h", "#pragma once\nstd::string Name();\n")
        self.fails("check_headers", "surefoot/formats/x.h: does not compile alone as c++20")

    def test_header_without_guard(self):
        self.write("surefoot/formats/x.h", "struct Twice {};\n")
        self.fails("check_headers", "redefinition of")

    def test_warning_in_a_header(self):
        text = "#pragma once\ninline int F(double x) { return (int)x; }\n"
        self.write("surefoot/formats/x.h", text)
        self.fails("check_headers", "old-style-cast")

    def test_lower_folders_compile_as_cxx17(self):
        text = "#pragma once\ntemplate <class T>\nconcept C = sizeof(T) > 1;\n"
        self.write("surefoot/formats/x.h", text)
        self.passes("check_headers")
        self.write("surefoot/math/x.h", text)
        self.fails("check_headers", "surefoot/math/x.h: does not compile alone as c++17")

    def test_third_party_without_owner(self):
        self.replace("| `formats/sdf` |\n| `tiny", "| nobody |\n| `tiny")
        self.fails("check_headers", "sdf/ is owned by no folder")


class CheckFormat(CheckTest):
    def test_good_tree(self):
        self.passes("check_format")

    def test_help(self):
        self.assertIn("clang-format", self.check("check_format", "--help").stdout)

    def test_unformatted_file_and_fix(self):
        self.write("surefoot/base/x.cc", "int   x;\nint  y;\n")
        self.fails("check_format", "surefoot/base/x.cc:1: not formatted")
        self.passes("check_format", "--fix")
        self.passes("check_format")

    def test_untracked_but_not_ignored_files(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write(".gitignore", "/build/\n")
        self.write("build/x.cc", "int   x;\n")
        self.passes("check_format")
        self.write("surefoot/base/x.h", "int   x;\n")
        self.fails("check_format", "surefoot/base/x.h:1: not formatted")


class JoinFiles(CheckTest):
    def joins(self, one, other):
        self.write("surefoot/math/one.cc", one)
        self.write("surefoot/math/other.cc", other)
        said = self.check("join_files", "--root", str(self.root)).stdout
        return "surefoot/math/one.cc surefoot/math/other.cc\n" in said

    def test_files_of_a_folder_go_together(self):
        plain = "namespace m { namespace { int %s(int x) { return x; } } int %s = %s(1); }\n"
        self.assertTrue(self.joins(plain % ("F", "a", "F"), plain % ("G", "b", "G")))
        self.write("surefoot/math/other.cc", "")
        self.write("surefoot/formats/other.cc", plain % ("G", "b", "G"))
        said = self.check("join_files", "--root", str(self.root)).stdout
        self.assertNotIn("formats/other.cc", said)

    def changed(self, one, other):
        """Names of `one` that are changed when it is compiled with `other`; None if they are not compiled together."""
        if not self.joins(one, other):
            return None
        out = self.root / "joined.cmake"
        self.check("join_files", "--root", str(self.root), "--out", str(out))
        found = re.search(r"SUREFOOT_CHANGED_surefoot/math/one.cc (.*)\)", out.read_text())
        return found.group(1).split() if found else []

    def test_what_a_file_keeps_to_itself_is_changed_where_others_say_it(self):
        own = "namespace m { namespace { int Own(int i) { return i; } int More = 1; } }\n"
        self.assertEqual(self.changed(own, "namespace m { int x = Own(2); }\n"), ["Own"])
        self.assertEqual(self.changed(own, own), ["More", "Own"])
        self.assertEqual(self.changed(own, "int x = 2;\n"), [])
        self.assertEqual(self.changed("using A = B;\nA a;\n", "using A = C;\nA b;\n"), ["A"])
        self.assertIsNone(self.changed("using n::A;\nA a;\n", "using k::A;\nA b;\n"))
        self.assertEqual(self.changed("using n::A;\nA a;\n", "using n::A;\nA b;\n"), [])
        text = (self.root / "joined.cmake").read_text()
        self.assertNotIn("SUREFOOT_INCLUDES", text)

    def test_includes_of_all_come_before_changed_names(self):
        own = "#include <map>\nnamespace { int Own; }\n"
        self.changed(own, '#include "surefoot/math/b.h"\nint x = Own;\n')
        text = (self.root / "joined.cmake").read_text()
        self.assertIn('set(SUREFOOT_INCLUDES_surefoot_math_0 [==["surefoot/math/b.h";<map>]==])\n', text)

    def test_what_headers_or_members_are_called_is_not_changed(self):
        self.write("surefoot/math/n.h", "#pragma once\nint F(int Own);\n")
        uses = "int x = Own;\n"
        for own in (
            '#include "surefoot/math/n.h"\nnamespace { int Own; }\n',
            "namespace { int Own; int y = a.Own; }\n",
            "namespace { int Own; int y = a::Own; }\n",
            "#define A\nnamespace { int Own; }\n",
        ):
            self.assertIsNone(self.changed(own, uses), own)

    def test_what_a_file_keeps_to_itself_parts_it_from_those_that_say_it(self):
        uses = "namespace m { int x = Own(2); }\n"
        for own in (
            "namespace m { namespace { int Own(int i) { return i; } } }\n",
            "namespace { template <class T> T Own(T i) { return i; } }\n",
            "namespace { struct Own { int i; }; }\n",
            "namespace { class Other {}; enum Kind { kOne, Own }; }\n",
            "namespace { constexpr int Own[kSize] = {1, 2}; }\n",
            "namespace { const Type<int, 2> Own{1}; }\n",
            "namespace { namespace inner { int j; } int (*p)() = nullptr; int Own; }\n",
            "static int Own(int i) { return i; }\n",
            "constexpr int Own = 4;\n",
            "#define Own(x) (x)\n",
            "using Own = Result<int>;\n",
            "namespace Own = surefoot::base;\n",
        ):
            member = own + "int member = b.Own;\n"  # so the name cannot be changed
            self.assertFalse(self.joins(member, uses), own)
            self.assertFalse(self.joins(uses, member), own)
            self.assertTrue(self.joins(own, "// Own\nconst char* a = \"Own\" + b.Own + c->Own + d::Own;\n"), own)

    def test_names_of_headers_part_those_that_hide_them(self):
        self.write("surefoot/math/n.h", "#pragma once\nnamespace s::m { struct Name { int kI; }; constexpr int kN = 1; }\n")
        uses = '#include "surefoot/math/n.h"\nnamespace s::m { auto a = Make(); }\n'
        hides = "namespace s::m { namespace { int Name() { return a.Name; } } }\n"
        self.assertFalse(self.joins(hides, uses))
        self.assertTrue(self.joins("namespace s::k { namespace { int Name() { return 1; } } }\n", uses))
        self.assertTrue(self.joins("namespace s::m { namespace { int More() { return 1; } } }\n", uses))
        self.assertFalse(self.joins("namespace s::m { void F() { int kN; } }\n", uses))
        self.assertTrue(self.joins("namespace s::m { void F() { int kI; } }\n", uses))

    def test_a_file_that_uses_all_of_a_namespace_is_alone(self):
        self.assertFalse(self.joins("namespace m { using namespace other; }\n", "int a;\n"))
        self.assertTrue(self.joins("void F() { using namespace other; }\n", "int a;\n"))

    def test_the_same_alias_parts_nobody(self):
        self.assertTrue(self.joins("using A = B;\nA a;\n", "using A = B;\nA b;\n"))
        self.assertFalse(self.joins("using A = B;\nA a = b.A;\n", "using A = C;\nA b;\n"))

    def test_what_others_may_see_parts_nobody(self):
        self.assertTrue(self.joins("namespace m { int F() { return 1; } }\n", "int x = F();\n"))
        self.assertTrue(self.joins("void C::F() { int own; }\n", "int own = 1;\n"))

    def test_for_cmake(self):
        self.joins("int a;\n", "int b;\n")
        out = self.root / "joined.cmake"
        arguments = ("--root", str(self.root), "--out", str(out))
        self.check("join_files", *arguments)
        self.assertIn("set(SUREFOOT_BATCH_surefoot/math/one.cc surefoot_math_0)\n", out.read_text())
        os.utime(out, (1, 1))
        self.check("join_files", *arguments)
        self.assertEqual(out.stat().st_mtime, 1, "written although nothing changed")


if __name__ == "__main__":
    unittest.main()
