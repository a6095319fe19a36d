"""Surefoot's messages compared with the package rosbags: its CDR, and its ROS 2 definitions.

Usage: cdr_independent.py DIR, with what surefoot/msgs/test/cdr_sample_test.cc wrote.
Writes theirs_rosbags_le.txt and theirs_rosbags_be.txt which the same program reads.
"""

import sys
import unittest
from pathlib import Path

from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

FOLDER = Path()
# Not in rosbags' stores: packages of Gazebo, Ackermann drives, object detection, simulators and
# rosbridge, and Surefoot's own.
ELSEWHERE = {
    "gazebo_msgs", "ackermann_msgs", "vision_msgs", "simulation_interfaces", "rosapi_msgs", "surefoot_msgs"
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


if __name__ == "__main__":
    FOLDER = Path(sys.argv.pop())
    unittest.main(warnings="ignore")
