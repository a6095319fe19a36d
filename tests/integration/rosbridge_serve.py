"""roslibpy drives the Husky of `surefoot serve`: rosbridge_serve.py PROGRAM."""

import logging
import math
import re
import subprocess
import sys
import threading
import urllib.request

import roslibpy

# The second client receives a refusal; roslibpy logs that it has no handler for it.
logging.getLogger("roslibpy").setLevel(logging.CRITICAL)
ports = ["--port", "0", "--without", "usarsim"]
server = subprocess.Popen([sys.argv[1], "serve", "husky_lab", *ports], stdout=subprocess.PIPE, text=True)


def connect(address):
    ros = roslibpy.Ros(address.replace("http", "ws"))
    ros.run()
    return ros


def main():
    address = None
    for line in server.stdout:
        if found := re.search(r"http://[0-9.]+:[0-9]+", line):
            address = found.group(0)
            break
    driver, other = connect(address), connect(address)
    assert driver.get_topic_type("/husky/cmd_vel") == "geometry_msgs/msg/Twist"
    imus, far = [], threading.Event()
    roslibpy.Topic(driver, "/husky/imu/data", "sensor_msgs/Imu").subscribe(imus.append)
    odom = roslibpy.Topic(driver, "/husky/husky_velocity_controller/odom", "nav_msgs/Odometry")
    path = []

    def note(message):
        place = message["pose"]["pose"]["position"]
        path.append((place["x"], place["y"]))
        if math.dist(path[0], path[-1]) > 0.3:
            far.set()

    odom.subscribe(note)
    stamped = roslibpy.Topic(driver, "/husky/cmd_vel", "geometry_msgs/TwistStamped")
    rival = roslibpy.Topic(other, "/husky/cmd_vel", "geometry_msgs/Twist")
    for _ in range(300):
        stamped.publish({"twist": {"linear": {"x": 0.5}}})
        if far.wait(0.1):
            break
        # The first client has control: this must not drive the robot back.
        rival.publish({"linear": {"x": -1.0}})
    assert far.is_set(), "it did not drive 0.3 m"
    steps = [round((m["header"]["stamp"]["sec"] + m["header"]["stamp"]["nanosec"] * 1e-9) * 100) for m in imus]
    assert len(steps) > 20 and steps == list(range(steps[0], steps[0] + len(steps))), steps
    metrics = urllib.request.urlopen(address + "/metrics").read().decode()
    assert re.search(r'surefoot_web_refused_total\{reason="by the simulator"\} [1-9]', metrics), metrics
    driver.terminate()
    print("roslibpy on surefoot serve: good")


try:
    main()
finally:
    server.terminate()
    server.wait()
