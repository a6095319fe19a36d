#!/usr/bin/env bash
# map.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot map`: its files read by Pillow and a YAML library, as map servers do, compared with the positions of objects.
source "$(dirname "$0")/helpers.bash"
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"
venv_python=$build_dir/mcap_venv/bin/python

cat >"$work/room.sdf" <<'SDF'
<sdf version="1.9"><world name="room">
  <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="pillar"><static>true</static><pose>2 1 1 0 0 0</pose><link name="l"><collision name="c">
    <geometry><cylinder><radius>0.5</radius><length>2</length></cylinder></geometry></collision></link></model>
  <model name="cell"><static>true</static><link name="l">
    <collision name="w"><pose>-3 0 0.5 0 0 0</pose><geometry><box><size>0.2 2.2 1</size></box></geometry></collision>
    <collision name="e"><pose>-1 0 0.5 0 0 0</pose><geometry><box><size>0.2 2.2 1</size></box></geometry></collision>
    <collision name="n"><pose>-2 1 0.5 0 0 0</pose><geometry><box><size>2 0.2 1</size></box></geometry></collision>
    <collision name="s"><pose>-2 -1 0.5 0 0 0</pose><geometry><box><size>2 0.2 1</size></box></geometry></collision>
  </link></model>
  <model name="robot"><pose>0 -2 0.1 0 0 0</pose><link name="l"><collision name="c">
    <geometry><box><size>0.4 0.3 0.2</size></box></geometry></collision></link></model>
</world></sdf>
SDF
expect 0 "$surefoot" map "$work/room.sdf" --out "$work/room" --bounds -4,-3,4,3 --json
python "$work/out" '
assert r["ok"] and (r["width"], r["height"]) == (160, 120) and r["origin"] == [-4, -3], r
assert r["free"] + r["occupied"] + r["unknown"] == 160 * 120, r'
"$venv_python" - "$work/room.yaml" <<'PY' || fail "the map is not what stands there"
import math, sys
from pathlib import Path
from PIL import Image
from ruamel.yaml import YAML

path = Path(sys.argv[1])
about = YAML(typ="safe").load(path)
assert about["mode"] == "trinary" and about["negate"] == 0 and about["resolution"] == 0.05, about
image = Image.open(path.parent / about["image"])
assert image.format == "PPM" and image.mode == "L", (image.format, image.mode)


def at(x, y):
    column = math.floor((x - about["origin"][0]) / about["resolution"])
    row = image.height - 1 - math.floor((y - about["origin"][1]) / about["resolution"])
    black = (255 - image.getpixel((column, row))) / 255
    if black > about["occupied_thresh"]:
        return "occupied"
    return "free" if black < about["free_thresh"] else "unknown"


slack = 0.05 * math.sqrt(2)
for i in range(160):
    for j in range(120):
        x, y = -4 + 0.05 * (i + 0.5), -3 + 0.05 * (j + 0.5)
        r = math.hypot(x - 2, y - 1)
        outer, inner = abs(x + 2) < 1.1 and abs(y) < 1.1, abs(x + 2) < 0.9 and abs(y) < 0.9
        if abs(r - 0.5) < slack:
            continue
        want = "occupied" if r < 0.5 or (outer and not inner) else "unknown" if inner else "free"
        assert at(x, y) == want, (x, y, at(x, y), want)
PY

# With a start inside the room, the inside is free instead of the outside; heights and slopes; the world's name.
expect 0 "$surefoot" map "$work/room.sdf" --out "$work/in.pgm" --start -2,0 --resolution 0.1
[[ -s $work/in.pgm && -s $work/in.yaml ]] || fail "NAME.pgm does not name the files"
cd "$work"
expect 0 "$surefoot" map "$source_dir/worlds/husky_lab.sdf" --resolution 0.2 --json
[[ -s husky_lab.pgm ]] || fail "the map has not the world's name"
python "$work/out" 'assert r["free"] == r["width"] * r["height"], r   # low bumps only'

expect 2 "$surefoot" map "$work/room.sdf" --bounds 1,2,3
said "$work/err" "X0,Y0,X1,Y1"
expect 2 "$surefoot" map "$work/room.sdf" --max-height 1 --height 1
expect 2 "$surefoot" map "$work/room.sdf" --resolution 0
expect 2 "$surefoot" map "$work/room.sdf" --bounds 0,0,1e6,1e6
said "$work/err" "coarser"
expect 2 "$surefoot" map "$work/none.sdf"
expect 1 "$surefoot" map "$work/room.sdf" --out "$work/no/such/folder"
expect 0 "$surefoot" map --help
said "$work/out" "Examples"
