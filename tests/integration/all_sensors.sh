#!/usr/bin/env bash
# all_sensors.sh PROGRAM SOURCE_DIR BUILD_DIR
# The robot with every sensor, recorded and read by independent packages; twice, because
# the same run must give the same messages.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"

expect 0 "$surefoot" info --json
cp "$work/out" "$work/kinds.json"
for name in first second; do
  expect 0 "$surefoot" run "$source_dir/worlds/sensors.sdf" --quiet --json --duration 2 --seed 3 \
    --record "$work/$name.mcap"
  cp "$work/out" "$work/$name.json"
done
"$python" "$source_dir/tests/integration/all_sensors.py" "$work" first second
