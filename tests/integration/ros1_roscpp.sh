#!/usr/bin/env bash
# ros1_roscpp.sh PROGRAM SOURCE_DIR BUILD_DIR
# A node of roscpp with the simulator as its master: topics both ways, latched ones, tf2, a service, parameters.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
expect 0 g++ -std=c++17 -O0 -Wall -o "$work/node" "$source_dir/tests/ros1_client/node.cc" \
  $(pkg-config --cflags --libs roscpp tf2_ros)
ros1_server "$source_dir/worlds/flat.sdf"
expect 0 timeout 120 "$work/node"
said "$work/out" "all found"
end_server
