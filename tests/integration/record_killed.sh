#!/usr/bin/env bash
# record_killed.sh PROGRAM SOURCE_DIR BUILD_DIR
# A run with sensors that is killed at any moment (kill -9) leaves a recording that reads up to its
# last second: in real time and as fast as possible, with Surefoot's reader and with another one.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"

cat >"$work/box.sdf" <<'SDF'
<sdf version="1.9"><world name="box"><model name="box"><link name="link">
  <inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <sensor name="truth" type="ground_truth"><update_rate>200</update_rate></sensor>
</link></model></world></sdf>
SDF

# attempt SPEED SECONDS: kills a run after that time. Fails when the recording is too old, which a busy
# machine may cause.
attempt() {
  local file=$work/run.mcap start
  start=$(date +%s.%N)
  "$surefoot" run "$work/box.sdf" --quiet --duration inf --speed "$1" --record "$file" 2>/dev/null &
  local pid=$!
  sleep "$2"
  kill -KILL "$pid"
  local killed
  killed=$(date +%s.%N)
  wait "$pid" 2>/dev/null || true
  expect 0 "$surefoot" record-info "$file" --json
  python "$work/out" '
assert not r["complete"] and r["truncation"] and not r["damage"], r
topics = {t["topic"]: t for t in r["topics"]}
truth = topics["/box/ground_truth"]
assert truth["type"] == "nav_msgs/msg/Odometry", truth
assert abs(truth["rate_hz"] - 200) < 1e-6, truth
assert abs(truth["last_time"] - r["last_time"]) < 0.006, r
assert abs(topics["/surefoot/hash"]["rate_hz"] - 1000) < 1e-6, r'
  python3 - "$work/out" "$1" "$start" "$killed" "$(stat -c %.Y "$file")" <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    last = json.load(file)["last_time"]
speed, (start, killed, written) = sys.argv[2], map(float, sys.argv[3:])
lost = killed - written
if speed != "max":
    lost = max(lost, killed - start - last)
print(f"speed {speed}: {last:.3f} s are readable, the last {lost:.2f} s are lost")
sys.exit(lost > 1.0)
PY
}

for speed in 1 max; do
  for seconds in 1.3 1.9 2.6; do
    attempt "$speed" "$seconds" || attempt "$speed" "$seconds" || attempt "$speed" "$seconds" ||
      fail "more than a second is missing"
  done
done

# Another program streams it, and every chunk in it is complete.
"$python" - "$work/run.mcap" <<'PY'
import sys
from mcap.exceptions import EndOfFile
from mcap.records import Channel, Message, Schema
from mcap.stream_reader import StreamReader
from mcap_ros2.decoder import DecoderFactory

schemas, channels, count = {}, {}, 0
with open(sys.argv[1], "rb") as file:
    try:
        for record in StreamReader(file, validate_crcs=True).records:
            if isinstance(record, Schema):
                schemas[record.id] = record
            elif isinstance(record, Channel):
                channels[record.id] = record
            elif isinstance(record, Message):
                channel = channels[record.channel_id]
                if channel.topic == "/box/ground_truth" and count < 1000:
                    count += 1
                    decode = DecoderFactory().decoder_for("cdr", schemas[channel.schema_id])
                    assert decode(record.data).header.frame_id == "world"
    except EndOfFile:
        pass
assert count > 100, count
PY

# The existing part can be compared and replayed.
expect 0 "$surefoot" run "$work/box.sdf" --quiet --replay "$work/run.mcap" --duration 0.5
