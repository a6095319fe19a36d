#!/usr/bin/env bash
# ros1_robot_state_publisher.sh PROGRAM SOURCE_DIR BUILD_DIR
# robot_state_publisher of ROS 1 reads the Husky's description, a parameter, and its joint states: the frames that it
# computes are those that the simulator publishes.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_server "$source_dir/worlds/flat.sdf"
# A command makes the wheels turn.
rostopic pub -r 10 /husky/cmd_vel geometry_msgs/Twist '{linear: {x: 0.3}, angular: {z: 0.2}}' >"$work/pub.log" 2>&1 &
driver=$!
/usr/lib/robot_state_publisher/robot_state_publisher robot_description:=/husky/robot_description \
  joint_states:=/husky/joint_states /tf:=/rsp_tf /tf_static:=/rsp_tf_static >"$work/rsp.log" 2>&1 &
publisher=$!
trap 'kill -KILL "$server" "$driver" "$publisher" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
timeout 120 /usr/bin/python3 "$source_dir/tests/integration/ros1_robot_state_publisher.py" || {
  tail -n 20 "$work"/{rsp,pub}.log "$work/serve.err" >&2
  fail "see above"
}
kill "$driver" "$publisher"
end_server
