#!/usr/bin/env bash
# pictures.sh PROGRAM SOURCE_DIR BUILD_DIR
# Cameras that overload the machine: a run in real time drops pictures, counts them and continues; one that is not
# in real time has all of them. The results are the same, and the same as without subscribers.
source "$(dirname "$0")/helpers.bash"

world() {  # world NAME WIDTH HEIGHT RATE
  cat >"$work/$1.sdf" <<SDF
<sdf version="1.9"><world name="$1">
  <light name="sun" type="directional"><diffuse>0.8 0.8 0.8 1</diffuse><direction>-0.5 0.2 -0.9</direction></light>
  <model name="floor"><static>true</static><link name="l">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
    <visual name="v"><geometry><plane><normal>0 0 1</normal></plane></geometry></visual></link></model>
  <model name="box"><pose>2 0 1 0.3 0.2 0</pose><link name="l">
    <collision name="c"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision>
    <visual name="v"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></visual></link></model>
  <model name="eye"><pose>0 0 0.5 0 0 0</pose><static>true</static><link name="l">
    <sensor name="camera" type="camera"><update_rate>$4</update_rate>
      <camera><image><width>$2</width><height>$3</height></image></camera></sensor></link></model>
</world></sdf>
SDF
}
camera_of() {  # The camera of a run's JSON, as c.
  python "$1" "c = next(s for s in r['sensors'] if s['type'] == 'camera'); $2"
}

world large 2400 1600 60
expect 0 "$surefoot" run "$work/large.sdf" --duration 1 --json
cp "$work/out" "$work/nobody.json"
camera_of "$work/nobody.json" "assert c['samples'] == 0 and c['dropped'] == 0, c"
record=(--record "$work/run.mcap" --topics '/eye/*')
expect 0 "$surefoot" run "$work/large.sdf" --duration 1 --speed 1 --json "${record[@]}"
cp "$work/out" "$work/paced.json"
# All except the one in progress at the end; and the steps did not wait for them.
camera_of "$work/paced.json" "
assert c['dropped'] > 10, c
assert 59 <= c['samples'] + c['dropped'] <= 60, c
assert r['rtf'] > 0.5, r['rtf']"
hash_of() { python "$1" "print(r['hash'])"; }
[[ $(hash_of "$work/paced.json") == $(hash_of "$work/nobody.json") ]] || fail "the run depends on who looks"

world small 96 64 60
for choice in "" "--speed 1 --pictures all"; do
  # shellcheck disable=SC2086
  expect 0 "$surefoot" run "$work/small.sdf" --duration 1 --json "${record[@]}" $choice
  camera_of "$work/out" "assert c['samples'] == 60 and c['dropped'] == 0, c"
done
expect 2 "$surefoot" run "$work/small.sdf" --pictures some
said "$work/err" "--pictures"
