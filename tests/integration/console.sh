#!/usr/bin/env bash
# console.sh PROGRAM SOURCE_DIR BUILD_DIR
# Commands to a real server: from arguments, a file and a pipe; completion, events, errors and exit statuses.
source "$(dirname "$0")/helpers.bash"
ports=()
for option in $("$surefoot" serve --help | grep -oE -- '--[a-z-]*port( |$)' | sort -u); do ports+=("$option" 0); done

expect 1 "$surefoot" console --port 1 -c pause
said "$work/err" "cannot reach a server at 127.0.0.1:1"
expect 2 "$surefoot" console --port 99999 -c pause
expect 2 "$surefoot" console "$work/no_such_file"
said "$work/err" "no_such_file"

start_server "$source_dir/worlds/triggers.sdf" "${ports[@]}" --paused
port=$(python3 -c "
import json, re
r = json.load(open('$work/serve.json'))
print([re.search(r':(\d+)', a['address'].split('//')[1]).group(1) for a in r['addresses'] if a['gateway'] == 'web'][0])")
console() { "$surefoot" console --port "$port" "$@"; }

# Time.
expect 0 console -c 'step 250' -c status
said "$work/out" "paused, 0.250 s, step 250"
expect 0 console --json -c status
python "$work/out" 'assert r["step"] == 250 and r["engine"] == "mujoco", r'

# Names, and their completion.
expect 0 console -c 'list' -c 'list light' -c 'list event'
for name in robot door lift ball lamp near_door.leave gust; do said "$work/out" "$name"; done
expect 0 console --complete 'move ro'
[[ $(<"$work/out") == robot ]] || fail "completion of a model: $(<"$work/out")"
expect 0 console --complete 'joint lift::'
[[ $(<"$work/out") == lift::rise ]] || fail "completion of a joint: $(<"$work/out")"
expect 0 console --complete 'mo'
[[ $(tr '\n' ' ' <"$work/out") == "motor move " ]] || fail "completion of a command"

# From a file with comments; from a pipe.
cat >"$work/tour.txt" <<'END'
# Moving objects and robots, light, gravity, models.
move ball to 1 -2 0.12
move robot to -2.5 0.5 0.1 0 0 1.57 if free
light sun off
gravity 0 0 -1.62
spawn model://crate as box at -3 3 0.3
power robot off
power robot on
motor door::slide off
push ball::link 1 0 0 for 0.1
publish /robot/cmd_vel geometry_msgs/Twist {"linear": {"x": 0.1}}
save before

joint lift::rise to 0.2 in 0.5
step 800
END
expect 0 console "$work/tour.txt"
printf 'list model\ncall /get_entity_state {"entity": "robot"}\n' | console >"$work/out" || fail "commands from a pipe"
said "$work/out" "box"
console --json -c 'call /get_entity_state {"entity": "robot"}' >"$work/out.json" || fail "a call from an argument"
python "$work/out.json" 'assert abs(r["state"]["pose"]["position"]["x"] + 2.5) < 0.02, r'
expect 0 console -c 'remove box' -c 'list model'
! grep -q '^box$' "$work/out" || fail "the box is still there"
expect 0 console -c 'restore before' -c 'list model' -c status
said "$work/out" "box"
said "$work/out" "0.250 s"

# Events from outside.
expect 0 console -c 'fire open_door' -c 'fire light_up for robot' -c 'disable gust' -c 'step 1500' -c 'list event'
said "$work/out" "light_up                 event        fired 1, last at 0.250 s by robot"
grep -q 'gust .*off fired' "$work/out" || fail "gust is not off"
expect 0 console --json -c 'call /surefoot/events/list'
line=$(grep -n 'name="near_door"' "$source_dir/worlds/triggers.sdf" | cut -d: -f1)
python "$work/out" '
door = [e for e in r["events"] if e["name"] == "door_is_open"][0]
assert door["fired"] == 1, door
assert [e for e in r["events"] if e["name"] == "near_door"][0]["source"].endswith(".sdf:'"$line"'"), r["events"]'

# Commands of events work here as well.
cat >"$work/events.txt" <<'END'
light lamp toggle
attach hook door::leaf ball::link
detach hook
fire light_up raise for robot after 0.2
say hello
END
expect 1 console -c 'script count'
said "$work/err" "script 'count'"   # no visitor fired it, so its expression fails
expect 0 console "$work/events.txt"
expect 0 console -c 'step 300' -c 'list event'
for event in light_up raise; do grep -q "$event .* by robot" "$work/out" || fail "$event was not fired later"; done
expect 1 console -c 'attach hook door::leaf nothing'
expect 1 console -c 'fire light_up nothing'
said "$work/err" "unknown event 'nothing'"

# The Tab key, in a terminal.
python3 "$source_dir/tests/integration/console_tab.py" "$surefoot" "$port" || fail "see above"

# Errors: an invalid line (2), a refusal by the server (1); later commands are executed only on request.
expect 2 console -c 'mvoe ball' -c 'gravity 0 0 0'
said "$work/err" 'did you mean "move"?'
expect 1 console -c 'remove nobody'
said "$work/err" "nobody"
expect 1 console -c 'fire no_such_event' -c 'list model'
said "$work/err" "no_such_event"
[[ ! -s $work/out ]] || fail "went on after an error"
expect 1 console --keep-going -c 'fire no_such_event' -c 'list model'
said "$work/out" "robot"
printf 'pause\nlight lamp of\n' >"$work/bad.txt"
expect 2 console --keep-going "$work/bad.txt"
said "$work/err" "bad.txt:2: light: the state must be one of: on, off, toggle; not 'of'"
expect 1 console -c 'move ball to 3 0 0.0 if free'
said "$work/err" "would be inside"
expect 0 console -c help -c 'help spawn'
said "$work/out" "spawn MODEL [as NAME] [at X Y Z [ROLL PITCH YAW]]"

# After a reset.
expect 0 console -c reset -c 'list model' -c status
! grep -q '^box$' "$work/out" || fail "the box outlived the reset"
said "$work/out" "0.000 s"
expect 0 console -c 'speed 3' -c play -c 'reset time' -c pause
end_server
expect 1 console -c pause

# Events call services of the server.
cat >"$work/calls.sdf" <<'END'
<sdf version="1.9"><world name="w"><gravity>0 0 0</gravity>
  <model name="box"><link name="l"><inertial><mass>1</mass>
    <inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link></model>
  <surefoot:timer name="keep" first="0.05"><do>save kept</do>
    <do>call /surefoot/set_gravity {"gravity": {"x": 2}}</do></surefoot:timer>
  <surefoot:timer name="halt" first="0.5"><do>pause</do></surefoot:timer>
</world></sdf>
END
start_server "$work/calls.sdf" "${ports[@]}"
port=$(python3 -c "
import json, re
r = json.load(open('$work/serve.json'))
print([re.search(r':(\d+)', a['address'].split('//')[1]).group(1) for a in r['addresses'] if a['gateway'] == 'web'][0])")
for _ in $(seq 100); do
  expect 0 console -c status
  ! grep -q '^paused' "$work/out" || break
  sleep 0.1
done
said "$work/out" "paused"
expect 0 console -c 'list snapshot'
said "$work/out" "kept"
console --json -c 'call /get_entity_state {"entity": "box"}' >"$work/out.json" || fail "a call"
# 2 m/s2 since the step of the request: v = 2 t and x = t^2.
python "$work/out.json" '
v = r["state"]["twist"]["linear"]["x"]
x = r["state"]["pose"]["position"]["x"]
assert 0.8 < v <= 0.95 and abs(x - v * v / 4) < 0.002, r["state"]'
end_server
