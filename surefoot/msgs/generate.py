#!/usr/bin/env python3
"""Make C++ from the message definitions: generate.py SCHEMA_FOLDER OUTPUT_FOLDER

Reads <package>/<Name>.msg, .srv and .action, in the language of ROS 2 interfaces, and writes one
header and one source per package and types.cc, the list of all. Files that do not change are left alone.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import type_hash

PRIMITIVES = {
    "bool": "bool",
    "byte": "std::uint8_t",
    "char": "std::uint8_t",
    "int8": "std::int8_t",
    "uint8": "std::uint8_t",
    "int16": "std::int16_t",
    "uint16": "std::uint16_t",
    "int32": "std::int32_t",
    "uint32": "std::uint32_t",
    "int64": "std::int64_t",
    "uint64": "std::uint64_t",
    "float32": "float",
    "float64": "double",
    "string": "std::string",
}

LINE = re.compile(
    r"^(?P<type>[\w/]+)(?P<bound><=\d+)?(?P<array>\[(?:<=)?\d*\])?\s+(?P<name>\w+)"
    r"\s*(?:=\s*(?P<constant>\S.*)|\s(?P<default>[^\s=].*))?$"
)
PACKAGE_NAME = re.compile(r"^[a-z](_?[a-z0-9])*$")
TYPE_NAME = re.compile(r"^[A-Z][A-Za-z0-9]*$")
FIELD_NAME = re.compile(r"^[a-z](_?[a-z0-9])*$")
CONSTANT_NAME = re.compile(r"^[A-Z](_?[A-Z0-9])*$")

# Words that cannot name a member of the struct. ROS names do not end in "_", so an added one is free.
TAKEN = set(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq
    private protected public register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try typedef typeid
    typename union unsigned using virtual void volatile wchar_t while xor xor_eq type""".split()
)


class SchemaError(Exception):
    """A definition that cannot be read."""


@dataclass
class Field:
    type: str  # a primitive or "package/Name"
    array: str  # "", "[]", "[9]" or "[<=9]"
    name: str
    constant: str | None = None
    default: str | None = None
    line: int = 0
    string_bound: int = 0  # 0: any length

    @property
    def member(self):
        return self.name + "_" if self.name in TAKEN else self.name

    @property
    def fixed_size(self):
        """Of an array of fixed size, else empty."""
        return "" if "<=" in self.array else self.array[1:-1]

    @property
    def bound(self):
        """The largest number of items of an array without fixed size; 0 for any."""
        return int(self.array[3:-1]) if "<=" in self.array else 0


@dataclass
class Message:
    package: str
    name: str
    kind: str  # msg, srv or action
    fields: list = field(default_factory=list)
    constants: list = field(default_factory=list)

    @property
    def ros_name(self):
        return f"{self.package}/{self.kind}/{self.name}"

    @property
    def key(self):
        return f"{self.package}/{self.name}"

    def uses(self):
        return [f.type for f in self.fields if f.type not in PRIMITIVES]

    def text(self):
        """The definition as written, one line a field."""
        lines = []
        for item in sorted(self.fields + self.constants, key=lambda f: f.line):
            kind = item.type
            if "/" in kind and kind.split("/")[0] == self.package:
                kind = kind.split("/")[1]
            tail = f"={item.constant}" if item.constant is not None else ""
            tail = f" {item.default}" if item.default is not None else tail
            bound = f"<={item.string_bound}" if item.string_bound else ""
            lines.append(f"{kind}{bound}{item.array} {item.name}{tail}")
        return "\n".join(lines) + "\n" if lines else ""


def without_comment(line):
    """Up to the first # that is not within quotes."""
    quote = None
    for at, letter in enumerate(line):
        if letter == "#" and quote is None:
            return line[:at].strip()
        if letter in "\"'":
            quote = letter if quote is None else None if quote == letter else quote
    # An apostrophe that does not end is part of a text.
    return line.strip() if quote is None else line.split("#")[0].strip()


def unquoted(text):
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def literal(type_name, text):
    """A constant or default value in C++; ValueError when it does not fit the type."""
    if type_name == "string":
        escaped = unquoted(text).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if type_name == "bool":
        values = {"true": "true", "false": "false", "1": "true", "0": "false"}
        if text.lower() not in values:
            raise ValueError("a bool is true or false")
        return values[text.lower()]
    if type_name.startswith("float"):
        value = float(text)
        if value - value != 0:
            raise ValueError("only finite numbers")
        return repr(value) + ("f" if type_name == "float32" else "")
    bits = int(re.sub(r"\D", "", type_name) or 8)
    value = int(text, 0)
    signed = type_name.startswith("int")
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if not low <= value <= high:
        raise ValueError(f"{type_name} takes {low} to {high}")
    if value == -(1 << 63):
        return "(-9223372036854775807 - 1)"
    return str(value) + ("u" if value > (1 << 63) - 1 else "")


