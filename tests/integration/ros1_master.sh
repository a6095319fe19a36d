#!/usr/bin/env bash
# ros1_master.sh PROGRAM SOURCE_DIR BUILD_DIR
# The own master answers as rosmaster of ROS 1 does: both get the same random calls.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_server --ros1-use-sim-time off
timeout 120 /usr/bin/python3 "$source_dir/tests/integration/ros1_master.py" "$ROS_MASTER_URI" || fail "see above"
end_server
