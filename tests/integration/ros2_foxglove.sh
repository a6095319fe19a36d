#!/usr/bin/env bash
# ros2_foxglove.sh PROGRAM SOURCE_DIR BUILD_DIR
# Foxglove's implementation of RTPS in TypeScript (@foxglove/rtps), which subscribes: it finds the topics, decodes messages by
# Surefoot's definitions and receives what is latched. It does not receive samples of several fragments.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" foxglove
ros2_network "$@"
cp "$ros2_folder/foxglove.mjs" "$ros2_modules/"

# Its discovery does not answer heartbeats that address all readers of a participant, which Cyclone DDS sends, so it finds no
# topics there.
ros2_server "$source_dir/worlds/flat.sdf" --ros2 fastdds
expect 0 timeout 120 nsenter -t "$ros2_peer" -n node "$ros2_modules/foxglove.mjs" "$source_dir/surefoot/msgs/schema"
said "$work/out" "all found"
end_server