def check_item(item, names):
    """SchemaError's text for a field or constant that cannot be, or None."""
    constant = item.constant is not None
    pattern = CONSTANT_NAME if constant else FIELD_NAME
    if not pattern.match(item.name):
        return f"'{item.name}' is not a valid name of a {'constant' if constant else 'field'} in ROS 2"
    if item.name in names:
        return f"there are two of the name '{item.name}'"
    if item.array in ("[0]", "[<=0]", "[<=]"):
        return "an array of no items"
    value = item.constant if constant else item.default
    if value is None:
        return None
    if item.array or item.type not in PRIMITIVES:
        return "arrays and messages take no value here"
    if constant and item.string_bound:
        return "a constant has no bound"
    if item.string_bound and len(unquoted(value).encode()) > item.string_bound:
        return f"the value '{value}' of '{item.name}' is longer than its bound"
    try:
        literal(item.type, value)
    except ValueError as error:
        return f"the value '{value}' of '{item.name}' does not fit: {error}"
    return None


def parse(text, package, name, kind, path, first_line=1):
    message = Message(package, name, kind)
    for number, raw in enumerate(text.splitlines(), first_line):
        line = without_comment(raw)
        if not line:
            continue
        match = LINE.match(line)
        if not match:
            raise SchemaError(f"{path}:{number}: cannot read '{line}'; write TYPE NAME")
        string_bound = int((match["bound"] or "<=0")[2:])
        if match["bound"] and (match["type"] != "string" or string_bound == 0):
            raise SchemaError(f"{path}:{number}: only strings have a bound, of at least 1")
        type_name = match["type"]
        if type_name not in PRIMITIVES and "/" not in type_name:
            type_name = f"{package}/{type_name}"
        item = Field(
            type_name,
            match["array"] or "",
            match["name"],
            match["constant"],
            match["default"],
            number,
            string_bound,
        )
        wrong = check_item(item, {other.name for other in message.fields + message.constants})
        if wrong:
            raise SchemaError(f"{path}:{number}: {wrong}")
        (message.constants if item.constant is not None else message.fields).append(item)
    return message


PARTS = {"msg": [""], "srv": ["_Request", "_Response"], "action": ["_Goal", "_Result", "_Feedback"]}


def read_file(path):
    """The messages of one file: of a service there are two, of an action three."""
    package, name, kind = path.parent.name, path.stem, path.suffix[1:]
    if kind not in PARTS:
        raise SchemaError(f"{path}: neither a .msg nor a .srv nor an .action file")
    if not PACKAGE_NAME.match(package) or not TYPE_NAME.match(name):
        raise SchemaError(f"{path}: ROS 2 writes package_name/TypeName")
    parts = [(1, [])]
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if kind != "msg" and line.strip() == "---":
            parts.append((number + 1, []))
        else:
            parts[-1][1].append(line)
    if len(parts) != len(PARTS[kind]):
        what = "a service has one line" if kind == "srv" else "an action has two lines"
        raise SchemaError(f"{path}: {what} '---' between its parts")
    return [
        parse("\n".join(lines), package, name + part, kind, path, first)
        for part, (first, lines) in zip(PARTS[kind], parts)
    ]


def read_schema(folder):
    """Messages by key; services and actions as (package, name, kind)."""
    messages, services = {}, []
    for path in sorted(folder.glob("*/*")):
        for message in read_file(path):
            messages[message.key] = message
        if path.suffix != ".msg":
            services.append((path.parent.name, path.stem, path.suffix[1:]))
    for message in messages.values():
        for used in message.uses():
            if used not in messages:
                raise SchemaError(f"{message.ros_name}: there is no message '{used}'")
    check_packages(messages)
    return messages, services


def check_packages(messages):
    """Headers are one per package, so packages must not use each other in a circle."""
    uses = {}
    for message in messages.values():
        others = {used.split("/")[0] for used in message.uses()} - {message.package}
        uses.setdefault(message.package, set()).update(others)

    def visit(package, path):
        if package in path:
            raise SchemaError(f"packages use each other: {' -> '.join(path + [package])}")
        for other in sorted(uses[package]):
            visit(other, path + [package])

    for package in sorted(uses):
        visit(package, [])


