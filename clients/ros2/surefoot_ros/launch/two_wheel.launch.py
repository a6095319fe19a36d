"""Surefoot's two-wheel robot, of the class of the TurtleBot3 Burger, with RViz, mapping and navigation.

    ros2 launch surefoot_ros two_wheel.launch.py

Its drive publishes odom -> base_footprint itself, so there is no EKF.
"""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration

DEFAULTS = {
    "world": "two_wheel",
    "surefoot": "surefoot",
    "ros2": "on",
    "simulator": "true",
    "discovery": "LOCALHOST",
    "rviz": "true",
    "slam": "true",
    "map": "",
    "nav": "true",
}


def generate_launch_description():
    share = Path(get_package_share_directory("surefoot_ros"))
    arguments = {name: LaunchConfiguration(name) for name in DEFAULTS}
    arguments.update(
        {
            "cmd_vel": "/two_wheel/cmd_vel",
            "ekf": "false",
            "ekf_params": "",
            "slam_params": str(share / "config" / "two_wheel_slam_toolbox.yaml"),
            "nav_params": str(share / "config" / "two_wheel_nav2.yaml"),
            "rviz_config": str(share / "rviz" / "two_wheel.rviz"),
        }
    )
    stack = PythonLaunchDescriptionSource(str(share / "launch" / "stack.launch.py"))
    return LaunchDescription(
        [DeclareLaunchArgument(name, default_value=value) for name, value in DEFAULTS.items()]
        + [IncludeLaunchDescription(stack, launch_arguments=arguments.items())]
    )
