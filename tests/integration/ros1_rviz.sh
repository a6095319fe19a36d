#!/usr/bin/env bash
# ros1_rviz.sh PROGRAM SOURCE_DIR BUILD_DIR
# RViz of ROS 1 with software rendering shows the Husky's model: its description is a parameter, its frames are on
# /tf. The picture is read from the memory of the X server.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/ros1.bash"
ros1_server "$source_dir/worlds/flat.sdf"
mkdir "$work/screen"
mkdir -m 700 "$work/home"
Xvfb -displayfd 3 -screen 0 800x600x24 -fbdir "$work/screen" -nolisten tcp 3>"$work/display" 2>"$work/xvfb.log" &
screen=$!
trap 'kill -KILL "$server" "$screen" "${rviz:-}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
for ((i = 0; i < 600; ++i)); do
  [[ -s $work/display ]] && break
  kill -0 "$screen" || fail "no X server: $(cat "$work/xvfb.log")"
  sleep 0.05
done
DISPLAY=:$(cat "$work/display") HOME=$work/home XDG_RUNTIME_DIR=$work/home LIBGL_ALWAYS_SOFTWARE=1 QT_QPA_PLATFORM=xcb \
  rviz -d "$source_dir/tests/integration/ros1_husky.rviz" >"$work/rviz.log" 2>&1 &
rviz=$!
timeout 180 /usr/bin/python3 "$source_dir/tests/integration/ros1_rviz.py" "$work/screen/Xvfb_screen0" "$rviz" || {
  tail -n 20 "$work/rviz.log" "$work/serve.err" >&2
  fail "see above"
}
! grep -iE "could not load|error retrieving|failed" "$work/rviz.log" || fail "RViz reports errors"
kill "$rviz"
end_server
