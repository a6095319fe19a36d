#!/usr/bin/env bash
# ball_seekers.sh PROGRAM SOURCE_DIR BUILD_DIR
# Four AIBOs on one field, each steered to the ball by a separate process, by its camera only: two through rosbridge, two
# through USARSim's ports, all by the same program.
source "$(dirname "$0")/helpers.bash"

cat >"$work/world.sdf" <<'SDF'
<sdf version="1.9"><world name="seekers"><gravity>0 0 -9.81</gravity>
  <light name="lamp" type="directional"><cast_shadows>true</cast_shadows><pose>0 0 10 0 0 0</pose>
    <diffuse>0.8 0.8 0.8 1</diffuse><direction>-0.2 0.1 -0.97</direction></light>
  <include><uri>model://field_4legged</uri><name>field</name></include>
  <include><uri>model://ball_4legged</uri><name>ball</name><pose>0 0 0.0425 0 0 0</pose></include>
  <include><uri>model://ers7</uri><name>red</name><pose>-0.9 0 0.13767 0 0 0.9</pose></include>
  <include><uri>model://ers7</uri><name>blue</name><pose>0.9 0 0.13767 0 0 2.2</pose></include>
</world></sdf>
SDF
start_server "$work/world.sdf" --port 0 --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port off \
  --usarsim-image-format raw --islands on --threads 2 --for 300
PYTHONPATH="$source_dir/clients/python" python3 "$source_dir/tests/integration/ball_seekers.py" "$work/serve.json" \
  "$source_dir/examples/05_ball_seekers/seek_ball.py" || {
  cat "$work/serve.err" >&2
  fail "see above"
}
end_server
