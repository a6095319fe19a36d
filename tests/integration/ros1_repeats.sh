#!/usr/bin/env bash
# ros1_repeats.sh PROGRAM SOURCE_DIR BUILD_DIR
# A run whose steps a node of ROS 1 requests, and whose topics it reads, is bit for bit the run without ROS.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_messages
world=$source_dir/worlds/flat.sdf
ros1_server "$world" --paused --record "$work/with.mcap"
timeout 120 /usr/bin/python3 - <<'PYTHON' || fail "the node failed"
import threading

import rospy
from gazebo_msgs.msg import LinkStates, ModelStates
from sensor_msgs.msg import Imu
from simulation_interfaces.srv import StepSimulation
from tf2_msgs.msg import TFMessage

rospy.init_node("reader")
last = threading.Event()
for topic, kind in [("/tf", TFMessage), ("/gazebo/model_states", ModelStates), ("/gazebo/link_states", LinkStates)]:
    rospy.Subscriber(topic, kind, lambda message: None)
rospy.Subscriber("/husky/imu/data", Imu, lambda m: last.set() if m.header.stamp.to_sec() >= 1.99 else None)
rospy.wait_for_service("/step_simulation", 30)
step = rospy.ServiceProxy("/step_simulation", StepSimulation)
for _ in range(20):
    assert step(100).result.result == 1
assert last.wait(30), "the last measurement did not come"
PYTHON
end_server
expect 0 "$surefoot" run "$world" --duration 2 --record "$work/without.mcap"
expect 0 "$surefoot" diff "$work/without.mcap" "$work/with.mcap"
said "$work/out" "identical: 2000 steps"
