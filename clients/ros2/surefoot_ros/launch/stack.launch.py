"""What the launch files of robots have in common: the simulator, RViz, an EKF, slam_toolbox and Nav2.

Surefoot publishes all robots in one tf tree with the robot's name in front of each frame ("husky/base_link"), and
each robot's topics in its namespace ("/husky/scan"). So the nodes run without a namespace, and the parameter files
contain full names. All of them use simulated time.
"""

import os

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess, SetEnvironmentVariable
from launch.conditions import IfCondition
from launch.substitutions import LaunchConfiguration, PythonExpression
from launch_ros.actions import Node

ARGUMENTS = {
    "world": "World or model that Surefoot loads",
    "surefoot": "Path of Surefoot's program",
    "ros2": "DDS implementation of the gateway: fastdds or cyclone; on: as RMW_IMPLEMENTATION says",
    "simulator": "Start surefoot serve",
    "discovery": "Where nodes are found: LOCALHOST or SUBNET",
    "rviz": "Start RViz",
    "ekf": "Start robot_localization, for robots whose drive does not publish odom -> base_link",
    "slam": "Start slam_toolbox, which publishes map -> odom and /map",
    "map": "YAML file of a map, such as surefoot map writes: AMCL localizes in it, and slam_toolbox is not started",
    "nav": "Start Nav2",
    "cmd_vel": "Topic of the robot's commands",
    "ekf_params": "Parameter file of robot_localization",
    "slam_params": "Parameter file of slam_toolbox",
    "nav_params": "Parameter file of Nav2",
    "rviz_config": "View of RViz",
}

SIM_TIME = {"use_sim_time": True}

# Humble and Iron load these plugins by other names than the parameter files have.
OLD_NAMES = {
    "planner_server": {"GridBased.plugin": "nav2_navfn_planner/NavfnPlanner"},
    "behavior_server": {
        "spin.plugin": "nav2_behaviors/Spin",
        "backup.plugin": "nav2_behaviors/BackUp",
        "wait.plugin": "nav2_behaviors/Wait",
    },
}


def is_old():
    return os.environ.get("ROS_DISTRO") in ("humble", "iron")


def old_names(node):
    return [OLD_NAMES[node]] if is_old() and node in OLD_NAMES else []


def on(name):
    return IfCondition(LaunchConfiguration(name))


def with_map():
    return IfCondition(PythonExpression(["'", LaunchConfiguration("map"), "' != ''"]))


def slam_on():
    return IfCondition(
        PythonExpression(
            ["'", LaunchConfiguration("slam"), "' == 'true' and '", LaunchConfiguration("map"), "' == ''"]
        )
    )


# rmw_cyclonedds takes the interface of the network even if only nodes of this computer are wanted.
LOOPBACK = """<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo"/></Interfaces></General></Domain></CycloneDDS>"""


def discovery():
    """Surefoot listens on this computer only, where nodes look for others only if told so."""
    is_local = ["'", LaunchConfiguration("discovery"), "' == 'LOCALHOST'"]
    actions = []
    if os.environ.get("RMW_IMPLEMENTATION", "").startswith("rmw_cyclonedds") and "CYCLONEDDS_URI" not in os.environ:
        condition = IfCondition(PythonExpression(is_local))
        actions.append(SetEnvironmentVariable("CYCLONEDDS_URI", LOOPBACK, condition=condition))
    if os.environ.get("ROS_DISTRO") == "humble":
        local = PythonExpression(["'1' if ", *is_local, " else '0'"])
        return [*actions, SetEnvironmentVariable("ROS_LOCALHOST_ONLY", local)]
    return [*actions, SetEnvironmentVariable("ROS_AUTOMATIC_DISCOVERY_RANGE", LaunchConfiguration("discovery"))]


def manager(name, nodes, condition, bond_timeout=4.0):
    """`bond_timeout`: 0 for nodes that do not report to the manager."""
    return Node(
        package="nav2_lifecycle_manager",
        executable="lifecycle_manager",
        name=name,
        parameters=[SIM_TIME, {"autostart": True, "node_names": nodes, "bond_timeout": bond_timeout}],
        condition=condition,
    )


def simulator():
    # What it prints goes to the screen; it ends with the launch.
    return ExecuteProcess(
        cmd=[
            LaunchConfiguration("surefoot"),
            "serve",
            LaunchConfiguration("world"),
            "--ros2",
            LaunchConfiguration("ros2"),
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
            condition=slam_on(),
        ),
        Node(
            package="nav2_map_server",
            executable="map_server",
            name="map_server",
            parameters=[SIM_TIME, {"yaml_filename": LaunchConfiguration("map")}],
            condition=with_map(),
        ),
        Node(
            package="nav2_amcl",
            executable="amcl",
            name="amcl",
            parameters=[LaunchConfiguration("nav_params"), SIM_TIME],
            condition=with_map(),
        ),
        manager("lifecycle_manager_localization", ["map_server", "amcl"], with_map()),
    ]
    # slam_toolbox is a lifecycle node since Jazzy.
    if not is_old():
        nodes.append(manager("lifecycle_manager_slam", ["slam_toolbox"], slam_on(), 0.0))
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
            parameters=[LaunchConfiguration("nav_params"), SIM_TIME, *old_names(name)],
            remappings=remappings,
            output="screen",
            condition=on("nav"),
        )
        for package, name, remappings in nodes
    ]
    names = [name for _, name, _ in nodes]
    return [*started, manager("lifecycle_manager_navigation", names, on("nav"))]


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
    started = [simulator(), *localization(), *navigation(), rviz()]
    return LaunchDescription([*declared, *discovery(), *started])
