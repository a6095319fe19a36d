"""rates.py KIND: messages whose stamps must follow each other without a gap, with the worlds of worlds.py.

huskies: IMUs at 1 kHz and odometry at 100 Hz of five robots; large: pictures and clouds; many: more than 100 topics.
"""

import sys
import time

from node import SECOND, Node, stamp, until

SECONDS = 5.0
BEGIN = SECOND // 4


class Stream:
    def __init__(self, node, topic, kind, rate, size=0):
        self.reader = node.reader(topic, kind)
        self.step = round(1e9 / rate)
        self.size = size
        self.stamps = []

    def read(self):
        for data in self.reader.take_bytes():
            assert len(data) > self.size, (self.reader.name, len(data))
            self.stamps.append(stamp(data))

    def span(self):
        """Simulated seconds that were received."""
        return (self.stamps[-1] - self.stamps[0]) / 1e9 if self.stamps else 0.0

    def lost(self):
        """The messages that are missing, as text; empty: none."""
        # Until both sides have found each other, messages may be missed.
        stamps = [stamp for stamp in self.stamps if stamp - self.stamps[0] > BEGIN]
        steps = [round((b - a) / self.step) for a, b in zip(stamps, stamps[1:])]
        assert all(step > 0 for step in steps), f"{self.reader.name}: a message came twice"
        gaps = [(at, step - 1) for at, step in enumerate(steps) if step > 1]
        return f"{sum(size for _, size in gaps)} in gaps (after message, size) {gaps[:5]}" if gaps else ""


def compare(streams, seconds):
    began = time.monotonic()
    while min(stream.span() for stream in streams) < seconds:
        assert time.monotonic() < began + 240, [round(stream.span(), 2) for stream in streams]
        streams[0].reader.wait(0.02)
        for stream in streams:
            stream.read()
    took = time.monotonic() - began
    count = sum(len(stream.stamps) for stream in streams)
    lost = {stream.reader.name: stream.lost() for stream in streams if stream.lost()}
    print(f"{count} messages, {seconds} s of simulated time in {took:.1f} s")
    assert not lost, lost


def many(node):
    kinds = {
        "imu/data": "sensor_msgs/msg/Imu",
        "sensors/imu_0/data": "sensor_msgs/msg/Imu",
        "husky_velocity_controller/odom": "nav_msgs/msg/Odometry",
        "platform/odom": "nav_msgs/msg/Odometry",
        "joint_states": "sensor_msgs/msg/JointState",
        "platform/joint_states": "sensor_msgs/msg/JointState",
        "ground/wheels": "surefoot_msgs/msg/WheelGrounds",
        "ground/contacts": "surefoot_msgs/msg/Contacts",
    }
    readers = [node.reader(f"/husky_{i + 1}/{name}", kind) for i in range(12) for name, kind in kinds.items()]
    readers += [
        node.reader(f"/husky_{i + 1}/robot_description", "std_msgs/msg/String", latched=True, depth=1) for i in range(12)
    ]
    waiting = dict.fromkeys(reader.name for reader in readers)

    def done():
        for reader in readers:
            if reader.take_bytes():
                waiting.pop(reader.name, None)
        return not waiting

    try:
        until(done, 120)
    except AssertionError:
        raise AssertionError(f"nothing on {sorted(waiting)}") from None
    print(f"{len(readers)} topics")


def main():
    node = Node()
    if sys.argv[1] == "many":
        many(node)
    elif sys.argv[1] == "large":
        picture = Stream(node, "/mast/camera/image_raw", "sensor_msgs/msg/Image", 30, 640 * 480 * 3)
        compare([picture], SECONDS)
        del picture
        cloud = Stream(node, "/mast/points", "sensor_msgs/msg/PointCloud2", 10, 300000 * 12)
        compare([cloud], 2.0)
    else:
        streams = [Stream(node, f"/husky_{i}/imu/data", "sensor_msgs/msg/Imu", 1000) for i in range(1, 6)]
        streams += [
            Stream(node, f"/husky_{i}/husky_velocity_controller/odom", "nav_msgs/msg/Odometry", 100) for i in range(1, 6)
        ]
        compare(streams, SECONDS)


main()
