#!/usr/bin/env bash
# ros1_large.sh PROGRAM SOURCE_DIR BUILD_DIR
# Images of 1 MB at 30 Hz and clouds of 300,000 points at 10 Hz reach a node of rospy without loss.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_messages
/usr/bin/python3 "$source_dir/tests/integration/ros1_large.py" write "$work/room.sdf"
# Free: in a paced run pictures are left out when time is short.
ros1_server "$work/room.sdf" --paused --free
timeout 400 /usr/bin/python3 "$source_dir/tests/integration/ros1_large.py" read || {
  tail -n 20 "$work/serve.err" >&2
  fail "see above"
}
end_server
