#!/usr/bin/env python3
"""Moves the arm by ros2_control over rosbridge: move_arm.py [ADDRESS]

Start the simulator first: surefoot serve examples/06_ros2_control/arm.urdf
"""

import sys
import threading

import roslibpy

ARM = "/arm/arm_controller"
JOINTS = ["shoulder", "elbow", "wrist"]


def call(ros, service, kind, **request):
    return roslibpy.Service(ros, f"/arm/controller_manager/{service}", f"controller_manager_msgs/{kind}").call(
        roslibpy.ServiceRequest(request)
    )


def list_controllers(ros):
    return {c["name"]: c for c in call(ros, "list_controllers", "ListControllers")["controller"]}


def point(positions, seconds):
    return {
        "positions": positions,
        "velocities": [0.0] * len(positions),
        "time_from_start": {"sec": int(seconds), "nanosec": round(seconds % 1 * 1e9)},
    }


def follow(ros, points):
    """Sends a goal and waits for its result."""
    ended, results = threading.Event(), []
    action = roslibpy.ActionClient(ros, f"{ARM}/follow_joint_trajectory", "control_msgs/FollowJointTrajectory")
    action.send_goal(
        roslibpy.Goal({"trajectory": {"joint_names": JOINTS, "points": points}}),
        lambda result: (results.append(result), ended.set()),
        lambda feedback: None,
        lambda error: (results.append({"error": error}), ended.set()),
    )
    assert ended.wait(60), "the goal did not end"
    return results[0]


def main():
    ros = roslibpy.Ros(sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:8080")
    ros.run()
    for name, controller in list_controllers(ros).items():
        print(f"{name:28} {controller['type']:58} {controller['state']}")
    result = follow(ros, [point([0.8, -0.4, 1.0], 1.0), point([0.0, 0.0, 0.0], 2.0)])
    print(result["values"]["error_string"])
    answer = call(
        ros,
        "switch_controller",
        "SwitchController",
        deactivate_controllers=["arm_controller"],
        activate_controllers=["forward_position_controller"],
        strictness=2,
    )
    print(answer["message"])
    commands = roslibpy.Topic(ros, "/arm/forward_position_controller/commands", "std_msgs/Float64MultiArray")
    arrived = threading.Event()

    def look(message):
        positions = dict(zip(message["name"], message["position"]))
        if abs(positions["elbow"] - 0.5) < 0.01:
            arrived.set()

    roslibpy.Topic(ros, "/arm/joint_states", "sensor_msgs/JointState").subscribe(look)
    commands.publish({"data": [0.2, 0.5, -0.5]})
    assert arrived.wait(60), "the elbow did not move"
    print("The elbow is at 0.5 rad.")
    ros.terminate()


if __name__ == "__main__":
    main()
