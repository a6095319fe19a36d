"""roslibpy as a client of ros2_control: ros2_control.py ADDRESS arm|husky."""

import logging
import sys
import threading

import roslibpy

# roslibpy logs that it has no handler for what the server reports.
logging.getLogger("roslibpy").setLevel(logging.CRITICAL)
STRICT, BEST_EFFORT = 2, 1
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
JOINTS = ["shoulder", "elbow", "wrist"]


class Robot:
    def __init__(self, address, name):
        self.ros = roslibpy.Ros(address.replace("http", "ws"))
        self.ros.run()
        self.name = name

    def manage(self, service, kind, **request):
        found = roslibpy.Service(
            self.ros, f"/{self.name}/controller_manager/{service}", f"controller_manager_msgs/srv/{kind}"
        )
        return found.call(roslibpy.ServiceRequest(request), timeout=60)

    def states(self):
        return {c["name"]: c["state"] for c in self.manage("list_controllers", "ListControllers")["controller"]}

    def load(self, name):
        return self.manage("load_controller", "LoadController", name=name)["ok"]

    def configure(self, name):
        return self.manage("configure_controller", "ConfigureController", name=name)["ok"]

    def unload(self, name):
        return self.manage("unload_controller", "UnloadController", name=name)["ok"]

    def switch(self, activate=(), deactivate=(), strictness=STRICT):
        return self.manage(
            "switch_controller",
            "SwitchController",
            activate_controllers=list(activate),
            deactivate_controllers=list(deactivate),
            strictness=strictness,
            activate_asap=True,
            timeout={"sec": 5, "nanosec": 0},
        )

    def spawn(self, name):
        """As `ros2 run controller_manager spawner NAME`."""
        if name not in self.states():
            assert self.load(name), name
        assert self.configure(name), name
        answer = self.switch([name])
        assert answer["ok"], answer

    def follow(self, positions, seconds, names=None, cancel=False, **goal):
        """The result of a goal, or why it was rejected; and how often there was feedback."""
        ended, results, feedback = threading.Event(), [], []
        point = {
            "positions": positions,
            "velocities": [0.0] * len(positions),
            "time_from_start": {"sec": int(seconds), "nanosec": round(seconds % 1 * 1e9)},
        }
        action = roslibpy.ActionClient(
            self.ros, f"/{self.name}/arm_controller/follow_joint_trajectory", "control_msgs/action/FollowJointTrajectory"
        )

        def end(result):
            results.append(result)
            ended.set()

        def look(message):
            feedback.append(message)
            if cancel and len(feedback) == 3:
                action.cancel_goal(sent)

        trajectory = {"joint_names": names or JOINTS, "points": [point]}
        sent = action.send_goal(roslibpy.Goal({"trajectory": trajectory, **goal}), end, look, end)
        assert ended.wait(60), "the goal did not end"
        return results[0], feedback

    def wait_for(self, topic, kind, good):
        got = threading.Event()
        listener = roslibpy.Topic(self.ros, f"/{self.name}/{topic}", kind)
        listener.subscribe(lambda message: good(message) and got.set())
        assert got.wait(60), f"nothing on {topic} was as expected"
        listener.unsubscribe()


def tolerance(**limits):
    return [{"name": name, "position": limit} for name, limit in limits.items()]


def code(result):
    return result["status"].value, result["values"]["error_code"]


