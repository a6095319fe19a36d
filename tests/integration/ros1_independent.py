"""Surefoot's ROS 1 encoding, definitions and MD5 sums compared with the package rosbags.

Usage: ros1_independent.py DIR, with what surefoot/msgs/test/ros1_sample_test.cc wrote. Types of ROS 1
Noetic are read by rosbags' definitions, all others by Surefoot's.
Writes theirs.txt which the same program reads.
"""

import sys
from pathlib import Path

import numpy
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore

FOLDER = Path(sys.argv[1])
# Names of fields in ROS 1 and in ROS 2.
RENAMED = {
    "control_msgs/msg/JointTrajectoryControllerState": {"desired": "reference", "actual": "feedback"},
}
DUMMY = "structure_needs_at_least_one_member"


def ros2_name(name):
    return name.replace("/srv/", "/msg/").replace("/action/", "/msg/")


def store_of(texts):
    store, found = Typestore(), {}
    for name, text in texts:
        found.update(get_types_from_msg(text, name))
    store.register(found)
    return store


def compare(ros1, ros2, store1, store2, path):
    """Every field of ROS 1, except a header's seq, has the value in CDR."""
    if hasattr(ros1, "__msgtype__"):
        theirs = {name.lower(): name for name, _ in store2.fielddefs[ros2.__msgtype__][1]}
        for name, _ in store1.fielddefs[ros1.__msgtype__][1]:
            if name == "seq" and ros1.__msgtype__ == "std_msgs/msg/Header":
                assert ros1.seq == 77, path
            elif name != DUMMY:
                renamed = RENAMED.get(ros2.__msgtype__, {}).get(name, name)
                other = getattr(ros2, theirs[renamed.lower()])
                compare(getattr(ros1, name), other, store1, store2, f"{path}.{name}")
    elif isinstance(ros1, numpy.ndarray):
        assert ros1.dtype == ros2.dtype and ros1.tobytes() == ros2.tobytes(), path
    elif isinstance(ros1, list):
        assert len(ros1) == len(ros2), path
        for i, (a, b) in enumerate(zip(ros1, ros2)):
            compare(a, b, store1, store2, f"{path}[{i}]")
    else:
        assert type(ros1) is type(ros2) and ros1 == ros2, (path, ros1, ros2)


def main():
    noetic = get_typestore(Stores.ROS1_NOETIC)
    kinds = [line.split() for line in (FOLDER / "types.txt").read_text().splitlines()]

    def text(folder, name):
        return (FOLDER / folder / (name.replace("/", "__") + ".msg")).read_text()

    def full(name):
        return name.replace("/", "/msg/")

    ours1 = store_of((full(ros1), text("ros1", ours)) for ours, ros1, _ in kinds)
    ours2 = store_of((ros2_name(ours), text("definitions", ours)) for ours, _, _ in kinds)
    official = 0
    store_by_name = {}
    for ours, ros1, md5 in kinds:
        known = full(ros1) in noetic.fielddefs
        official += known
        store_by_name[ours] = (noetic if known else ours1, full(ros1))
        for store in [ours1] + [noetic] * known:
            assert store.generate_msgdef(full(ros1), ros_version=1)[1] == md5, (ours, md5)
    assert official >= 64, official
    count = 0
    with open(FOLDER / "theirs.txt", "w") as theirs:
        for line in (FOLDER / "ours.txt").read_text().splitlines():
            ours, cdr, ros1 = line.split()
            store, name = store_by_name[ours]
            data = b"" if ros1 == "-" else bytes.fromhex(ros1)
            message = store.deserialize_ros1(data, name)
            compare(message, ours2.deserialize_cdr(bytes.fromhex(cdr), ros2_name(ours)), store, ours2, ours)
            again = bytes(store.serialize_ros1(message, name))
            assert again == data, ours
            print(ours, again.hex() or "-", file=theirs)
            count += 1
    print(f"{count} messages, {official} types by the definitions of ROS 1 Noetic")


main()
