"""What the launch files of robots have in common: the simulator, RViz, an EKF, slam_toolbox and Nav2.

Surefoot publishes all robots in one tf tree with the robot's name in front of each frame ("husky/base_link"), and
each robot's topics in its namespace ("/husky/scan"). So the nodes run without a namespace, and the parameter files
contain full names. All of them use simulated time.
"""

import os

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

ARGUMENTS = {
    "world": "World or model that Surefoot loads",
    "surefoot": "Path of Surefoot's program",
    "dds": "DDS implementation of the gateway: fastdds or cyclone, as the other nodes use",
    "simulator": "Start surefoot serve",
    "rviz": "Start RViz",
    "ekf": "Start robot_localization, for robots whose drive does not publish odom -> base_link",
    "slam": "Start slam_toolbox, which publishes map -> odom and /map",
    "nav": "Start Nav2",
    "cmd_vel": "Topic of the robot's commands",
    "ekf_params": "Parameter file of robot_localization",
    "slam_params": "Parameter file of slam_toolbox",
    "nav_params": "Parameter file of Nav2",
    "rviz_config": "View of RViz",
}

SIM_TIME = {"use_sim_time": True}


def on(name):
    return IfCondition(LaunchConfiguration(name))


def simulator():
    # What it prints goes to the screen; it ends with the launch.
    return ExecuteProcess(
        cmd=[
            LaunchConfiguration("surefoot"),
            "serve",
            LaunchConfiguration("world"),
            "--ros2",
            LaunchConfiguration("dds"),
        ],
        output="screen",
        condition=on("simulator"),
    )


def localization():
    nodes = [
        Node(
            package="robot_localization",
            executable="ekf_node",
            name="ekf_filter_node",
            parameters=[LaunchConfiguration("ekf_params"), SIM_TIME],
            condition=on("ekf"),
        ),
        Node(
            package="slam_toolbox",
            executable="async_slam_toolbox_node",
            name="slam_toolbox",
            parameters=[LaunchConfiguration("slam_params"), SIM_TIME],
            condition=on("slam"),
        ),
    ]
    # slam_toolbox is a lifecycle node since Jazzy.
    if os.environ.get("ROS_DISTRO") not in ("humble", "iron"):
        manager = {"autostart": True, "node_names": ["slam_toolbox"], "bond_timeout": 0.0}
        nodes.append(
            Node(
                package="nav2_lifecycle_manager",
                executable="lifecycle_manager",
                name="lifecycle_manager_slam",
                parameters=[SIM_TIME, manager],
                condition=on("slam"),
            )
        )
    return nodes


def navigation():
    """Nav2: controller and behaviors -> cmd_vel_nav -> velocity_smoother -> the robot."""
    raw = [("cmd_vel", "cmd_vel_nav")]
    smoothed = [("cmd_vel", "cmd_vel_nav"), ("cmd_vel_smoothed", LaunchConfiguration("cmd_vel"))]
    nodes = [
        ("nav2_controller", "controller_server", raw),
        ("nav2_planner", "planner_server", []),
        ("nav2_behaviors", "behavior_server", raw),
        ("nav2_bt_navigator", "bt_navigator", []),
        ("nav2_velocity_smoother", "velocity_smoother", smoothed),
    ]
    started = [
        Node(
            package=package,
            executable=name,
            name=name,
            parameters=[LaunchConfiguration("nav_params"), SIM_TIME],
            remappings=remappings,
            output="screen",
            condition=on("nav"),
        )
        for package, name, remappings in nodes
    ]
    names = [name for _, name, _ in nodes]
    manager = Node(
        package="nav2_lifecycle_manager",
        executable="lifecycle_manager",
        name="lifecycle_manager_navigation",
        parameters=[SIM_TIME, {"autostart": True, "node_names": names}],
        condition=on("nav"),
    )
    return [*started, manager]


def rviz():
    return Node(
        package="rviz2",
        executable="rviz2",
        arguments=["-d", LaunchConfiguration("rviz_config")],
        parameters=[SIM_TIME],
        condition=on("rviz"),
    )


def generate_launch_description():
    declared = [DeclareLaunchArgument(name, description=text) for name, text in ARGUMENTS.items()]
    return LaunchDescription([*declared, simulator(), *localization(), *navigation(), rviz()])
