#!/usr/bin/env bash
# serve_radio.sh PROGRAM SOURCE_DIR BUILD_DIR
# Over rosbridge: the map of a world, and robots that communicate by radio. Their contacts are recorded as well.
source "$(dirname "$0")/helpers.bash"
cat >"$work/world.sdf" <<SDF
<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><world name="two">
  <surefoot:radio><surefoot:range>100</surefoot:range></surefoot:radio>
  <model name="floor"><static>true</static><link name="l"><collision name="c"><geometry><plane><normal>0 0 1</normal>
    <size>20 20</size></plane></geometry></collision></link></model>
  <model name="wall"><static>true</static><pose>5 3 0.5 0 0 0</pose><link name="l"><collision name="c"><geometry><box>
    <size>4 0.2 1</size></box></geometry></collision></link></model>
  <include><uri>$source_dir/models/husky</uri><name>a</name><pose>0 0 0.2 0 0 0</pose></include>
  <include><uri>$source_dir/models/husky</uri><name>b</name><pose>10 0 0.2 0 0 0</pose></include>
</world></sdf>
SDF
start_server "$work/world.sdf" --port 0 --without usarsim --map --record "$work/run.mcap"
python3 "$source_dir/tests/integration/serve_radio.py" "$work/serve.json" || fail "see above"
end_server
expect 0 "$surefoot" record-info "$work/run.mcap" --json
python "$work/out" '
topics = {t["topic"]: t["messages"] for t in r["topics"]}
for topic in ("/a/ground/wheels", "/b/ground/wheels", "/a/ground/contacts", "/b/radio/receive", "/map"):
    assert topics.get(topic, 0) > 0, (topic, topics)'
