#!/usr/bin/env bash
# check_errors.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot check` and `surefoot run` on good and broken files.
source "$(dirname "$0")/helpers.bash"

expect 0 "$surefoot" check "$source_dir/worlds/flat.sdf" "$source_dir/models/husky/model.sdf"
said "$work/out" "worlds/flat.sdf: ok: 2 models"
said "$work/out" "models/husky/model.sdf: ok: 1 model,"

cat >"$work/broken.sdf" <<'SDF'
<?xml version="1.0"?>
<sdf version="1.9">
  <model name="broken">
    <link name="base">
      <inertial>
        <mass>-2</mass>
      </inertial>
    </link>
    <joint name="hinge" type="revolute">
      <parent>base</parent>
      <child>nowhere</child>
      <axis><xyz>0 0 1</xyz></axis>
    </joint>
  </model>
</sdf>
SDF
cat >"$work/broken.urdf" <<'URDF'
<robot name="broken">
  <link name="base">
    <inertial>
      <mass value="heavy"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>
</robot>
URDF
printf '<sdf version="1.9">\n  <world name="w">\n    <model' >"$work/cut.sdf"
echo 'not xml at all' >"$work/notes.txt"

expect 2 "$surefoot" check --json "$work/broken.sdf" "$source_dir/worlds/flat.sdf"
python "$work/out" '
assert r["ok"] is False, r
assert [f["ok"] for f in r["files"]] == [False, True], r
assert r["files"][1]["models"] == 2 and r["files"][1]["errors"] == 0, r
for problem in r["problems"]:
    assert set(problem) == {"file", "line", "element", "message", "value", "advice", "severity"}, r
errors = [p for p in r["problems"] if p["severity"] == "error"]
assert all(p["file"].endswith("broken.sdf") for p in errors), r
assert any(p["line"] in (5, 6) or p["line"] == 4 and "mass" in p["message"] for p in errors) or \
    any(9 <= p["line"] <= 11 for p in errors), r
'
expect 2 "$surefoot" check "$work/broken.sdf"
said "$work/out" "broken.sdf:"
said "$work/out" "error:"
said "$work/out" "broken.sdf: wrong: "

expect 2 "$surefoot" check --json "$work/broken.urdf"
python "$work/out" '
assert any(p["line"] == 4 and p["value"] == "heavy" for p in r["problems"]), r'

expect 2 "$surefoot" check "$work/cut.sdf"
said "$work/out" "cut.sdf:3:"
expect 2 "$surefoot" check "$work/notes.txt"
expect 2 "$surefoot" check "$work/missing.sdf"
said "$work/out" "missing.sdf"
expect 2 "$surefoot" check "$work"

# A run is refused for the same reasons, with one JSON object when asked.
expect 2 "$surefoot" run "$work/broken.urdf" --json
said "$work/err" "broken.urdf:4:"
python "$work/out" 'assert r["ok"] is False and r["problems"], r'
