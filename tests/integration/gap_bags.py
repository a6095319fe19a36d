"""Converts a recording of Surefoot into bags of other programs: gap_bags.py DRIVE.mcap FOLDER

The messages of a robot's drive become /cmd_vel, /tracker/pose and /imu/data with times of 2023, in the
frame of a tracker at another position: bag and db3 files, plain and in every compression. Then
truncated and damaged copies, in FOLDER/damaged.
"""

import math
import random
import shutil
import sys
from pathlib import Path

from mcap_ros2.reader import read_ros2_messages
from rosbags.rosbag1 import Writer as Writer1
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

START = 1_700_000_000_000_000_000
ROS1 = get_typestore(Stores.ROS1_NOETIC)
ROS2 = get_typestore(Stores.ROS2_HUMBLE)
TURN, EAST, NORTH = 0.7, 3.0, -5.0


def tracked(pose):
    """The pose in the tracker's frame."""
    x, y = pose.position.x, pose.position.y
    half, o = TURN / 2, pose.orientation
    w, z = math.cos(half), math.sin(half)
    return (
        EAST + math.cos(TURN) * x - math.sin(TURN) * y,
        NORTH + math.sin(TURN) * x + math.cos(TURN) * y,
        pose.position.z,
        (w * o.x - z * o.y, w * o.y + z * o.x, w * o.z + z * o.w, w * o.w - z * o.z),
    )


def drive(path):
    """(topic, type, time, content) of each message that is converted."""
    for message in read_ros2_messages(path):
        time, ros = message.log_time_ns, message.ros_msg
        if message.channel.topic == "/husky/cmd_vel":
            yield "/cmd_vel", "geometry_msgs/msg/Twist", time, (ros.linear.x, ros.angular.z)
        elif message.channel.topic == "/surefoot/state":
            i = [k for k, name in enumerate(ros.names) if name.startswith("husky::")][0]
            yield "/tracker/pose", "geometry_msgs/msg/PoseStamped", time, tracked(ros.poses[i])
        elif message.channel.topic == "/husky/imu/data":
            w, a = ros.angular_velocity, ros.linear_acceleration
            yield "/imu/data", "sensor_msgs/msg/Imu", time, (w.x, w.y, w.z, a.x, a.y, a.z)


def build(store, kind, time, content, number):
    """The message in the types of the store; headers of ROS 1 have a sequence number."""
    types = store.types
    vector = types["geometry_msgs/msg/Vector3"]
    point, turn = types["geometry_msgs/msg/Point"], types["geometry_msgs/msg/Quaternion"]
    stamp = types["builtin_interfaces/msg/Time"](sec=time // 10**9, nanosec=time % 10**9)
    count = {"seq": number} if store is ROS1 else {}
    header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="tracker", **count)
    if kind.endswith("Twist"):
        return types[kind](
            linear=vector(x=content[0], y=0.0, z=0.0), angular=vector(x=0.0, y=0.0, z=content[1])
        )
    if kind.endswith("PoseStamped"):
        x, y, z, q = content
        pose = types["geometry_msgs/msg/Pose"](
            position=point(x=x, y=y, z=z), orientation=turn(x=q[0], y=q[1], z=q[2], w=q[3])
        )
        return types[kind](header=header, pose=pose)
    import numpy

    nothing = numpy.zeros(9)
    return types[kind](
        header=header,
        orientation=turn(x=0.0, y=0.0, z=0.0, w=1.0),
        orientation_covariance=nothing,
        angular_velocity=vector(x=content[0], y=content[1], z=content[2]),
        angular_velocity_covariance=nothing,
        linear_acceleration=vector(x=content[3], y=content[4], z=content[5]),
        linear_acceleration_covariance=nothing,
    )


def write(writer, store, messages, serialize):
    connections = {}
    for number, (topic, kind, time, content) in enumerate(messages):
        if topic not in connections:
            connections[topic] = writer.add_connection(topic, kind, typestore=store)
        message = build(store, kind, START + time, content, number)
        writer.write(connections[topic], START + time, serialize(message, kind))


def as_ros1(path, messages, compression):
    writer = Writer1(path)
    if compression:
        writer.set_compression(getattr(Writer1.CompressionFormat, compression))
    with writer:
        write(writer, ROS1, messages, ROS1.serialize_ros1)


def as_ros2(folder, messages, plugin, mode):
    writer = Writer(folder, version=9, storage_plugin=plugin)
    if mode:
        writer.set_compression(mode, CompressionFormat.ZSTD)
    with writer:
        write(writer, ROS2, messages, ROS2.serialize_cdr)


def as_table(path, messages):
    """A row for each pose, with the last command of the robot; angles in degrees."""
    command = (0.0, 0.0)
    with open(path, "w") as file:
        print("stamp,east,north,yaw_deg,v,w", file=file)
        for topic, _, time, content in messages:
            if topic == "/cmd_vel":
                command = content
            elif topic == "/tracker/pose":
                x, y, _, q = content
                yaw = math.degrees(2.0 * math.atan2(q[2], q[3]))
                print(f"{time * 1e-9:.3f},{x!r},{y!r},{yaw!r},{command[0]},{command[1]}", file=file)


def damage(folder):
    """Truncated at random positions, and with random bytes changed."""
    target = folder / "damaged"
    target.mkdir()
    draw = random.Random(7)
    files = [p for p in folder.rglob("*") if p.suffix in (".bag", ".db3", ".mcap", ".zstd")]
    for file in sorted(files):
        content = file.read_bytes()
        for k in range(4):
            name = f"{file.parent.name}_{file.stem}_{k}{file.suffix}"
            (target / f"cut_{name}").write_bytes(content[: draw.randrange(len(content))])
            changed = bytearray(content)
            for _ in range(draw.choice((1, 20))):
                # Mostly at the start, where the structure is.
                place = draw.randrange(min(len(content), draw.choice((200, 20000, len(content)))))
                changed[place] = draw.randrange(256)
            (target / f"changed_{name}").write_bytes(changed)


def main():
    messages = list(drive(sys.argv[1]))
    folder = Path(sys.argv[2])
    for compression in ("", "BZ2", "LZ4"):
        as_ros1(folder / f"ros1_{compression.lower() or 'plain'}.bag", messages, compression)
    as_ros2(folder / "sqlite", messages, StoragePlugin.SQLITE3, None)
    as_ros2(folder / "sqlite_file", messages, StoragePlugin.SQLITE3, CompressionMode.FILE)
    as_ros2(folder / "sqlite_message", messages, StoragePlugin.SQLITE3, CompressionMode.MESSAGE)
    as_ros2(folder / "mcap", messages, StoragePlugin.MCAP, None)
    shutil.copy(next((folder / "sqlite").glob("*.db3")), folder / "alone.db3")
    as_table(folder / "drive.csv", messages)
    damage(folder)


if __name__ == "__main__":
    main()
