"""topics.py [NAMESPACE]: topics of the simulator in both directions, with worlds/flat.sdf. NAMESPACE: "/sim1"."""

import sys

from node import TYPES, Node, until

Twist = TYPES["geometry_msgs/msg/Twist"]
Vector3 = TYPES["geometry_msgs/msg/Vector3"]


def twist(x, z):
    return Twist(Vector3(x, 0.0, 0.0), Vector3(0.0, 0.0, z))


class Robot:
    def __init__(self, namespace=""):
        self.node = Node()
        self.name = f"{namespace}/husky"
        self.odometry = self.node.reader(f"{self.name}/husky_velocity_controller/odom", "nav_msgs/msg/Odometry")
        self.command = self.node.writer(f"{self.name}/cmd_vel", "geometry_msgs/msg/Twist")

    def check_measurements(self):
        imu = self.node.reader(f"{self.name}/imu/data", "sensor_msgs/msg/Imu", reliable=False)
        for message in imu.messages(20):
            assert message.header.frame_id.endswith("imu_link"), message.header.frame_id
            assert abs(message.linear_acceleration.z - 9.8) < 5, message.linear_acceleration
        states = self.node.reader(f"{self.name}/joint_states", "sensor_msgs/msg/JointState")
        assert "front_left_wheel" in states.messages(1)[0].name

    def check_clock(self):
        clock = self.node.reader("/clock", "rosgraph_msgs/msg/Clock", reliable=False, depth=1)
        times = [(m.clock.sec, m.clock.nanosec) for m in clock.messages(20)]
        assert times == sorted(times) and times[0] < times[-1], times

    def turns(self, rate, seconds=60):
        """Commands it until its odometry has that yaw rate."""

        def done():
            self.command.write(twist(0.0, rate))
            self.odometry.wait(0.05)
            return any(abs(m.twist.twist.angular.z - rate) < 0.1 for m in self.odometry.take())

        until(done, seconds)

    def check_latched(self):
        """Readers that join late receive what was published once."""
        description = self.node.reader(f"{self.name}/robot_description", "std_msgs/msg/String", latched=True, depth=1)
        text = description.messages(1)[0].data
        assert text.startswith("<?xml") and "front_left_wheel" in text, text[:200]
        static = self.node.reader("/tf_static", "tf2_msgs/msg/TFMessage", latched=True, depth=100)
        frames = {t.child_frame_id for t in static.messages(1)[0].transforms}
        assert any(frame.endswith("imu_link") for frame in frames), frames

    def check_qos(self):
        """A reader that requests more than is offered gets nothing, and others are not concerned."""
        name, kind = f"{self.name}/imu/data", "sensor_msgs/msg/Imu"
        latched = self.node.reader(name, kind, latched=True, depth=1)
        reliable = self.node.reader(name, kind)
        effort = self.node.reader(name, kind, reliable=False, depth=5)
        reliable.messages(5)
        effort.messages(5)
        assert latched.matched() == 0 and not latched.take_bytes()
        # Commands are taken from either kind of publisher, as ROS's drivers do.
        self.command = self.node.writer(f"{self.name}/cmd_vel", "geometry_msgs/msg/Twist", reliable=False, depth=1)
        self.turns(-0.5)


def main():
    robot = Robot(*sys.argv[1:2])
    robot.check_measurements()
    if len(sys.argv) == 1:  # Two simulators have two clocks on one topic.
        robot.check_clock()
    robot.check_latched()
    robot.turns(0.5)
    robot.check_qos()
    print("all topics")


if __name__ == "__main__":
    main()
