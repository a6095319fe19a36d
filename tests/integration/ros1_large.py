"""Large messages to rospy: ros1_large.py write FILE; ros1_large.py read

write: a world with an image of 1 MB at 30 Hz and a cloud of 300,000 points at 10 Hz, in a closed room, which every ray hits.
read: a node that steps the simulator by a tenth of a second and waits for the three images and the cloud of each. Nothing is
measured in wall time, so it does not matter how fast the machine is.
"""

import sys
import threading

WIDTH, HEIGHT = 728, 480
COLUMNS, RINGS = 3000, 100
ROUNDS = 10
WAIT = 120
# Position and size of floor, ceiling and walls (m).
ROOM = ["0 0 -0.5 12 12 1", "0 0 3.5 12 12 1", "5.5 0 1.5 1 12 3", "-5.5 0 1.5 1 12 3", "0 5.5 1.5 12 1 3", "0 -5.5 1.5 12 1 3"]


def write(path):
    parts = ""
    for i, numbers in enumerate(ROOM):
        x, y, z, *size = numbers.split()
        shape = f"<geometry><box><size>{' '.join(size)}</size></box></geometry>"
        parts += (f'<link name="w{i}"><pose>{x} {y} {z} 0 0 0</pose><collision name="c">{shape}</collision>'
                  f'<visual name="v">{shape}</visual></link>')
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"""<sdf version="1.9"><world name="room"><physics type="ode"><max_step_size>0.001</max_step_size></physics>
<light name="sun" type="directional"><diffuse>0.8 0.8 0.8 1</diffuse><direction>-0.5 0.2 -0.9</direction></light>
<model name="room"><static>true</static>{parts}</model>
<model name="dog"><pose>0 0 0.3 0 0 0</pose><link name="l">
<collision name="c"><geometry><box><size>0.4 0.4 0.6</size></box></geometry></collision>
<sensor name="camera" type="camera"><pose>0.3 0 0.4 0 0 0</pose><update_rate>30</update_rate>
<camera><image><width>{WIDTH}</width><height>{HEIGHT}</height></image></camera></sensor>
<sensor name="laser" type="gpu_lidar"><pose>0 0 0.7 0 0 0</pose><update_rate>10</update_rate>
<lidar><scan><horizontal><samples>{COLUMNS}</samples><min_angle>-3.1405</min_angle><max_angle>3.1405</max_angle></horizontal>
<vertical><samples>{RINGS}</samples><min_angle>-0.1</min_angle><max_angle>0.3</max_angle></vertical></scan>
<range><min>0.1</min><max>50</max></range></lidar></sensor></link></model></world></sdf>
""")


class Taker:
    """Takes the messages of a topic; wait() returns when there are so many."""

    def __init__(self, topic, kind):
        import rospy

        self.changed, self.messages = threading.Condition(), []
        # rospy reads slowly with a small buffer.
        self.subscriber = rospy.Subscriber(topic, kind, self.take, buff_size=1 << 24)

    def take(self, message):
        with self.changed:
            self.messages.append(message)
            self.changed.notify()

    def wait(self, count):
        with self.changed:
            got = self.changed.wait_for(lambda: len(self.messages) >= count, WAIT)
        assert got, f"{len(self.messages)} messages of {count} on {self.subscriber.name}"


def connect(takers):
    """Until the simulator serves the subscribers: it knows their connections."""
    import rospy

    for _ in range(10000):
        if all(taker.subscriber.get_num_connections() > 0 for taker in takers):
            return
        rospy.rostime.wallsleep(0.01)
    raise AssertionError("no connection")


def check(takers):
    import rospy

    images, clouds = (taker.messages for taker in takers)
    for image in images:
        assert (image.width, image.height, image.encoding) == (WIDTH, HEIGHT, "rgb8"), image.encoding
        assert len(image.data) == 3 * WIDTH * HEIGHT
        assert max(image.data[: 3 * WIDTH]) > 0, "a black picture"
    for cloud in clouds:
        assert cloud.width * cloud.height == COLUMNS * RINGS, (cloud.width, cloud.height)
        assert len(cloud.data) == cloud.row_step * cloud.height
    for messages, rate in ((images, 30), (clouds, 10)):
        numbers = [message.header.seq for message in messages]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), f"lost messages: {numbers}"
        stamps = [message.header.stamp for message in messages]
        gaps = [(b - a).to_sec() for a, b in zip(stamps, stamps[1:])]
        assert all(abs(gap - 1 / rate) < 0.0011 for gap in gaps), gaps
    rospy.loginfo("done")
    size = sum(len(m.data) for m in images + clouds) / 1e6
    print(f"{len(images)} images and {len(clouds)} clouds, {size:.0f} MB, none lost")


def read():
    import rospy
    from sensor_msgs.msg import Image, PointCloud2
    from simulation_interfaces.srv import StepSimulation

    rospy.init_node("large", anonymous=True)
    takers = [Taker("/dog/camera/image_raw", Image), Taker("/dog/points", PointCloud2)]
    connect(takers)
    rospy.wait_for_service("/step_simulation", WAIT)
    step = rospy.ServiceProxy("/step_simulation", StepSimulation)
    counts = [0, 0]
    for _ in range(ROUNDS):
        assert step(100).result.result == 1
        counts = [counts[0] + 3, counts[1] + 1]
        for taker, count in zip(takers, counts):
            taker.wait(count)
    check(takers)


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    read()
