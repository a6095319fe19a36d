#!/usr/bin/env bash
# render_pictures.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot render`: worlds, models, meshes, its output and its refusals.
source "$(dirname "$0")/helpers.bash"
small=(--size 64x48 --supersample 1)

is_png() {  # is_png FILE WIDTH HEIGHT
  python3 - "$@" <<'PY' || fail "$1 is not a PNG of $2x$3"
import struct, sys
with open(sys.argv[1], "rb") as file:
    head = file.read(24)
assert head[:8] == b"\x89PNG\r\n\x1a\n"
assert struct.unpack(">II", head[16:24]) == (int(sys.argv[2]), int(sys.argv[3])), head
PY
}

expect 0 "$surefoot" render "$source_dir/worlds/husky_lab.sdf" "$work/lab.png" "${small[@]}" --json
is_png "$work/lab.png" 64 48
python "$work/out" '
assert r["ok"] and r["width"] == 64 and r["shapes"] > 10, r
size = [b - a for a, b in zip(r["subject"]["min"], r["subject"]["max"])]
assert 0.9 < size[0] < 1.1 and 0.6 < size[1] < 0.75, size   # the Husky, not the lab
assert r["camera"]["position"][0] > 0 and r["camera"]["direction"][2] < 0, r'

# The same picture with any number of threads; a different one with other options.
draw() { expect 0 "$surefoot" render "$source_dir/models/rover" "$@" "${small[@]}"; }
draw "$work/a.png" --threads 1
draw "$work/b.png" --threads 2
cmp -s "$work/a.png" "$work/b.png" || fail "one and two threads differ"
for option in --collisions --frames --transparent --view=top --fov=60 --from=-2,3,1 --at=0,0,1; do
  draw "$work/c.png" "$option"
  cmp -s "$work/a.png" "$work/c.png" && fail "$option changed nothing"
done
draw "$work/c.png" --from -2,3,1 --at -1,0,0.5
draw "$work/c.png" --model rover
cmp -s "$work/a.png" "$work/c.png" || fail "the rover is what can move"

# A single mesh, and a robot without visuals.
cat >"$work/tetrahedron.obj" <<'OBJ'
v 0 0 0
v 2 0 0
v 0 2 0
v 0 0 2
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
OBJ
expect 0 "$surefoot" render "$work/tetrahedron.obj" "$work/mesh.png" "${small[@]}" --json
python "$work/out" 'assert r["subject"]["max"] == [2, 2, 2], r'
cat >"$work/bare.urdf" <<'URDF'
<robot name="bare">
  <link name="base">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
</robot>
URDF
expect 0 "$surefoot" render "$work/bare.urdf" "$work/bare.png" "${small[@]}"
said "$work/err" "drawn by its collision shapes"
said "$work/err" "bare"

# Refusals do not change an old picture and list the accepted values.
refuses() {
  local text=$1
  shift
  expect 2 "$surefoot" render "$@"
  said "$work/err" "$text"
}
world=$source_dir/worlds/flat.sdf
echo precious >"$work/old.png"
refuses '8192x8192' "$world" "$work/old.png" --size 0x10
refuses '8192x8192' "$world" "$work/old.png" --size 10000x10
refuses '8192x8192' "$world" "$work/old.png" --size big
refuses 'X,Y,Z' "$world" "$work/old.png" --from 1,2
refuses 'X,Y,Z' "$world" "$work/old.png" --at 1,2,nan
refuses 'iso, front' "$world" "$work/old.png" --view below
refuses '170 degrees' "$world" "$work/old.png" --fov 180
refuses '1 to 8' "$world" "$work/old.png" --supersample 9
refuses 'the world has: ' "$world" "$work/old.png" --model nobody
refuses 'same as its target' "$world" "$work/old.png" --from 1,2,3 --at 1,2,3
refuses 'missing.sdf' "$work/missing.sdf" "$work/old.png"
refuses 'missing.stl' "$work/missing.stl" "$work/old.png"
refuses 'no_folder' "$world" "$work/no_folder/x.png"
refuses 'is a folder' "$world" "$work"
refuses 'does not end in .png' "$world" "$work/picture.jpg"
[[ $(<"$work/old.png") == precious ]] || fail "the old picture was overwritten"
if [[ -w /dev/full ]]; then
  expect 1 "$surefoot" render "$world" /dev/full "${small[@]}"
  said "$work/err" "/dev/full"
fi
[[ -z $(find "$work" -name '*.part') ]] || fail "half a picture was left behind"
