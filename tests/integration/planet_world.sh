#!/usr/bin/env bash
# planet_world.sh PROGRAM SOURCE_DIR BUILD_DIR
# A world on a part of a height file, with rocks and a sun: checked, written, run; and the message
# if the part does not exist.
source "$(dirname "$0")/helpers.bash"

# 60 x 40 samples, 2 m apart, 1 m higher a column; one without data.
{
  printf 'ncols 60\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999\n'
  for ((row = 0; row < 40; ++row)); do
    for ((column = 0; column < 60; ++column)); do
      if ((row == 20 && column == 30)); then printf -- '-9999 '; else printf '%d.0 ' "$column"; fi
    done
    printf '\n'
  done
} >"$work/dem.asc"

write_world() {  # write_world PART
  cat >"$work/world.sdf" <<END
<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><world name="w">
<surefoot:sun azimuth_deg="90" elevation_deg="15"/>
<surefoot:sky kind="dark"/>
<model name="ground"><static>true</static><pose>0 0 -30 0 0 0</pose><link name="l"><collision name="c"><geometry>
<heightmap><uri>dem.asc$1</uri></heightmap>
</geometry></collision></link></model>
<surefoot:rocks count="6" seed="2" spacing="1"/>
<model name="ball"><pose>0 0 3 0 0 0</pose><link name="l"><collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision></link></model>
</world></sdf>
END
}

write_world '?extent=40x20&amp;middle=3,-2'
expect 0 "$surefoot" check "$work/world.sdf"
cat "$work/out" "$work/err" >"$work/all"
said "$work/all" "are interpolated from their surroundings"
# The writer reads its file back and compares; the part becomes a separate file.
expect 0 "$surefoot" convert "$work/world.sdf" "$work/written.sdf"
[[ -s $work/written_files/heights_1.pfm ]] || fail "the part was not written"
grep -q 'surefoot:rock?seed=' "$work/written.sdf" || fail "the rocks were not written"
grep -q 'name="rock_5"' "$work/written.sdf" || fail "rock_5 was not written"
grep -q 'azimuth_deg="90"' "$work/written.sdf" || fail "the sun was not written"
expect 0 "$surefoot" run "$work/world.sdf" --duration 0.2 --quiet
expect 0 "$surefoot" run "$work/written.sdf" --duration 0.2 --quiet

write_world '?extent=400x20'
expect 2 "$surefoot" check "$work/world.sdf"
cat "$work/out" "$work/err" >"$work/all"
said "$work/all" "world.sdf:5"
said "$work/all" "is not within the file, which is 120 x 80 m large"
write_world '?extend=40x20'
expect 2 "$surefoot" check "$work/world.sdf"
cat "$work/out" "$work/err" >"$work/all"
said "$work/all" "there are: extent, middle, place, resolution"