def use_arm(robot):
    assert robot.states() == {}, "controllers before a spawner"
    assert not robot.load("nobody") and not robot.configure("nobody")
    answer = robot.switch(["arm_controller"])
    assert not answer["ok"] and "no controller with this name exists" in answer["message"], answer
    robot.spawn("joint_state_broadcaster")
    robot.spawn("arm_controller")
    assert robot.load("forward_position_controller") and robot.configure("forward_position_controller")
    assert robot.states() == {
        "arm_controller": "active",
        "forward_position_controller": "inactive",
        "joint_state_broadcaster": "active",
    }, robot.states()

    result, feedback = robot.follow([0.2, -0.5, 1.0], 1.0)
    assert code(result) == (SUCCEEDED, 0), result
    assert len(feedback) >= 15 and feedback[0]["joint_names"] == JOINTS, len(feedback)
    assert len(feedback[5]["error"]["positions"]) == 3
    result, feedback = robot.follow([-0.2, 0.5, -1.0], 5.0, cancel=True)
    assert result["status"].value == CANCELED, result
    result, _ = robot.follow([2.4, -2.4, 2.9], 0.02, path_tolerance=tolerance(elbow=0.05))
    assert code(result) == (ABORTED, -4), result
    for names, positions in ((["knee", "elbow", "wrist"], [0.0] * 3), (["elbow"], [0.0]), (JOINTS, [0.0] * 2)):
        result, _ = robot.follow(positions, 1.0, names=names)
        assert not isinstance(result, dict) or "error_code" not in str(result.get("values")), result

    # Two controllers cannot have the same joints.
    for strictness in (STRICT, BEST_EFFORT):
        answer = robot.switch(["forward_position_controller"], strictness=strictness)
        assert not answer["ok"] and "Resource conflict" in answer["message"], answer
    answer = robot.switch(["forward_position_controller"], ["arm_controller"])
    assert answer["ok"], answer
    assert not robot.unload("forward_position_controller"), "it is active"
    commands = roslibpy.Topic(robot.ros, "/arm/forward_position_controller/commands", "std_msgs/Float64MultiArray")
    commands.publish({"data": [0.1, 0.3, 0.2]})
    elbow = lambda m: abs(dict(zip(m["name"], m["position"]))["elbow"] - 0.3) < 0.01
    robot.wait_for("joint_states", "sensor_msgs/JointState", elbow)
    robot.wait_for("dynamic_joint_states", "control_msgs/DynamicJointState", lambda m: "elbow" in m["joint_names"])
    result, _ = robot.follow([0.0, 0.0, 0.0], 1.0)
    assert "not running" in str(result), result
    interfaces = robot.manage("list_hardware_interfaces", "ListHardwareInterfaces")["command_interfaces"]
    assert [(i["name"], i["is_claimed"]) for i in interfaces] == [
        (f"{joint}/position", True) for joint in sorted(JOINTS)
    ], interfaces
    components = robot.manage("list_hardware_components", "ListHardwareComponents")["component"]
    assert components[0]["name"] == "ArmSystem" and components[0]["state"]["label"] == "active", components
    assert robot.unload("arm_controller") and "arm_controller" not in robot.states()


def use_husky(robot):
    base = "husky_velocity_controller"
    robot.spawn(base)
    assert robot.states() == {base: "active", "joint_state_broadcaster": "active"}, robot.states()
    types = robot.manage("list_controller_types", "ListControllerTypes")["types"]
    assert "diff_drive_controller/DiffDriveController" in types, types
    command = roslibpy.Topic(robot.ros, "/husky/cmd_vel", "geometry_msgs/TwistStamped")

    def wheel_turns(message):
        command.publish({"twist": {"linear": {"x": 0.4}}})
        return dict(zip(message["name"], message["velocity"]))["front_left_wheel"] > 1.5

    robot.wait_for("joint_states", "sensor_msgs/JointState", wheel_turns)
    assert robot.switch([], [base])["ok"]
    stops = lambda m: (
        command.publish({"twist": {"linear": {"x": 0.4}}}),
        abs(dict(zip(m["name"], m["velocity"]))["front_left_wheel"]) < 0.01,
    )[1]
    robot.wait_for("joint_states", "sensor_msgs/JointState", stops)
    assert robot.switch([base])["ok"]
    robot.wait_for("joint_states", "sensor_msgs/JointState", wheel_turns)
    robot.wait_for(f"{base}/odom", "nav_msgs/Odometry", lambda m: m["twist"]["twist"]["linear"]["x"] > 0.2)


robot = Robot(sys.argv[1], sys.argv[2])
{"arm": use_arm, "husky": use_husky}[sys.argv[2]](robot)
robot.ros.terminate()
print(f"roslibpy on the controllers of {sys.argv[2]}: good")
