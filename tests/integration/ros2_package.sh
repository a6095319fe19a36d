#!/usr/bin/env bash
# ros2_package.sh PROGRAM SOURCE_DIR BUILD_DIR
# clients/ros2/surefoot_ros without ROS: its launch files run with stand-ins of ROS's modules, and every topic and frame in
# its parameters and views exists in a running server.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"
venv_python=$3/mcap_venv/bin/python

for robot in husky two_wheel; do
  world=$([[ $robot == husky ]] && echo lab_floor || echo two_wheel)
  rm -f "$work/serve.json"
  start_server "$world" --port 0 --without usarsim,gamecontroller --for 120
  "$venv_python" "$source_dir/tests/integration/ros2_package.py" "$source_dir" "$robot" "$work/serve.json" ||
    fail "see above"
  end_server
done
