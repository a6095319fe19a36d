#!/usr/bin/env python3
"""Output of generate.py for valid definitions, and its errors for invalid ones."""

import importlib.util
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GENERATE = Path(__file__).resolve().parent.parent / "generate.py"
sys.path.insert(0, str(GENERATE.parent))
spec = importlib.util.spec_from_file_location("generate", GENERATE)
generate = importlib.util.module_from_spec(spec)
sys.modules["generate"] = generate
sys.dont_write_bytecode = True
spec.loader.exec_module(generate)


class GenerateTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.schema = Path(self.folder.name) / "schema"

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        path = self.schema / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def read(self, **files):
        """a_msgs__Name="..." writes a_msgs/Name.msg."""
        for name, text in files.items():
            self.put(name.replace("__", "/") + ".msg", text)
        return generate.read_schema(self.schema)[0]

    def test_fields_constants_and_defaults(self):
        messages = self.read(
            a_msgs__Some="# comment\nuint8 KIND=3 # why\nstring NAME=\"a # b\"\n"
            "float32 half 0.5\nint64 low -9223372036854775808\nbool on true\n"
            "string text 'hello'\nOther[] others\nb_msgs/Thing[3] things\n",
            a_msgs__Other="",
            b_msgs__Thing="uint64 most 18446744073709551615\n",
        )
        some = messages["a_msgs/Some"]
        self.assertEqual([f.name for f in some.fields], "half low on text others things".split())
        self.assertEqual(
            some.text(),
            "uint8 KIND=3\nstring NAME=\"a # b\"\nfloat32 half 0.5\n"
            "int64 low -9223372036854775808\nbool on true\nstring text 'hello'\n"
            "Other[] others\nb_msgs/Thing[3] things\n",
        )
        cpp = "\n".join(generate.struct(some) + generate.struct(messages["b_msgs/Thing"]))
        for line in (
            "static constexpr std::uint8_t KIND = 3;",
            'static constexpr const char* NAME = "a # b";',
            "float half = 0.5f;",
            "std::int64_t low = (-9223372036854775807 - 1);",
            "bool on = true;",
            'std::string text = "hello";',
            "std::vector<Other> others;",
            "std::array<b_msgs::Thing, 3> things{};",
            "std::uint64_t most = 18446744073709551615u;",
        ):
            self.assertIn(line, cpp)

    def test_definition_has_all_that_is_used(self):
        messages = self.read(
            a_msgs__A="B b\nc_msgs/C c\n", a_msgs__B="c_msgs/C[] list\n", c_msgs__C="bool on\n"
        )
        self.assertEqual(
            generate.definition("a_msgs/A", messages),
            f"B b\nc_msgs/C c\n{'=' * 80}\nMSG: c_msgs/C\nbool on\n"
            f"{'=' * 80}\nMSG: a_msgs/B\nc_msgs/C[] list\n",
        )

    def test_words_of_cpp(self):
        cpp = "\n".join(generate.struct(self.read(a_msgs__A="int32 type\nbool default\n")["a_msgs/A"]))
        self.assertIn("std::int32_t type_ = 0;", cpp)
        self.assertIn('visit("type", self.type_);', cpp)
        self.assertIn('visit("default", self.default_);', cpp)

    def test_bounds(self):
        text = "string<=5 name\nstring<=7[<=3] names\nint32[<=4] list\nstring<=2[2] two\nstring any\n"
        some = self.read(a_msgs__Some=text)["a_msgs/Some"]
        self.assertEqual(some.text(), text)
        cpp = "\n".join(generate.struct(some))
        for line in (
            "std::string name;",
            "std::vector<std::string> names;",
            "std::vector<std::int32_t> list;",
            "std::array<std::string, 2> two{};",
            '{"name", 0, 5},\n      {"names", 3, 7},\n      {"list", 4, 0},\n      {"two", 0, 2},\n  };',
        ):
            self.assertIn(line, cpp)

    def test_bad_lines(self):
        for text, says in (
            ("int32", r"Bad\.msg:1: cannot read 'int32'"),
            ("int32 a b c = 3 4\nfloat x", "does not fit"),
            ("int32 a\n\nint32 a", r"Bad\.msg:3: there are two of the name 'a'"),
            ("int32 aName", "not a valid name of a field"),
            ("int32 a_", "not a valid name of a field"),
            ("int32 a__b", "not a valid name of a field"),
            ("int32 1a", "not a valid name of a field"),
            ("int32 a=3", "not a valid name of a constant"),
            ("int32 A=", "cannot read"),
            ("int32<=5 name", "only strings have a bound"),
            ("string<=0 name", "of at least 1"),
            ("string<=3 name 'four'", "longer than its bound"),
            ("string<=3 NAME=a", "a constant has no bound"),
            ("int32[<=0] list", "no items"),
            ("int32[<=] list", "no items"),
            ("int32[0] list", "no items"),
            ("int32[-1] list", "cannot read"),
            ("int32[] list [1, 2]", "take no value"),
            ("uint8 A=256", "uint8 takes 0 to 255"),
            ("int8 A=-129", "int8 takes -128 to 127"),
            ("uint8 A=x", "does not fit"),
            ("float64 A=nan", "finite"),
            ("bool A=maybe", "true or false"),
            ("Missing other", "there is no message 'a_msgs/Missing'"),
            ("none_msgs/Missing other", "there is no message 'none_msgs/Missing'"),
            ("Bad again", "contain each other"),
        ):
            with self.subTest(text):
                with self.assertRaisesRegex(generate.SchemaError, says):
                    messages = self.read(a_msgs__Bad=text)
                    generate.in_order(list(messages), messages)

    def test_bad_files(self):
        for name, text, says in (
            ("a_msgs/readme.md", "", "neither a .msg nor a .srv"),
            ("a_msgs/lower.msg", "", "TypeName"),
            ("A-msgs/Name.msg", "", "package_name"),
            ("a_msgs/Go.srv", "bool on\n", "one line '---'"),
            ("a_msgs/Go.srv", "---\n---\n", "one line '---'"),
            ("a_msgs/Go.action", "---\n", "two lines '---'"),
            ("a_msgs/Go.srv", "bool on\n---\n\nbool\n", r"Go\.srv:4: cannot read 'bool'"),
        ):
            with self.subTest(name):
                self.put(name, text)
                with self.assertRaisesRegex(generate.SchemaError, says):
                    generate.read_schema(self.schema)
                (self.schema / name).unlink()

    def test_actions_and_services_beside_messages_of_their_name(self):
        self.put("a_msgs/Go.msg", "bool on\n")
        self.put("a_msgs/Go.srv", "Go go\n---\nbool done\n")
        self.put("a_msgs/Walk.action", "int32 steps\n---\nbool done\n---\nint32 left\n")
        messages, services = generate.read_schema(self.schema)
        self.assertEqual(services, [("a_msgs", "Go", "srv"), ("a_msgs", "Walk", "action")])
        self.assertEqual(messages["a_msgs/Walk_Feedback"].ros_name, "a_msgs/action/Walk_Feedback")
        cpp = generate.header("a_msgs", messages, [("Go", "srv"), ("Walk", "action")])
        self.assertIn("struct GoService {\n  using Request = Go_Request;", cpp)
        self.assertIn("struct Walk {\n  using Goal = Walk_Goal;\n  using Result = Walk_Result;", cpp)
        self.assertIn("&a_msgs::Walk::action(),", generate.all_types(messages, services))

    def test_packages_in_a_circle(self):
        with self.assertRaisesRegex(generate.SchemaError, "a_msgs -> b_msgs -> a_msgs"):
            self.read(a_msgs__A="b_msgs/B b", b_msgs__B="int32 x", b_msgs__C="a_msgs/A a")

    def test_program_tells_and_leaves_files_alone(self):
        self.put("a_msgs/A.msg", "int32 x\n")
        out = Path(self.folder.name) / "out"
        command = [sys.executable, GENERATE, self.schema, out]
        subprocess.run(command, check=True)
        times = {path: path.stat().st_mtime_ns for path in out.iterdir()}
        self.assertEqual({path.name for path in times}, {"a_msgs.h", "a_msgs.cc", "types.cc"})
        subprocess.run(command, check=True)
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in out.iterdir()})
        self.put("a_msgs/A.msg", "x\n")
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(re.match(r"generate.py: .*A\.msg:1: cannot read 'x'", done.stderr), done.stderr)
        self.assertEqual(subprocess.run(command[:3], capture_output=True).returncode, 2)


