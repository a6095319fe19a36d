#!/usr/bin/env python3
"""Drives a Husky for two seconds and reads its IMU, with roslibpy (pip install roslibpy).

Start the server first: surefoot serve husky_lab
Usage: drive.py [HOST [PORT]]
"""

import sys
import time

import roslibpy

host = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8080

ros = roslibpy.Ros(host=host, port=port)
ros.run(timeout=10)

turn_rates = []
imu = roslibpy.Topic(ros, "/husky/imu/data", "sensor_msgs/Imu")
imu.subscribe(lambda message: turn_rates.append(message["angular_velocity"]["z"]))

drive = roslibpy.Topic(ros, "/husky/cmd_vel", "geometry_msgs/Twist")
for _ in range(20):
    drive.publish({"linear": {"x": 0.3}, "angular": {"z": 0.5}})
    time.sleep(0.1)
drive.publish({})

ros.terminate()
print(f"{len(turn_rates)} IMU messages, largest turn rate {max(turn_rates, default=0):.2f} rad/s")
