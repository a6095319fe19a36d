"""repeats.py watch|command: steps the simulation of worlds/flat.sdf by the service of simulation_interfaces.

watch: reads topics of all kinds during 2000 steps. command: commands the robot before each of 200 steps.
"""

import sys

from node import TYPES, Node, stamp, until
from service import Service, default


def watch(node, step):
    readers = [
        node.reader(name, type_name)
        for name, type_name in [
            ("/tf", "tf2_msgs/msg/TFMessage"),
            ("/clock", "rosgraph_msgs/msg/Clock"),
            ("/gazebo/link_states", "gazebo_msgs/msg/LinkStates"),
            ("/husky/joint_states", "sensor_msgs/msg/JointState"),
            ("/husky/imu/data", "sensor_msgs/msg/Imu"),
        ]
    ]
    until(lambda: all(reader.matched() for reader in readers))
    for _ in range(20):
        step(100)
    imu = readers[-1]
    last = 0
    while last < 1_990_000_000:
        assert imu.wait(30), "the last measurement did not come"
        last = max(map(stamp, imu.take_bytes()), default=last)


def command(node, step):
    speed = Service(node, "/gazebo/get_link_state", "gazebo_msgs/srv/GetLinkState")
    commands = node.writer("/husky/cmd_vel", "geometry_msgs/msg/Twist")
    until(lambda: len(commands.get_matched_subscriptions()) > 0)
    twist = default(TYPES["geometry_msgs/msg/Twist"])

    def wheel():
        answer = speed(link_name="husky::front_left_wheel_link", reference_frame="husky::base_link")
        assert answer.success, answer.status_message
        return answer.link_state.twist.angular.y

    step(98)
    before = wheel()
    step(1)
    last = wheel()
    twist.linear.x = -0.8
    commands.write(twist)
    step(1)
    moved = wheel()
    change, usual = abs(moved - last), abs(last - before)
    assert change > 10 * usual + 1e-3, f"the wheel's speed changes by {change} rad/s in the step, {usual} in the one before"
    print(f"the wheel's speed changes by {change} rad/s in the step after the command")
    for i in range(100):
        twist.linear.x = 0.01 * i
        commands.write(twist)
        step(1)


def main():
    node = Node()
    service = Service(node, "/step_simulation", "simulation_interfaces/srv/StepSimulation")

    def step(count):
        answer = service(steps=count)
        assert answer.result.result == 1, answer.result.error_message

    {"watch": watch, "command": command}[sys.argv[1]](node, step)


main()