class HashTest(unittest.TestCase):
    """Hashes that ROS 2 Jazzy announces, as in the design of rmw_zenoh."""

    def hashes(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            types = generate.descriptions(*generate.read_schema(Path(folder)))
        return {name: generate.type_hash.type_hash(name, types)[len("RIHS01_") :] for name in types}

    def test_service(self):
        hashes = self.hashes({"example_interfaces/AddTwoInts.srv": "int64 a\nint64 b\n---\nint64 sum\n"})
        self.assertEqual(
            hashes["example_interfaces/srv/AddTwoInts"],
            "e118de6bf5eeb66a2491b5bda11202e7b68f198d6f67922cf30364858239c81a",
        )

    def test_action(self):
        text = "int32 order\n---\nint32[] sequence\n---\nint32[] sequence\n"
        hashes = self.hashes({"example_interfaces/Fibonacci.action": text})
        for part, value in {
            "Result": "fea81394f25aa4502217953f1a021fb750e79c10bbd43f13dd94632da6569649",
            "Feedback": "2b12e37361da6f408d4c85bc24a18de64333f29082f2ca34b5ee33dc4c8b42a9",
            "SendGoal_Request": "3d088942b413247db536576f0286768c6be8fcd5d0c9a5d544f359fba090a238",
            "SendGoal_Response": "d8c07bb3d5b766fe4b43159c9a5222af5214e2fcc29229b991d826166c512be1",
            "GetResult_Request": "c8a4f5e7d13b81286ee1043e2ecd084281cecf1ff06aaa799464f5f15479f003",
            "FeedbackMessage": "c1de71afd52e49a89c53d8262366884185bc0a02f78ce051c4e46b0a7fe59bb2",
        }.items():
            self.assertEqual(hashes[f"example_interfaces/action/Fibonacci_{part}"], value, part)


class Documentation(unittest.TestCase):
    def test_lists_every_type(self):
        root = GENERATE.parent.parent.parent
        text = (root / "docs" / "reference" / "messages.md").read_text()
        for package in sorted((GENERATE.parent / "schema").iterdir()):
            kinds = {".msg": "", ".srv": " (service)", ".action": " (action)"}
            names = [p.stem + kinds[p.suffix] for p in sorted(package.iterdir())]
            row = f"| `{package.name}` | {', '.join(names)} |"
            self.assertIn(row, text, "docs/reference/messages.md lists the types, one row a package")


if __name__ == "__main__":
    unittest.main()
