#!/usr/bin/env bash
# ros1_rospy.sh PROGRAM SOURCE_DIR BUILD_DIR
# Nodes of rospy, tf2 and actionlib with the simulator as their master: topics both ways, latched ones,
# simulated time, frames, parameters, the services of Gazebo and of simulation_interfaces, actions.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_messages
ros1_server "$source_dir/worlds/flat.sdf"
timeout 120 /usr/bin/python3 "$source_dir/tests/integration/ros1_rospy.py" || {
  tail -n 20 "$work/serve.err" >&2
  fail "see above"
}
end_server
