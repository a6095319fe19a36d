"""Writes small recordings with packages of other authors: foreign_bags.py DIR

A robot is commanded for two seconds, at 20 Hz, to drive at 0.5 m/s with a varying turning rate.
"""

import sys
from pathlib import Path

from mcap.writer import Writer as McapWriter
from mcap_ros2.writer import Writer as Ros2Writer
from rosbags.convert.converter import convert
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

START = 1_700_000_000_000_000_000
STORE = get_typestore(Stores.ROS2_HUMBLE)
VECTOR = "float64 x\nfloat64 y\nfloat64 z\n"
TWIST = (
    "# velocity in free space\nVector3  linear\nVector3  angular\n"
    f"{'=' * 80}\nMSG: geometry_msgs/Vector3\n# a vector\n\n{VECTOR}"
)


def times():
    return [START + i * 50_000_000 for i in range(40)]


def turn(i):
    return 0.3 if i < 20 else -0.3


def with_support(path):
    with open(path, "wb") as file:
        writer = Ros2Writer(file)
        schema = writer.register_msgdef("geometry_msgs/msg/Twist", TWIST)
        for i, time in enumerate(times()):
            message = {
                "linear": {"x": 0.5, "y": 0.0, "z": 0.0},
                "angular": {"x": 0.0, "y": 0.0, "z": turn(i)},
            }
            writer.write_message(
                topic="/cmd_vel", schema=schema, message=message, log_time=time, publish_time=time
            )
        writer.finish()


def with_rosbags(folder, plugin):
    types = STORE.types
    vector, twist = types["geometry_msgs/msg/Vector3"], types["geometry_msgs/msg/Twist"]
    text = types["std_msgs/msg/String"]
    with Writer(folder, version=9, storage_plugin=plugin) as writer:
        command = writer.add_connection("/cmd_vel", twist.__msgtype__, typestore=STORE)
        chatter = writer.add_connection("/chatter", text.__msgtype__, typestore=STORE)
        for i, time in enumerate(times()):
            message = twist(linear=vector(x=0.5, y=0.0, z=0.0), angular=vector(x=0.0, y=0.0, z=turn(i)))
            writer.write(command, time, STORE.serialize_cdr(message, twist.__msgtype__))
            hello = STORE.serialize_cdr(text(data=f"hello {i}"), text.__msgtype__)
            writer.write(chatter, time, hello)


def only_file(folder, ending):
    (found,) = folder.glob(f"*{ending}")
    return found


def as_ros1(path):
    """As `mcap convert` writes it from a ROS 1 bag."""
    with open(path, "wb") as file:
        writer = McapWriter(file)
        writer.start(profile="ros1")
        schema = writer.register_schema("geometry_msgs/Twist", "ros1msg", TWIST.encode())
        channel = writer.register_channel("/cmd_vel", "ros1", schema)
        for time in times():
            writer.add_message(channel, time, bytes(48), time)
        writer.finish()


def main():
    folder = Path(sys.argv[1])
    with_support(folder / "support.mcap")
    with_rosbags(folder / "direct", StoragePlugin.MCAP)
    only_file(folder / "direct", ".mcap").rename(folder / "rosbags.mcap")
    with_rosbags(folder / "sqlite", StoragePlugin.SQLITE3)
    convert(
        srcs=[folder / "sqlite"],
        dst=folder / "converted",
        dst_storage="mcap",
        dst_version=9,
        compress=None,
        compress_mode="",
        default_typestore=None,
        typestore=None,
        exclude_topics=[],
        include_topics=[],
        exclude_msgtypes=[],
        include_msgtypes=[],
    )
    only_file(folder / "converted", ".mcap").rename(folder / "converted.mcap")
    as_ros1(folder / "ros1.mcap")


if __name__ == "__main__":
    main()
