"""ros2_package.py SOURCE ROBOT SERVE_JSON: compares the files of clients/ros2 for a robot with a running server."""

import json
import re
import select
import sys
import time
import types
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from unittest.mock import MagicMock

from ruamel.yaml import YAML

sys.path.insert(0, str(Path(__file__).parent))
from plain_rosbridge import Client

# Keys of parameters whose value is a frame, and the message of each topic by its last part.
FRAME_KEYS = re.compile(r"(_frame|_frame_id|Target Frame)$")
TYPES = {
    "scan": "sensor_msgs/msg/LaserScan",
    "odom": "nav_msgs/msg/Odometry",
    "imu": "sensor_msgs/msg/Imu",
    "points": "sensor_msgs/msg/PointCloud2",
    "image_raw": "sensor_msgs/msg/Image",
    "data": "sensor_msgs/msg/Imu",
    "robot_description": "std_msgs/msg/String",
    "cmd_vel": "geometry_msgs/msg/Twist",
}


def leaves(value, key=""):
    """The texts in nested lists and maps, each with its key."""
    if isinstance(value, dict):
        for name, child in value.items():
            yield from leaves(child, str(name))
    elif isinstance(value, list):
        for child in value:
            yield from leaves(child, key)
    elif isinstance(value, str):
        yield key, value


class Server:
    """Topics, frames and the description of a robot, as a client sees them."""

    def __init__(self, path, robot):
        addresses = json.loads(Path(path).read_text())["addresses"]
        web = next(entry["address"] for entry in addresses if entry["gateway"] == "web")
        port = int(re.search(r":(\d+)$", web).group(1))
        self.client = Client(port)
        found = self.client.call("/rosapi/topics")
        self.topics = dict(zip(found["topics"], found["types"]))
        self.frames = {"map"}
        self.description = ""
        self.robot = robot
        self.listen()

    def listen(self):
        """Until the description and three messages of each topic with frames have come."""
        counts = {"/tf": 0, "/tf_static": 2}
        for topic in [*counts, f"/{self.robot}/robot_description", *self.odometry()]:
            counts.setdefault(topic, 2)
            self.client.send(op="subscribe", topic=topic)
        end = time.monotonic() + 60
        while min(counts.values()) < 3:
            assert time.monotonic() < end, counts
            for message in self.client.messages():
                if message.get("op") == "publish":
                    counts[message["topic"]] += 1
                    self.note(message["msg"])
            if select.select([self.client.socket], [], [], 0.1)[0]:
                self.client.read()

    def odometry(self):
        return [t for t, kind in self.topics.items() if kind == "nav_msgs/msg/Odometry"]

    def note(self, message):
        if "data" in message:
            self.description = message["data"]
        for transform in message.get("transforms", [message] if "child_frame_id" in message else []):
            self.frames |= {transform["header"]["frame_id"], transform["child_frame_id"]}


def run_launch(package, robot):
    """Runs the robot's launch file with stand-ins; returns the arguments that it passes on."""
    for name in ("launch", "launch.actions", "launch.conditions", "launch.substitutions", "launch_ros",
                 "launch.launch_description_sources", "launch_ros.actions", "ament_index_python"):
        sys.modules[name] = MagicMock()
    packages = types.ModuleType("ament_index_python.packages")
    packages.get_package_share_directory = lambda name: str(package) if name == "surefoot_ros" else None
    sys.modules["ament_index_python.packages"] = packages
    started = []
    sys.modules["launch.actions"].ExecuteProcess = lambda **options: programs.append(options["cmd"])
    programs = []
    sys.modules["launch_ros.actions"].Node = lambda **options: started.append(options)
    include = sys.modules["launch.actions"].IncludeLaunchDescription
    results = {}
    for name in (f"{robot}.launch.py", "stack.launch.py"):
        path = package / "launch" / name
        scope = {"__name__": name}
        exec(compile(path.read_text(), str(path), "exec"), scope)
        scope["generate_launch_description"]()
        results[name] = scope
    arguments = dict(include.call_args.kwargs["launch_arguments"])
    assert set(arguments) == set(results["stack.launch.py"]["ARGUMENTS"]), set(arguments)
    assert len(programs) == 1 and programs[0][1] == "serve" and programs[0][3] == "--ros2", programs
    assert {node["package"] for node in started} >= {"slam_toolbox", "nav2_controller", "rviz2"}
    check_parameters(package, started)
    declared = {e.text for e in ElementTree.parse(package / "package.xml").iter("exec_depend")}
    missing = {node["package"] for node in started} - declared
    assert not missing, f"package.xml does not name {missing}"
    return arguments


