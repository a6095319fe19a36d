#!/usr/bin/env bash
# foreign_bags.sh PROGRAM SOURCE_DIR BUILD_DIR
# Recordings made by other programs (the Python packages mcap-ros2-support and rosbags, which also
# turns a ROS 2 sqlite bag into MCAP) are listed and replayed, in the encoding of ROS 1, too.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"
"$python" "$source_dir/tests/integration/foreign_bags.py" "$work"

world=$source_dir/tests/scene/cart.sdf
run() { expect 0 "$surefoot" run "$world" --json --hash "$@"; }
hash_of() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["hash"])' "$1"; }

for bag in support.mcap rosbags.mcap converted.mcap; do
  expect 0 "$surefoot" record-info "$work/$bag" --json
  python "$work/out" '
topics = {t["topic"]: t for t in r["topics"]}
assert r["complete"], r
assert topics["/cmd_vel"]["type"] == "geometry_msgs/msg/Twist", topics
assert topics["/cmd_vel"]["messages"] == 40 and abs(topics["/cmd_vel"]["rate_hz"] - 20) < 0.01, topics
assert topics["/cmd_vel"]["unreadable_reason"] == "", topics'
  expect 0 "$surefoot" record-info "$work/$bag"
  said "$work/out" "geometry_msgs/msg/Twist"

  # The robot receives them under another name and drives: 0.5 m/s for two seconds. The new recording is
  # Surefoot's, and gives the same run.
  run --replay "$work/$bag" --remap /cmd_vel:=/cart/cmd_vel --record "$work/ours.mcap"
  said "$work/err" "Replaying /cart/cmd_vel: 40 messages"
  python "$work/out" '
(cart,) = [m for m in r["models"] if m["name"] == "cart"]
assert 0.7 < cart["distance"] < 1.1, cart
assert 1.9 < r["sim_time_s"] < 2.1, r["sim_time_s"]'
  first=$(hash_of "$work/out")
  run --replay "$work/ours.mcap"
  [[ $(hash_of "$work/out") == "$first" ]] || fail "the replay of $bag is another run"
  expect 0 "$surefoot" record-info "$work/ours.mcap" --json
  python "$work/out" '
counts = {t["topic"]: t["messages"] for t in r["topics"]}
assert counts["/cart/cmd_vel"] == 40, counts  # once, not also as an input
assert "/surefoot/input" not in counts or counts["/surefoot/input"] == 0, counts'
done

expect 2 "$surefoot" run "$world" --replay "$work/support.mcap"
said "$work/err" "/cart/cmd_vel"
said "$work/err" "/cmd_vel (geometry_msgs/msg/Twist)"
expect 2 "$surefoot" run "$world" --remap /a:=/b
expect 2 "$surefoot" run "$world" --replay "$work/support.mcap" --remap /a
run --replay "$work/ros1.mcap" --remap /cmd_vel:=/cart/cmd_vel
said "$work/err" "Replaying /cart/cmd_vel: 40 messages"

expect 0 "$surefoot" record-info "$work/ros1.mcap" --json
python "$work/out" '
(topic,) = r["topics"]
assert topic["type"] == "geometry_msgs/Twist" and topic["unreadable_reason"] == "", topic'
