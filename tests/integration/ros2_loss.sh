#!/usr/bin/env bash
# ros2_loss.sh PROGRAM SOURCE_DIR BUILD_DIR
# A cable that loses one packet in twenty: latched topics, commands and reliable measurements arrive nevertheless. The peer uses Eclipse
# Cyclone DDS from Python.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" python
ros2_network "$@"
ros2_lose 0.05

for vendor in "${ros2_vendors[@]}"; do
  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor"
  expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_python" "$ros2_folder/loss.py"
  said "$work/out" "all topics"
  echo "$vendor: $(head -n 1 "$work/out")"
  end_server
done
