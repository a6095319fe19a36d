#!/usr/bin/env bash
# gap_bags.sh PROGRAM SOURCE_DIR BUILD_DIR
# A recorded drive as ROS 1 and ROS 2 bags that the Python package rosbags wrote, in every compression: all
# give the same verdict as Surefoot's file. Damaged and truncated ones never crash or hang.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"

world=$source_dir/worlds/flat.sdf
expect 0 "$surefoot" run "$world" --duration 15 --record "$work/drive.mcap" --quiet \
  --publish /husky/cmd_vel=linear.x:0.5,angular.z:0.4 --topics '/husky/*'
mkdir "$work/bags"
"$python" "$source_dir/tests/integration/gap_bags.py" "$work/drive.mcap" "$work/bags"

gap() { expect 0 "$surefoot" gap --world "$world" --horizon 1 --json --quiet --real "$@"; }

gap "$work/drive.mcap"
cp "$work/out" "$work/ours.json"
for bag in ros1_plain.bag ros1_bz2.bag ros1_lz4.bag alone.db3 sqlite sqlite_file sqlite_message mcap; do
  expect 0 "$surefoot" record-info "$work/bags/$bag" --json
  python "$work/out" '
topics = {t["topic"]: t for t in r["topics"]}
assert r["complete"] and len(topics) == 3, r
assert topics["/cmd_vel"]["messages"] == 150 and topics["/cmd_vel"]["unreadable_reason"] == "", topics
assert topics["/tracker/pose"]["messages"] == 751, topics'
  gap "$work/bags/$bag"
  python "$work/out" "
import math
ours = json.load(open('$work/ours.json'))
assert r['recording']['pose_topic'] == '/tracker/pose', r['recording']
assert r['recording']['command_topic'] == '/cmd_vel'
assert r['recording']['alignment']['residual'] < 1e-3, r['recording']
# The tracker's frame is transformed to the world's, and velocities are derived from its poses only.
for name in ('position', 'heading', 'speed'):
    (a,), (b,) = [[q for q in x['quantities'] if q['name'] == name] for x in (r, ours)]
    assert a['kind'] == b['kind'] == 'whole' and a['n'] == b['n'], (a['sentence'], b['sentence'])
    worst = max(max(row) for row in a['errors'])
    assert worst < 0.3 * a['tolerance'], (name, worst)
assert any(q['name'] == '/imu/data.angular_velocity.z' and q['kind'] == 'whole' for q in r['quantities'])"
done

# The same as a table.
gap "$work/bags/drive.csv" --columns 't=stamp,x=east,y=north,heading=yaw_deg*deg,v=v,w=w' --out "$work/report"
python "$work/out" '
assert r["mode"] == "restarts" and r["quantities"][0]["kind"] == "whole", r["quantities"][0]["sentence"]'
[[ -s $work/report/gap.html && -s $work/report/gap.json ]] || fail "no report"
expect 2 "$surefoot" gap --world "$world" --real "$work/bags/drive.csv" --columns t=stamp,x=east,y=north
said "$work/err" "names no heading"

# The bag can be replayed, too.
expect 0 "$surefoot" run "$world" --replay "$work/bags/ros1_lz4.bag" --remap /cmd_vel:=/husky/cmd_vel --json
said "$work/err" "Replaying /husky/cmd_vel: 150 messages"

count=0
for bag in "$work"/bags/damaged/*; do
  status=0
  timeout 20 "$surefoot" record-info "$bag" --json >"$work/out" 2>"$work/err" || status=$?
  ((status == 0 || status == 1 || status == 2)) || fail "exit status $status for $bag"
  count=$((count + 1))
done
((count > 50)) || fail "only $count damaged files"
