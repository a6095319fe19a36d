#!/usr/bin/env bash
# The avoidance study without recordings, and its errors for invalid settings and recordings.
source "$(dirname "${BASH_SOURCE[0]}")/helpers.bash"
export SUREFOOT_REAL_DATA=$work/none

cat >"$work/avoid.yaml" <<'YAML'
surefoot: 1
title: Avoidance
study:
  kind: avoidance
  world: worlds/centurion_avoid.sdf
  engine: kinematic
  step: 0.01
  runs: 3
  variants:
    - {name: sound, sensor: ultrasonic, recordings: us1}
YAML
expect 0 "$surefoot" experiment "$work/avoid.yaml" --out "$work/result" --quiet
grep -q "There are no recordings of the real robot" "$work/result/report.html"
# Runs in the format of the recordings: to the obstacle and back.
runs=("$work"/result/figures/*_sound_0?.csv)
[[ ${#runs[@]} -eq 3 ]]
for run in "${runs[@]}"; do
  awk -F, 'NR == 1 && $0 != "t_s,x_cm,y_cm" { exit 1 }
    NR > 1 && $2 > most { most = $2 } NR > 1 { last = $2 }
    END { if (most < 70 || most > 80 || last > 60) exit 1 }' "$run"
done

sed 's/sensor: ultrasonic/sensor: radar/' "$work/avoid.yaml" >"$work/radar.yaml"
expect 2 "$surefoot" experiment "$work/radar.yaml" --out "$work/radar" --quiet
said "$work/err" "needs the sensor 'radar' and one of type overhead_tracker"
sed 's/runs: 3/runs: 1/; s/engine:/engines:/' "$work/avoid.yaml" >"$work/wrong.yaml"
expect 2 "$surefoot" experiment "$work/wrong.yaml" --out "$work/wrong" --quiet
said "$work/err" "wrong.yaml:8"

# Files that are not recordings.
mkdir -p "$work/data/centurion"
printf 't_s,x_cm\n0,1\n' >"$work/data/centurion/us1_00.csv"
SUREFOOT_REAL_DATA=$work/data expect 2 "$surefoot" experiment "$work/avoid.yaml" --out "$work/bad" --quiet
said "$work/err" "us1_00.csv: no column for y_cm"
