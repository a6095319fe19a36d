"""all_sensors.py FOLDER FIRST SECOND

Reads two recordings of worlds/sensors.sdf with the packages of the format's authors: every kind of
sensor is on the robot, every topic has exactly the number of messages that its rate requires, stamps are
correct, the messages describe the world, and the second run gives the same messages.
"""

import json
import math
import struct
import sys
from collections import defaultdict
from pathlib import Path

from mcap.reader import make_reader
from mcap_ros2.reader import read_ros2_messages

# Topics that are not published with each sample: on demand, at other rates, or latched.
NOT_PER_SAMPLE = ("/legend", "/camera_info_latched")


def stamp_of(message):
    return message.header.stamp.sec * 10**9 + message.header.stamp.nanosec


def read(path):
    messages = defaultdict(list)
    for item in read_ros2_messages(path):
        messages[item.channel.topic].append((item.log_time_ns, item.ros_msg))
    return messages


def check_kinds(run, kinds):
    used = {sensor["type"] for sensor in run["sensors"]}
    for kind in kinds["sensors"]:
        assert used & set(kind["types"]), f"no {kind['name']} in the world: add it to sensors.sdf"


def check_counts(run, messages):
    duration = run["sim_time_s"]
    for sensor in run["sensors"]:
        expected = math.floor(duration * sensor["rate_hz"] + 1e-9)
        assert sensor["samples"] == expected, sensor
        for topic in sensor["topics"]:
            if topic.endswith(NOT_PER_SAMPLE):
                continue
            assert len(messages[topic]) == expected, (topic, len(messages[topic]), expected)


def check_stamps(run, messages):
    """A stamp is the time of the sample's end, or up to a period earlier for sensors that take time."""
    for sensor in run["sensors"]:
        period = 1e9 / sensor["rate_hz"]
        for topic in sensor["topics"]:
            for count, (log_time, message) in enumerate(messages[topic], 1):
                if not hasattr(message, "header"):
                    continue
                assert message.header.frame_id, topic
                age = log_time - stamp_of(message)
                assert -1 <= age <= period + 1e6, (topic, count, age)
                assert abs(log_time - count * period) <= 1e6, (topic, count, log_time)


def check_contents(messages):
    at = lambda topic: [message for _, message in messages[topic]]
    imu = at("/husky/imu/data")
    up = sum(m.linear_acceleration.z for m in imu) / len(imu)
    assert abs(up - 9.81) < 0.3, up
    scan = at("/husky/front/scan")[-1]
    assert len(scan.ranges) == 541 and sum(map(math.isfinite, scan.ranges)) > 400
    assert all(r <= 20 for r in scan.ranges if math.isfinite(r))
    cloud = at("/husky/points")[-1]
    assert cloud.width * cloud.height > 5000
    assert len(cloud.data) == cloud.row_step * cloud.height
    x = next(f for f in cloud.fields if f.name == "x").offset
    for i in range(0, len(cloud.data), cloud.point_step * 97):
        p = struct.unpack_from("<3f", cloud.data, i + x)
        assert all(map(math.isnan, p)) or math.hypot(*p) < 20, p
    image = next(m for t, l in messages.items() if t.endswith("camera/image_raw") for _, m in l[-1:])
    assert (image.width, image.height, image.encoding) == (320, 240, "rgb8")
    assert len(image.data) == 3 * 320 * 240 and len(set(bytes(image.data))) > 50
    truth = at("/husky/ground_truth")
    assert abs(truth[-1].twist.twist.linear.x) > 0.2
    names = at("/husky/joint_states")[-1].name
    assert len(names) == 4 and "front_left_wheel" in names, names


def check_same(path_a, path_b):
    def raw(path):
        with open(path, "rb") as file:
            reader = make_reader(file)
            return [(c.topic, m.log_time, m.data) for _, c, m in reader.iter_messages()]

    a, b = raw(path_a), raw(path_b)
    assert len(a) == len(b)
    for one, other in zip(a, b):
        assert one == other, one[:2]


def main():
    folder, first, second = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    run = json.loads((folder / f"{first}.json").read_text())
    kinds = json.loads((folder / "kinds.json").read_text())
    messages = read(folder / f"{first}.mcap")
    check_kinds(run, kinds)
    check_counts(run, messages)
    check_stamps(run, messages)
    check_contents(messages)
    check_same(folder / f"{first}.mcap", folder / f"{second}.mcap")
    total = sum(map(len, messages.values()))
    print(f"{len(run['sensors'])} sensors, {len(messages)} topics, {total} messages")


main()
