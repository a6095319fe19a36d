#!/usr/bin/env bash
# `surefoot calibrate` on invalid input, and on a part of the real recordings if available.
source "$(dirname "${BASH_SOURCE[0]}")/helpers.bash"
real=${SUREFOOT_REAL_DATA:-$source_dir/../shared/data}

expect 2 "$surefoot" calibrate
said "$work/err" "--real is required"
expect 2 "$surefoot" calibrate --real "$work/none"
said "$work/err" "none: no such file"
printf 'window,k,calib_step,steady,enc_left,enc_right,icp_x,icp_y,icp_yaw,icp_fresh,imu_wz\n' >"$work/drive.csv"
for k in 0 1 2; do printf '0,%d,0,0,1,1,0,0,0,1,0\n' "$k" >>"$work/drive.csv"; done
expect 2 "$surefoot" calibrate --real "$work/drive.csv" --json
said "$work/err" "only 1 drives of a husky; at least 4 steps"
python "$work/out" 'assert "at least 4 steps" in r["error"], r'
expect 2 "$surefoot" calibrate --real "$work/drive.csv" --parameters nu
said "$work/err" "'nu' cannot be fitted; accepted: mu"
expect 2 "$surefoot" calibrate --real "$work/drive.csv" --ground ../out
said "$work/err" "is not a name of letters"
expect 2 "$surefoot" calibrate --real "$work/drive.csv" --model tank
said "$work/err" "--model accepts husky, warthog"

if [[ ! -d $real/drive ]]; then
  skip "no real data"
fi

expect 2 "$surefoot" calibrate --real "$real/borealtc/ICE" "$real/borealtc/ASPHALT"
said "$work/err" "recordings of several grounds (ASPHALT, ICE)"

# A part of the drives: effective ratios, better than kinematics on the drives not used.
expect 0 "$surefoot" calibrate --real "$real/drive" --ground yard --limit 24 --engine mujoco,bullet --json --out "$work/yard"
python "$work/out" '
models = {s["model"]: s for s in r["scores"]}
own = models["mujoco, tyre"]["validation"]
assert "bullet, tyre" in models and 0 < r["engine_spread"] < 0.02, r["engine_spread"]
assert models["mujoco, tyre, as before"]["fitted"] == 0
assert models["ideal kinematics"]["validation"]["heading_median"]["value"] > 0.8
for other in ("ideal kinematics", "effective track"):
    assert own["translation_median"]["value"] < models[other]["validation"]["translation_median"]["value"]
assert own["translation_median"]["value"] < 0.2 and own["heading_median"]["value"] < 0.15, own
for name in ("mu", "slip_stiffness", "rolling_resistance"):
    p = r["parameters"][name]
    assert p["low"] < p["value"] < p["high"], (name, p)
assert 0.1 < r["identifiability"]["ratios"]["rolling_resistance / mu"]["value"] < 0.6'
cmp "$work/out" "$work/yard/calibration.json"
said "$work/yard/yard.xml" '<ground name="yard">'
said "$work/yard/yard.xml" "90 % interval"