def check_parameters(package, started):
    """Each section of a parameter file is of a node that is started, or of a costmap within one."""
    known = {node.get("name") for node in started} | {"local_costmap", "global_costmap"}
    for path in sorted((package / "config").iterdir()):
        sections = set(YAML(typ="safe").load(path.read_text()))
        assert sections and sections <= known, f"{path.name}: no nodes {sections - known}"


def check_messages(package, source):
    """The package of messages has all of Surefoot's own, and names the packages that they use."""
    schema = source / "surefoot" / "msgs" / "schema" / "surefoot_msgs"
    assert (package / "schema").resolve() == schema.resolve(), f"{package / 'schema'} is not {schema}"
    used = set()
    for path in schema.iterdir():
        assert path.suffix in (".msg", ".srv"), f"CMakeLists.txt takes no {path.suffix}"
        used |= set(re.findall(r"^(\w+)/\w+", path.read_text(), re.MULTILINE))
    declared = {e.text for e in ElementTree.parse(package / "package.xml").iter("depend")}
    assert declared == used, f"package.xml depends on {declared}, the messages on {used}"
    cmake = (package / "CMakeLists.txt").read_text()
    assert set(re.search(r"DEPENDENCIES ([\w ]+)\)", cmake).group(1).split()) == used, cmake
    assert set(re.findall(r"find_package\((\w+)", cmake)) >= used, cmake


def check_versions(folder, source):
    version = re.search(r"project\(surefoot VERSION ([\d.]+)", (source / "CMakeLists.txt").read_text()).group(1)
    for path in folder.glob("*/package.xml"):
        found = ElementTree.parse(path).findtext("version")
        assert found == version, f"{path}: {found} instead of {version}"


def check_file(path, server):
    """Every frame and every topic of the robot in a parameter file or a view."""
    count = 0
    for key, value in leaves(YAML(typ="safe").load(path.read_text())):
        if FRAME_KEYS.search(key):
            assert value in server.frames, f"{path.name}: {key}: no frame {value}; there are {sorted(server.frames)}"
            count += 1
        if value.startswith(f"/{server.robot}/"):
            check_topic(path.name, value, server)
            count += 1
    return count


def check_topic(where, topic, server):
    assert topic in server.topics, f"{where}: no topic {topic}; there are {sorted(server.topics)}"
    expected = TYPES[topic.split("/")[-1]]
    assert server.topics[topic] == expected, f"{where}: {topic} is {server.topics[topic]}"


def check_description(path, server):
    """RViz finds the frame of each link by its prefix."""
    displays = YAML(typ="safe").load(path.read_text())["Visualization Manager"]["Displays"]
    prefix = next(d["TF Prefix"] for d in displays if d["Name"] == "RobotModel")
    links = [link.get("name") for link in ElementTree.fromstring(server.description).iter("link")]
    assert len(links) > 4, links
    missing = [link for link in links if f"{prefix}/{link}" not in server.frames]
    assert not missing, f"no frames of {missing}"


def main():
    source, robot = Path(sys.argv[1]), sys.argv[2]
    clients = source / "clients" / "ros2"
    package = clients / "surefoot_ros"
    check_messages(clients / "surefoot_msgs", source)
    check_versions(clients, source)
    server = Server(sys.argv[3], robot)
    arguments = run_launch(package, robot)
    files = [Path(value) for value in arguments.values() if isinstance(value, str) and value.startswith(str(package))]
    assert len(files) >= 3, files
    counts = {path.name: check_file(path, server) for path in files}
    assert min(counts.values()) >= 3, counts
    check_topic("launch", arguments["cmd_vel"], server)
    check_description(next(path for path in files if path.suffix == ".rviz"), server)
    print(robot, counts)


main()
