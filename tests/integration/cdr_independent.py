"""Surefoot's messages compared with the package rosbags: its CDR, its ROS 2 definitions and its type hashes.

Usage: cdr_independent.py DIR, with what surefoot/msgs/test/cdr_sample_test.cc wrote.
Writes theirs_rosbags_le.txt and theirs_rosbags_be.txt which the same program reads.
"""

import sys
import unittest
from pathlib import Path

from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

FOLDER = Path()
# Not in rosbags' stores: packages of Gazebo, Ackermann drives, object detection, simulators,
# rosbridge and ros2_control, and Surefoot's own.
ELSEWHERE = {
    "gazebo_msgs", "ackermann_msgs", "vision_msgs", "simulation_interfaces", "rosapi_msgs", "surefoot_msgs",
    "control_msgs", "controller_manager_msgs",
}


# Messages of ROS 1 in packages that ROS 2 has, too; ros1_independent.py compares them.
ROS1_ONLY = {"rosgraph_msgs/msg/Log"}


def samples():
    for line in (FOLDER / "ours.txt").read_text().splitlines():
        name, text = line.split()
        yield name, bytes.fromhex(text)


def as_message(name):
    """rosbags has no requests and responses, but they are messages like others."""
    return name.replace("/srv/", "/msg/").replace("/action/", "/msg/")


def definitions():
    for path in sorted((FOLDER / "definitions").iterdir()):
        yield path.stem.replace("__", "/"), path.read_text()


def our_store():
    """A type store with Surefoot's definitions only."""
    store = Typestore()
    found = {}
    for name, text in definitions():
        found.update(get_types_from_msg(text, as_message(name)))
    store.register(found)
    return store


class Codec(unittest.TestCase):
    def test_both_directions(self):
        store = our_store()
        count = 0
        with (
            open(FOLDER / "theirs_rosbags_le.txt", "w") as little,
            open(FOLDER / "theirs_rosbags_be.txt", "w") as big,
        ):
            for name, data in samples():
                message = store.deserialize_cdr(data, as_message(name))
                again = bytes(store.serialize_cdr(message, as_message(name)))
                self.assertEqual(again, data, name)
                swapped = bytes(store.serialize_cdr(message, as_message(name), little_endian=False))
                print(name, again.hex(), file=little)
                print(name, swapped.hex(), file=big)
                count += 1
        self.assertGreater(count, 300)


class Definitions(unittest.TestCase):
    def official(self, name):
        """The definition in the newest distribution that has the type."""
        for store in self.stores:
            if name in store.fielddefs:
                return store.fielddefs[name]
        return None

    def test_equal_the_official_ones(self):
        self.stores = [get_typestore(s) for s in (Stores.ROS2_JAZZY, Stores.ROS2_HUMBLE)]
        ours = our_store()
        compared = 0
        for name, _ in definitions():
            package = name.split("/")[0]
            official = self.official(name)
            if official is None:
                known = package in ELSEWHERE or name in ROS1_ONLY or "/msg/" not in name
                self.assertTrue(known, f"{name} is unknown")
                continue
            constants, fields = ours.fielddefs[name]
            self.assertEqual(list(fields), list(official[1]), name)
            self.assertEqual(
                sorted((n, t, v) for n, t, v in constants),
                sorted((n, t, v) for n, t, v in official[0]),
                name,
            )
            compared += 1
        self.assertGreater(compared, 50)


NAME, ARRAY, SEQUENCE = Nodetype.NAME, Nodetype.ARRAY, Nodetype.SEQUENCE
UUID = (NAME, "unique_identifier_msgs/msg/UUID")
TIME = (NAME, "builtin_interfaces/msg/Time")


def with_rosidl_types(description):
    """rosidl reads char as uint8; rosbags keeps it."""
    kind, rest = description
    if kind in (ARRAY, SEQUENCE):
        return kind, (with_rosidl_types(rest[0]), rest[1])
    return (kind, ("uint8", 0)) if rest == ("char", 0) else description


class Hashes(unittest.TestCase):
    """rosbags hashes messages. Services and actions are given to it as messages of the parts that rosidl makes."""

    def setUp(self):
        official = get_typestore(Stores.ROS2_JAZZY)
        self.store = Typestore()
        info = "service_msgs/msg/ServiceEventInfo"
        self.put(info, official.fielddefs[info][1])
        for name, text in definitions():
            fields = get_types_from_msg(text, as_message(name))[as_message(name)][1]
            self.put(name, fields)

    def put(self, name, fields):
        self.store.fielddefs[name] = ([], [(field, with_rosidl_types(kind)) for field, kind in fields])

    def put_service(self, name):
        parts = {part: f"{name}_{part.capitalize()}" for part in ("request", "response", "event")}
        event = [("info", (NAME, "service_msgs/msg/ServiceEventInfo"))]
        event += [(part, (SEQUENCE, ((NAME, parts[part]), 1))) for part in ("request", "response")]
        self.put(parts["event"], event)
        self.put(name, [(f"{part}_message", (NAME, of)) for part, of in parts.items()])

    def put_action(self, name):
        goal, result, feedback = ((NAME, f"{name}_{part}") for part in ("Goal", "Result", "Feedback"))
        self.put(f"{name}_SendGoal_Request", [("goal_id", UUID), ("goal", goal)])
        accepted = ("accepted", (Nodetype.BASE, ("bool", 0)))
        self.put(f"{name}_SendGoal_Response", [accepted, ("stamp", TIME)])
        self.put(f"{name}_GetResult_Request", [("goal_id", UUID)])
        status = ("status", (Nodetype.BASE, ("int8", 0)))
        self.put(f"{name}_GetResult_Response", [status, ("result", result)])
        self.put(f"{name}_FeedbackMessage", [("goal_id", UUID), ("feedback", feedback)])
        services = [(f"{name}_SendGoal", "send_goal_service"), (f"{name}_GetResult", "get_result_service")]
        for service, _ in services:
            self.put_service(service)
        fields = [("goal", goal), ("result", result), ("feedback", feedback)]
        fields += [(field, (NAME, service)) for service, field in services]
        self.put(name, fields + [("feedback_message", (NAME, f"{name}_FeedbackMessage"))])

    def test_equal_those_of_rosbags(self):
        ours = dict(line.split() for line in (FOLDER / "hashes.txt").read_text().splitlines())
        for name in ours:
            if f"{name}_Request" in self.store.fielddefs:
                self.put_service(name)
            if f"{name}_Goal" in self.store.fielddefs:
                self.put_action(name)
        for name, value in ours.items():
            self.assertEqual(value, self.store.hash_rihs01(name), name)
        self.assertGreater(len(ours), 300)


if __name__ == "__main__":
    FOLDER = Path(sys.argv.pop())
    unittest.main(warnings="ignore")
