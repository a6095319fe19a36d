"""Surefoot's JSON of messages compared with the package rosbags and Python's json.

Usage: json_independent.py DIR, with what surefoot/msgs/test/json_sample_test.cc wrote. rosbags decodes
the CDR of each message; the values, in the conventions of rosbridge, must equal those in Surefoot's JSON.
Writes theirs.txt, the same messages by Python's json, bytes as lists, which the same program reads.
"""

import base64
import json
import re
import struct
import sys
from pathlib import Path

import numpy
from rosbags.typesys import get_types_from_msg
from rosbags.typesys.store import Typestore

FOLDER = Path(sys.argv[1])


def as_message(name):
    return name.replace("/srv/", "/msg/").replace("/action/", "/msg/")


def old_fields():
    """Renamed fields by type: {old name: new name}."""
    table = {}
    header = Path(__file__).parents[2] / "surefoot/msgs/old_fields.h"
    for name, old, new in re.findall(r'\{"(\S+)", "(\w+)", "(\w+)"\}', header.read_text()):
        table.setdefault(as_message(name), {})[old] = new
    assert table
    return table


OLD_FIELDS = old_fields()


def our_store():
    store = Typestore()
    found = {}
    for path in sorted((FOLDER / "definitions").iterdir()):
        name = path.stem.replace("__", "/")
        found.update(get_types_from_msg(path.read_text(), as_message(name)))
    store.register(found)
    return store


def plain(value, store):
    """A message as dicts, lists and plain values; arrays of bytes stay bytes."""
    if hasattr(value, "__msgtype__"):
        names = [name for name, _ in store.fielddefs[value.__msgtype__][1]]
        names = [n for n in names if n != "structure_needs_at_least_one_member"]
        fields = {name: plain(getattr(value, name), store) for name in names}
        # rosbags reads ROS 2's byte, which is an octet, as a signed number.
        if value.__msgtype__ in ("diagnostic_msgs/msg/DiagnosticStatus", "rosgraph_msgs/msg/Log"):
            fields["level"] %= 256
        if value.__msgtype__ == "rcl_interfaces/msg/ParameterValue":
            fields["byte_array_value"] = value.byte_array_value.tobytes()
        # Surefoot writes this one in both forms in use (surefoot/msgs/json_shapes.h).
        if value.__msgtype__ == "simulation_interfaces/msg/Spawnable":
            fields["entity_resource"] = {"uri": fields["uri"], "resource_string": ""}
        # Renamed fields are written by both names until version 0.4 (surefoot/msgs/old_fields.h).
        fields.update({old: fields[new] for old, new in OLD_FIELDS.get(value.__msgtype__, {}).items()})
        return fields
    if isinstance(value, numpy.ndarray):
        return value.tobytes() if value.dtype == numpy.uint8 else [plain(v, store) for v in value]
    if isinstance(value, numpy.float32):
        return value
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, list):
        return [plain(v, store) for v in value]
    return value


def equal(found, expected, path):
    """Whether Surefoot's JSON has the values that rosbags read; floats bit by bit."""
    if isinstance(expected, dict):
        assert list(found) == list(expected), (path, list(found), list(expected))
        for key in expected:
            equal(found[key], expected[key], f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), path
        for i, (a, b) in enumerate(zip(found, expected)):
            equal(a, b, f"{path}[{i}]")
    elif isinstance(expected, bytes):
        assert base64.b64decode(found, validate=True) == expected, path
    elif isinstance(expected, numpy.float32):
        assert numpy.float32(found).tobytes() == expected.tobytes(), (path, found, expected)
    elif isinstance(expected, float):
        # rosbags does not report which ones have 32 bits.
        short = float(numpy.float32(found)) if abs(found) < 3.5e38 else found
        both = [struct.pack("d", value) for value in (found, short)]
        assert struct.pack("d", expected) in both, (path, found, expected)
    else:
        assert type(found) is type(expected) and found == expected, (path, found, expected)


def for_json(value):
    if isinstance(value, dict):
        return {key: for_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [for_json(item) for item in value]
    if isinstance(value, bytes):
        return list(value)
    return float(value) if isinstance(value, numpy.float32) else value


def whole(text):
    """A float may be written without a point; Python would lose the sign of -0."""
    return -0.0 if text == "-0" else int(text)


def main():
    store = our_store()
    count = 0
    with open(FOLDER / "theirs.txt", "w") as theirs:
        for line in (FOLDER / "ours.txt").read_text().splitlines():
            name, cdr, text = line.split(" ", 2)
            expected = plain(store.deserialize_cdr(bytes.fromhex(cdr), as_message(name)), store)
            equal(json.loads(text, parse_int=whole), expected, name)
            print(name, json.dumps(for_json(expected)), file=theirs)
            count += 1
    assert count > 300, count
    print(count, "messages")


main()
