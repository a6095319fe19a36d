"""Makes Python packages for rospy, with ROS's own generators: ros1_messages.py SCHEMA_FOLDER OUTPUT_FOLDER

gazebo_msgs and simulation_interfaces are not in Debian. Their definitions are Surefoot's; that the sums of
gazebo_msgs are those of ROS is checked by surefoot/msgs/test/ros1_test.cc.
"""

import re
import subprocess
import sys
from pathlib import Path

import genmsg
import genpy.generator
from genpy.generate_initpy import write_modules

SCHEMA, OUT = Path(sys.argv[1]), Path(sys.argv[2])
GAZEBO = ["LinkState", "LinkStates", "ModelState", "ModelStates"]
# "uint64 steps 1": a default value, which ROS 1 does not have.
DEFAULT = re.compile(r"^([\w/\[\]<>=]+[ \t]+\w+)[ \t]+[^#=\s][^#=\n]*$", re.MULTILINE)
SIMULATION = ["EntityState", "Result"]
SIMULATION_SERVICES = ["GetEntityState", "StepSimulation"]


def generate(package, messages, services):
    work = OUT / "definitions" / package
    search = {
        name: [f"/usr/share/{name}/msg"] for name in ("std_msgs", "geometry_msgs", "actionlib_msgs")
    }
    search[package] = [str(work)]
    for kind, ext, files in (("msg", "msg", messages), ("srv", "srv", services)):
        folder = OUT / package / kind
        folder.mkdir(parents=True, exist_ok=True)
        generator = {"msg": genpy.generator.MsgGenerator, "srv": genpy.generator.SrvGenerator}[kind]()
        paths = [str(work / f"{name}.{ext}") for name in files]
        if generator.generate_messages(package, paths, str(folder), search) != 0:
            sys.exit(f"{package}: the generator failed")
        write_modules(str(folder))
    (OUT / package / "__init__.py").touch()


def copy(package, names):
    work = OUT / "definitions" / package
    work.mkdir(parents=True, exist_ok=True)
    for name in names:
        (work / name).write_text(DEFAULT.sub(r"\1", (SCHEMA / package / name).read_text()))
    return work


def main():
    services = sorted(path.stem for path in (SCHEMA / "gazebo_msgs").glob("*.srv"))
    copy("gazebo_msgs", [f"{m}.msg" for m in GAZEBO] + [f"{s}.srv" for s in services])
    generate("gazebo_msgs", GAZEBO, services)

    work = copy(
        "simulation_interfaces",
        [f"{m}.msg" for m in SIMULATION] + [f"{s}.srv" for s in SIMULATION_SERVICES] + ["SimulateSteps.action"],
    )
    subprocess.run(
        ["/usr/lib/actionlib_msgs/genaction.py", str(work / "SimulateSteps.action"), "-o", str(work)], check=True
    )
    actions = sorted(path.stem for path in work.glob("SimulateSteps*.msg"))
    generate("simulation_interfaces", SIMULATION + actions, SIMULATION_SERVICES)


main()
