#!/usr/bin/env bash
# ros1_existing_master.sh PROGRAM SOURCE_DIR BUILD_DIR
# The simulator as a node of rosmaster: it waits for a master, uses ROS_MASTER_URI, survives a restart of the
# master, leaves nothing behind, and a second simulator takes another name. Subscribers survive the end of a simulator.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export ROS_MASTER_URI=http://127.0.0.1:$port
processes=()
trap 'kill -KILL "${processes[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT

start_master() {
  rosmaster --core -p "$port" >"$work/master.log" 2>&1 &
  master=$!
  processes+=("$master")
}
# until_said TEXT COMMAND...: repeats it until its output contains the text.
until_said() {
  local text=$1
  shift
  local end=$((SECONDS + 120))
  while ((SECONDS < end)); do
    timeout 20 "$@" >"$work/out" 2>&1 || true
    grep -qF -e "$text" "$work/out" && return
    sleep 0.05
  done
  tail -n 5 "$work"/serve*.err >&2
  fail "'$text' was not printed by: $*"
}
simulator() {
  "$surefoot" serve "$source_dir/worlds/flat.sdf" "${ros1_quiet[@]}" --ros1 on --json >"$work/$1.json" 2>"$work/$1.err" &
  processes+=($!)
}

simulator serve1
first=$!
until_said "waiting for the master at $ROS_MASTER_URI" cat "$work/serve1.err"
start_master
until_said /husky/imu/data rostopic list
expect 0 timeout 60 rostopic echo -n 1 /husky/imu/data
expect 0 timeout 60 rosparam get /use_sim_time

simulator serve2
second=$!
until_said /surefoot_2 rosnode list
kill -TERM "$second"
wait "$second" || fail "the second simulator ended with status $?"
expect 0 timeout 20 rosnode list
! grep -q surefoot_2 "$work/out" || fail "the second simulator is still registered"

kill -KILL "$master"
wait "$master" || true
start_master
until_said /husky/imu/data rostopic list
expect 0 timeout 60 rostopic echo -n 1 /husky/imu/data

# A simulator that was killed has left its registrations; the next one has its name, and its subscribers.
PYTHONUNBUFFERED=1 rostopic echo /husky/imu/data/header/seq >"$work/seq" 2>&1 &
echo=$!
processes+=("$echo")
until_said --- cat "$work/seq"
kill -KILL "$first"
wait "$first" || true
simulator serve3
first=$!
until_said again awk '/^[0-9]/ {if ($1 < last) print "again"; last = $1}' "$work/seq"
# Its own subscriptions are not left by the simulator.
kill -INT "$echo"
wait "$echo" || true
expect 0 timeout 20 rosnode list
said "$work/out" /surefoot
! grep -q surefoot_ "$work/out" || fail "the name of the killed simulator was not taken: $(cat "$work/out")"

kill -TERM "$first"
wait "$first" || fail "the simulator ended with status $?"
expect 0 timeout 20 rostopic list
! grep -q husky "$work/out" || fail "topics are left: $(cat "$work/out")"