def in_order(keys, messages):
    """Keys, each after those it uses."""
    done, order = set(), []

    def visit(key, path):
        if key in path:
            raise SchemaError(f"messages contain each other: {' -> '.join(path + [key])}")
        if key in done:
            return
        for used in messages[key].uses():
            visit(used, path + [key])
        done.add(key)
        order.append(key)

    for key in sorted(keys):
        visit(key, [])
    return order


def cpp_type(item, package):
    base = PRIMITIVES.get(item.type)
    if base is None:
        other, name = item.type.split("/")
        base = name if other == package else f"{other}::{name}"
    if not item.array:
        return base
    if base == "bool":
        base = "BoolItem"
    size = item.fixed_size
    return f"std::array<{base}, {size}>" if size else f"std::vector<{base}>"


def initial(item):
    if item.default is not None:
        return f" = {literal(item.type, item.default)}"
    if item.array or item.type == "string" or item.type not in PRIMITIVES:
        return "{}" if item.fixed_size else ""
    return {"bool": " = false", "float32": " = 0.0f", "float64": " = 0.0"}.get(item.type, " = 0")


def struct(message):
    lines = [f"/// {message.ros_name}", f"struct {message.name} {{"]
    for item in message.constants:
        kind = PRIMITIVES[item.type].replace("std::string", "const char*")
        lines.append(f"  static constexpr {kind} {item.name} = {literal(item.type, item.constant)};")
    for item in message.fields:
        lines.append(f"  {cpp_type(item, message.package)} {item.member}{initial(item)};")
    if message.fields or message.constants:
        lines.append("")
    lines.append("  static const TypeInfo& type();")
    bounds = [
        f'      {{"{item.name}", {item.bound}, {item.string_bound}}},'
        for item in message.fields
        if item.bound or item.string_bound
    ]
    if bounds:
        lines += ["  static constexpr FieldBounds kBounds[] = {", *bounds, "  };"]
    used = "" if message.fields else "[[maybe_unused]] "
    lines += [
        "  /// Calls visit(name, field) for each field in order.",
        "  template <typename Self, typename Visitor>",
        f"  static void VisitFields({used}Self& self, {used}Visitor&& visit) {{",
        *(f'    visit("{item.name}", self.{item.member});' for item in message.fields),
        "  }",
    ]
    equal = " && ".join(f"a.{item.member} == b.{item.member}" for item in message.fields) or "true"
    names = ("a", "b") if message.fields else ("", "")
    lines.append(
        f"  friend bool operator==(const {message.name}&{' ' * bool(names[0])}{names[0]}, "
        f"const {message.name}&{' ' * bool(names[1])}{names[1]}) {{ return {equal}; }}"
    )
    lines.append(
        f"  friend bool operator!=(const {message.name}& a, const {message.name}& b) "
        "{ return !(a == b); }"
    )
    lines += ["};", ""]
    return lines


def definition(key, messages):
    """The text with all that it uses after it, as recordings keep it."""
    parts = [messages[key].text()]
    for used in in_order([key], messages)[:-1]:
        parts.append(f"{'=' * 80}\nMSG: {used}\n{messages[used].text()}")
    return "".join(parts)


HEAD = "// Generated from surefoot/msgs/schema by surefoot/msgs/generate.py.\n"


def struct_name(package, name, kind, messages):
    """A message may have the name of a service."""
    word = {"srv": "Service", "action": "Action"}[kind]
    return name + word if f"{package}/{name}" in messages else name


def part_types(name, kind):
    return [(part[1:], name + part) for part in PARTS[kind]]


def header(package, messages, services):
    own = [m for m in messages.values() if m.package == package]
    others = sorted({used.split("/")[0] for m in own for used in m.uses()} - {package})
    order = [key for key in in_order([m.key for m in own], messages) if key.startswith(package + "/")]
    lines = [
        HEAD + "#pragma once\n",
        "#include <array>\n#include <cstdint>\n#include <string>\n#include <vector>\n",
        *(f'#include "surefoot/msgs/{other}.h"' for other in others),
        '#include "surefoot/msgs/type_info.h"\n',
        f"namespace surefoot::msgs::{package} {{\n",
    ]
    for key in order:
        lines += struct(messages[key])
    for name, kind in services:
        info = {"srv": "ServiceInfo& service", "action": "ActionInfo& action"}[kind]
        lines += [
            f"/// {package}/{kind}/{name}",
            f"struct {struct_name(package, name, kind, messages)} {{",
            *(f"  using {part} = {of};" for part, of in part_types(name, kind)),
            f"  static const {info}();",
            "};\n",
        ]
    lines.append(f"}}  // namespace surefoot::msgs::{package}\n")
    return "\n".join(lines)


