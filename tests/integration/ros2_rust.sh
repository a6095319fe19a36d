#!/usr/bin/env bash
# ros2_rust.sh PROGRAM SOURCE_DIR BUILD_DIR
# A node on the Rust crate ros2-client with its own DDS, RustDDS: topics, services in the mapping of Fast DDS, an action with
# feedback and cancelling, parameters, and the list of nodes.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros2.bash"
ros2_packages "$3" rust
ros2_network "$@"

for vendor in "${ros2_vendors[@]}"; do
  # Its services in the mapping of rmw_cyclonedds do not get their responses; ros2_topics has a client of these.
  what=$([[ $vendor == fastdds ]] && echo all || echo topics)
  rm -f "$work/serve.json"
  ros2_server "$source_dir/worlds/flat.sdf" --ros2 "$vendor"
  expect 0 timeout 300 nsenter -t "$ros2_peer" -n "$ros2_rust" "$what"
  said "$work/out" "all found"
  end_server
done
