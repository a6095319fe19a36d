#!/usr/bin/env bash
# ros2_control.sh PROGRAM SOURCE_DIR BUILD_DIR: roslibpy uses the controller managers and actions of robots as spawners, MoveIt
# and scripts do; the recording of it repeats the run.
source "$(dirname "$0")/helpers.bash"
here=$source_dir/tests/integration
source "$here/roslibpy.bash"
roslibpy_packages "$3"
arm=$source_dir/examples/06_ros2_control/arm.urdf

address() {
  python3 -c 'import json, sys; print(next(a["address"] for a in json.load(open(sys.argv[1]))["addresses"] if a["gateway"] == "web"))' "$work/serve.json"
}

# The example of the documentation.
start_server "$arm" --port 0 --without usarsim --without gamecontroller
"$python" "$source_dir/examples/06_ros2_control/move_arm.py" "$(address | sed 's/^http/ws/')" >"$work/example"
said "$work/example" 'Goal successfully reached!'
said "$work/example" 'Successfully switched controllers!'
said "$work/example" 'The elbow is at 0.5 rad.'
end_server

# A robot as after gz_ros2_control, and what goes wrong.
start_server "$arm" --wait-for-spawner --record "$work/run.mcap" --port 0 --without usarsim --without gamecontroller
"$python" "$here/ros2_control.py" "$(address)" arm
end_server
said "$work/serve.err" "controller_manager of arm: Could not configure controller with name 'nobody'"
expect 0 "$surefoot" run "$arm" --replay "$work/run.mcap" --record "$work/again.mcap"
expect 0 "$surefoot" diff "$work/run.mcap" "$work/again.mcap"

start_server husky_lab --port 0 --without usarsim --without gamecontroller
"$python" "$here/ros2_control.py" "$(address)" husky
end_server
