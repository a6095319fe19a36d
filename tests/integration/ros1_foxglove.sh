#!/usr/bin/env bash
# ros1_foxglove.sh PROGRAM SOURCE_DIR BUILD_DIR
# Foxglove's implementation of ROS 1 in JavaScript (@foxglove/ros1) with the simulator as its master: it decodes
# messages by the definitions in the connection headers, of Surefoot's own types, too, publishes, and follows
# parameters.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
source "$source_dir/tests/integration/npm_packages.bash"
modules=$3/npm_modules/foxglove_ros1
npm_packages foxglove_ros1 "$modules" || npm_packages foxglove_ros1 "$modules" ||
  fail "no @foxglove/ros1: it needs npm and, the first time, its registry"
ros1_server "$source_dir/worlds/flat.sdf"
cp "$source_dir/tests/integration/ros1_foxglove.mjs" "$modules/"
expect 0 timeout 60 node "$modules/ros1_foxglove.mjs"
said "$work/out" "all found"
end_server
