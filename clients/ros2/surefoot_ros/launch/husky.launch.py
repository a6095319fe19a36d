"""Surefoot's Husky with RViz, an EKF, mapping and navigation.

    ros2 launch surefoot_ros husky.launch.py
    ros2 launch surefoot_ros husky.launch.py simulator:=false       # surefoot serve runs already, perhaps elsewhere
    ros2 launch surefoot_ros husky.launch.py slam:=false nav:=false # only RViz and the EKF
    ros2 launch surefoot_ros husky.launch.py map:=$PWD/lab.yaml     # in a map of surefoot map

As on the real Husky, odom -> base_link comes from an EKF (robot_localization), which fuses wheel odometry and IMU.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration

DEFAULTS = {
    "world": "lab_floor",
    "surefoot": "surefoot",
    "ros2": "on",
    "simulator": "true",
    "discovery": "LOCALHOST",
    "rviz": "true",
    "slam": "true",
    "map": "",
    "nav": "true",
    "ekf": "true",
}


def generate_launch_description():
    share = Path(get_package_share_directory("surefoot_ros"))
    arguments = {name: LaunchConfiguration(name) for name in DEFAULTS}
    arguments.update(
        {
            "cmd_vel": "/husky/cmd_vel",
            "ekf_params": str(share / "config" / "ekf.yaml"),
            "slam_params": str(share / "config" / "slam_toolbox.yaml"),
            "nav_params": str(share / "config" / "nav2.yaml"),
            "rviz_config": str(share / "rviz" / "husky.rviz"),
        }
    )
    stack = PythonLaunchDescriptionSource(str(share / "launch" / "stack.launch.py"))
    return LaunchDescription(
        [DeclareLaunchArgument(name, default_value=value) for name, value in DEFAULTS.items()]
        + [IncludeLaunchDescription(stack, launch_arguments=arguments.items())]
    )
