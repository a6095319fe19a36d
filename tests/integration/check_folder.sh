#!/usr/bin/env bash
# check_folder.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot check` on folders: every file in a separate process.
source "$(dirname "$0")/helpers.bash"

robots=$work/robots
mkdir -p "$robots/sub" "$robots/.hidden"
robot() { # NAME MASS
  cat <<URDF
<robot name="$1"><link name="base"><inertial><mass value="$2"/>
<inertia ixx="1" iyy="1" izz="1"/></inertial>
<collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>
URDF
}
robot good 1 >"$robots/good.urdf"
robot bad -1 >"$robots/sub/bad.urdf"
robot hidden -1 >"$robots/.hidden/bad.urdf"
robot warned 1 | sed 's/<collision>/<colision\/>&/' >"$robots/sub/warned.urdf"
echo '<package/>' >"$robots/package.xml"

expect 2 "$surefoot" check "$robots" -j 2
said "$work/out" "ok           $robots/good.urdf"
said "$work/out" "1 error      $robots/sub/bad.urdf:1: the mass of link \"base\" is negative (-1)"
said "$work/out" "1 warning    $robots/sub/warned.urdf"
said "$work/out" "3 files: 2 ok (1 with warnings), 1 wrong"

expect 2 "$surefoot" check "$robots" --json --run 0.01
python "$work/out" '
assert r["ok"] is False, r
assert [f["status"] for f in r["files"]] == ["ok", "errors", "warnings"], r
assert [f["run_s"] for f in r["files"]] == [0.01, 0, 0.01], r
assert r["files"][1]["problems"][0]["line"] == 1, r
assert {k: r["summary"][k] for k in ("files", "ok", "warnings", "errors")} == {
    "files": 3, "ok": 1, "warnings": 1, "errors": 1}, r
assert r["summary"]["messages"][0]["files"] == 1, r'

rm "$robots/sub/bad.urdf"
expect 0 "$surefoot" check "$robots" --run 0.01
said "$work/out" "2 files: 2 ok (1 with warnings), 0 wrong; each was run for 0.01 s"
expect 0 "$surefoot" check "$robots/good.urdf" --run 0.01
said "$work/out" "good.urdf: ok: 1 model, 1 link, 0 joints, ran for 0.01 s"

# A file that takes too long does not stop the others.
expect 2 "$surefoot" check "$robots" --run 1e9 --time-limit 0.5
said "$work/out" "good.urdf: the check took too long and was stopped (0.5 s)"

expect 2 "$surefoot" check "$robots" --run 0
expect 2 "$surefoot" check "$robots" -j 0
mkdir "$work/empty"
expect 2 "$surefoot" check "$work/empty"
said "$work/err" "no worlds or models in"
