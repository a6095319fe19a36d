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
      <collison name="misspelt"/>
    </link>
    <joint name="hinge" type="revolute">
      <parent>base</parent>
      <child>nowhere</child>
      <axis><xyz>0 0 1</xyz></axis>
    </joint>
  </model>
</sdf>
SDF
cat >"$work/mass.sdf" <<'SDF'
<sdf version="1.9">
  <model name="light">
    <link name="base">
      <inertial>
        <mass>-2</mass>
        <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>
      </inertial>
    </link>
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
found = {(p["line"], p["severity"]): p for p in r["problems"]}
assert all(p["file"].endswith("broken.sdf") for p in r["problems"]), r
assert found[9, "error"]["value"] == "nowhere", r
assert found[9, "error"]["element"] == "model[broken]/joint[hinge]/child", r
assert "collision" in found[5, "warning"]["advice"], r
'
expect 2 "$surefoot" check --json "$work/mass.sdf"
python "$work/out" '
error, = [p for p in r["problems"] if p["severity"] == "error"]
assert 3 <= error["line"] <= 5 and "mass" in error["message"] and error["value"] == "-2", r'
expect 2 "$surefoot" check "$work/broken.sdf"
said "$work/out" "broken.sdf:9: error: "
said "$work/out" "    value:   nowhere"
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
said "$work/out" "cut.sdf:3: "

# A run is refused for the same reasons, with one JSON object on request.
expect 2 "$surefoot" run "$work/broken.urdf" --json
said "$work/err" "broken.urdf:4:"
python "$work/out" 'assert r["ok"] is False and r["problems"], r'

# Warnings are printed before a run, but not all of a hundred.
{
  echo '<sdf version="1.9"><world name="w"><model name="m"><static>1</static><link name="base">'
  for ((i = 1; i <= 100; ++i)); do echo "<foo$i/>"; done
  echo '</link></model></world></sdf>'
} >"$work/warnings.sdf"
expect 0 "$surefoot" run "$work/warnings.sdf" --duration 0.01
said "$work/err" "warnings.sdf:2: warning: "
said "$work/err" "... and 90 more warnings; \`surefoot check $work/warnings.sdf\` prints all"
(($(grep -c 'warning: ' "$work/err") == 10)) || fail "not ten warnings"
expect 0 "$surefoot" check "$work/warnings.sdf"
said "$work/out" "ok: 1 model, 1 link, 0 joints, 100 warnings"
