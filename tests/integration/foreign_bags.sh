#!/usr/bin/env bash
# foreign_bags.sh PROGRAM SOURCE_DIR BUILD_DIR
# Recordings made by other programs (the Python packages mcap-ros2-support and rosbags, which also
# turns a ROS 2 sqlite bag into MCAP) are listed and replayed; those of ROS 1 are named and skipped.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"
"$python" "$source_dir/tests/integration/foreign_bags.py" "$work"

world=$source_dir/tests/integration/data/drive.sdf

for bag in support.mcap rosbags.mcap converted.mcap; do
  expect 0 "$surefoot" record-info "$work/$bag" --json
  python "$work/out" '
topics = {t["topic"]: t for t in r["topics"]}
assert r["complete"], r
assert topics["/cmd_vel"]["type"] == "geometry_msgs/msg/Twist", topics
assert topics["/cmd_vel"]["messages"] == 40 and abs(topics["/cmd_vel"]["rate_hz"] - 20) < 0.01, topics
assert topics["/cmd_vel"]["why_not_readable"] == "", topics'
  expect 0 "$surefoot" record-info "$work/$bag"
  said "$work/out" "geometry_msgs/msg/Twist"
done

expect 0 "$surefoot" record-info "$work/ros1.mcap"
said "$work/out" "/cmd_vel is in the encoding of ROS 1, which is not supported yet"
