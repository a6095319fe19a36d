"""loss.py: topics of the simulator with worlds/flat.sdf over a cable that loses packets."""

from node import SECOND, stamp
from topics import Robot


def main():
    robot = Robot()
    robot.check_latched()
    robot.turns(0.5)
    imu = robot.node.reader("/husky/imu/data", "sensor_msgs/msg/Imu")
    stamps = []
    while not stamps or stamps[-1] - stamps[0] < 5 * SECOND:
        assert imu.wait(60), f"nothing after {len(stamps)} messages"
        stamps += [stamp(data) for data in imu.take_bytes()]
    assert stamps == sorted(set(stamps)), "not in order"
    sent = round((stamps[-1] - stamps[0]) / (SECOND / 100)) + 1
    print(f"IMU: {sent - len(stamps)} of {sent} messages lost")
    # Lost packets are sent again; only what is older than the publisher's history is lost.
    assert len(stamps) > 0.99 * sent
    robot.turns(-0.5)
    print("all topics")


main()