def descriptions(messages, services):
    """What hashes are computed of, by full name: all messages, services and actions."""
    types = {}
    for message in messages.values():
        types[message.ros_name] = type_hash.message(
            [
                type_hash.field(
                    item.name,
                    item.type if item.type in PRIMITIVES else messages[item.type].ros_name,
                    item.array,
                    item.string_bound,
                )
                for item in message.fields
            ]
        )
    for package, name, kind in services:
        add = {"srv": type_hash.add_service, "action": type_hash.add_action}[kind]
        add(f"{package}/{kind}/{name}", types)
    return types


def hashes(name, kind, types):
    """The hashes in ServiceInfo or ActionInfo, as C++."""
    suffixes = {"srv": ["", "_Event"], "action": ["", "_SendGoal", "_GetResult", "_FeedbackMessage"]}
    return ", ".join(f'"{type_hash.type_hash(name + suffix, types)}"' for suffix in suffixes[kind])


def source(package, messages, services, types):
    lines = [
        HEAD,
        f'#include "surefoot/msgs/{package}.h"\n',
        '#include "surefoot/msgs/make_type_info.h"\n',
        f"namespace surefoot::msgs::{package} {{\n",
    ]
    for message in messages.values():
        if message.package != package:
            continue
        text = definition(message.key, messages)
        lines += [
            f"const TypeInfo& {message.name}::type() {{",
            f'  static const TypeInfo info = MakeTypeInfo<{message.name}>("{message.ros_name}",',
            f'      "{type_hash.type_hash(message.ros_name, types)}", R"ros(',
            f'{text})ros");',
            "  return info;",
            "}\n",
        ]
    for name, kind in services:
        info, member = {"srv": ("ServiceInfo", "service"), "action": ("ActionInfo", "action")}[kind]
        parts = ", ".join(f"&{part}::type()" for part, _ in part_types(name, kind))
        full_name = f"{package}/{kind}/{name}"
        lines += [
            f"const {info}& {struct_name(package, name, kind, messages)}::{member}() {{",
            f'  static const {info} info{{"{full_name}", {parts}, {hashes(full_name, kind, types)}}};',
            "  return info;",
            "}\n",
        ]
    lines.append(f"}}  // namespace surefoot::msgs::{package}\n")
    return "\n".join(lines).replace('R"ros(\n', 'R"ros(')


def all_types(messages, services):
    packages = sorted({m.package for m in messages.values()})
    by_name = sorted(messages.values(), key=lambda m: m.ros_name)

    def list_of(info, function, member, wanted):
        return [
            f"const std::vector<const {info}*>& {function}() {{",
            f"  static const std::vector<const {info}*> all = {{",
            *(
                f"      &{package}::{struct_name(package, name, kind, messages)}::{member}(),"
                for package, name, kind in services
                if kind == wanted
            ),
            "  };\n  return all;\n}\n",
        ]

    lines = [
        HEAD,
        '#include "surefoot/msgs/type_info.h"\n',
        *(f'#include "surefoot/msgs/{package}.h"' for package in packages),
        "\nnamespace surefoot::msgs {\n",
        "const std::vector<const TypeInfo*>& AllTypes() {",
        "  static const std::vector<const TypeInfo*> types = {",
        *(f"      &{m.package}::{m.name}::type()," for m in by_name),
        "  };\n  return types;\n}\n",
        *list_of("ServiceInfo", "AllServices", "service", "srv"),
        *list_of("ActionInfo", "AllActions", "action", "action"),
        "}  // namespace surefoot::msgs\n",
    ]
    return "\n".join(lines)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    schema, out = Path(sys.argv[1]), Path(sys.argv[2])
    try:
        messages, services = read_schema(schema)
        types = descriptions(messages, services)
        for package in sorted({m.package for m in messages.values()}):
            own = [(name, kind) for other, name, kind in services if other == package]
            write(out / f"{package}.h", header(package, messages, own))
            write(out / f"{package}.cc", source(package, messages, own, types))
        write(out / "types.cc", all_types(messages, services))
    except SchemaError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
