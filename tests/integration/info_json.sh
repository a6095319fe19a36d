#!/usr/bin/env bash
# info_json.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot info`: engines, formats and folders, for programs and in 100 columns for people.
source "$(dirname "$0")/helpers.bash"

expect 0 "$surefoot" info --json
python "$work/out" '
import os
assert r["version"], r
mujoco, = [e for e in r["engines"] if e["name"] == "mujoco"]
assert mujoco["version"] and mujoco["help"], r
assert mujoco["capabilities"]["revolute"]["supported"] is True, r
names = {name for e in r["engines"] for name in e["capabilities"]}
assert all(set(e["capabilities"]) == names for e in r["engines"]), r
endings = {f["name"]: f["endings"] for f in r["formats"]}
assert "sdf" in endings["sdf"] and "urdf" in endings["urdf"], r
assert r["data_folders"], r
assert any(os.path.exists(f"{folder}/husky") for folder in r["data_folders"]), r'

# How to access it; for each language there is an example program.
grep -q "Apache License" "$source_dir/LICENSE" || fail "another licence than info says"
python "$work/out" '
import os
assert r["licence"] == {"name": "Apache-2.0", "free_to_use": True, "open_source": True}, r
assert {"C++", "Python"} <= {language["name"] for language in r["languages"]}, r
for language in r["languages"]:
    assert os.path.exists("'"$source_dir"'/" + language["example"]), language
assert isinstance(r["gateways"], list) and isinstance(r["user_interfaces"], list), r'

expect 0 "$surefoot" info
for text in mujoco revolute .urdf; do said "$work/out" "$text"; done
long=$(awk 'length > 100 && !/\// {print; exit}' "$work/out")  # paths are as long as they are
[[ -z $long ]] || fail "more than 100 columns: $long"
