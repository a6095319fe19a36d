#!/usr/bin/env bash
# ros2_repeats.sh PROGRAM SOURCE_DIR BUILD_DIR
# A run whose steps a node of ROS 2 requests, and whose topics it reads, is bit for bit the run without ROS. A command that the
# node sends before a step moves the wheels in that step, and such a run repeats bit for bit, too.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" python
ros2_network "$@"
world=$source_dir/worlds/flat.sdf

# drive KIND RECORDING
drive() {
  rm -f "$work/serve.json"
  ros2_server "$world" --ros2 cyclone --paused --record "$work/$2"
  expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/repeats.py" "$1"
  end_server
}

drive watch with.mcap
expect 0 "$surefoot" run "$world" --duration 2 --record "$work/without.mcap"
expect 0 "$surefoot" diff "$work/without.mcap" "$work/with.mcap"
said "$work/out" "identical: 2000 steps"

drive command first.mcap
drive command second.mcap
expect 0 "$surefoot" diff "$work/first.mcap" "$work/second.mcap"
said "$work/out" "identical: 200 steps"
