"""worlds.py MODELS FOLDER: writes worlds for the tests of ROS 2 clients.

huskies.sdf: five Huskies with IMUs at 1 kHz and odometry at 100 Hz. many.sdf: twelve. large.sdf: a mast with a camera whose
pictures have 0.92 MB, at 30 Hz, and a scanner of 300,000 points, at 10 Hz.
"""

import sys
from pathlib import Path

WORLD = """<?xml version="1.0"?>
<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
  <world name="{name}">
    <physics name="1ms" type="ode"><max_step_size>0.001</max_step_size></physics>
    <gravity>0 0 -9.81</gravity>
    <model name="floor">
      <static>true</static>
      <link name="link">
        <collision name="plane"><geometry><plane><normal>0 0 1</normal><size>60 60</size></plane></geometry></collision>
        <visual name="plane"><geometry><plane><normal>0 0 1</normal><size>60 60</size></plane></geometry></visual>
        <collision name="wall"><pose>5 0 1 0 0 0</pose><geometry><box><size>0.2 20 2</size></box></geometry></collision>
        <visual name="wall"><pose>5 0 1 0 0 0</pose><geometry><box><size>0.2 20 2</size></box></geometry></visual>
      </link>
    </model>
{models}
  </world>
</sdf>
"""
MAST = """<model name="mast">
      <static>true</static>
      <pose>0 0 1 0 0 0</pose>
      <link name="head">
        <sensor name="camera" type="camera">
          <update_rate>30</update_rate>
          <topic>camera</topic>
          <camera>
            <horizontal_fov>1.3</horizontal_fov>
            <image><width>640</width><height>480</height><format>R8G8B8</format></image>
            <clip><near>0.05</near><far>60</far></clip>
          </camera>
        </sensor>
        <sensor name="scanner" type="lidar">
          <update_rate>10</update_rate>
          <topic>points</topic>
          <lidar>
            <scan>
              <horizontal><samples>3000</samples><min_angle>-3.1</min_angle><max_angle>3.1</max_angle></horizontal>
              <vertical><samples>100</samples><min_angle>-0.5</min_angle><max_angle>0.2</max_angle></vertical>
            </scan>
            <range><min>0.1</min><max>50</max></range>
          </lidar>
        </sensor>
      </link>
    </model>"""


def huskies(count, uri):
    place = '<include><uri>{}</uri><name>husky_{}</name><pose>{} {} 0.1323 0 0 0</pose></include>'
    return "\n".join(place.format(uri, i + 1, -3 * (i // 4), 3 * (i % 4)) for i in range(count))


def replaced(text, old, new):
    assert text.count(old) == 1, f"{text.count(old)} of {old}"
    return text.replace(old, new)


def main():
    models, out = Path(sys.argv[1]), Path(sys.argv[2])
    fast = (models / "husky" / "model.sdf").read_text()
    fast = replaced(fast, "<update_rate>100</update_rate>", "<update_rate>1000</update_rate>")
    fast = replaced(fast, "<publish_rate>50</publish_rate>", "<publish_rate>100</publish_rate>")
    (out / "fast.sdf").write_text(fast)
    worlds = {
        "huskies": huskies(5, "fast.sdf"),
        "many": huskies(12, "model://husky"),
        "large": MAST,
    }
    for name, text in worlds.items():
        (out / f"{name}.sdf").write_text(WORLD.format(name=name, models=text))


main()
