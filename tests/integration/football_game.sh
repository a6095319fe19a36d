#!/usr/bin/env bash
# football_game.sh PROGRAM SOURCE_DIR BUILD_DIR
# A game of four against four AIBOs under the referee, each controlled by a separate process by its camera only: the red ones, which are on
# the field, through rosbridge; the blue ones, which come through USARSim's ports, in their skin, and take the places of the players that
# are missing. They kick.
source "$(dirname "$0")/helpers.bash"

# The uniforms are colours and nothing else: written out, the models differ in seven looks.
for model in ers7 ers7_red ers7_blue; do
  expect 0 "$surefoot" convert "$source_dir/models/$model/model.sdf" "$work/$model.sdf"
done
python3 - "$work" <<'PY' || fail "the uniforms"
import re
import sys
plain, red, blue = (open(f'{sys.argv[1]}/ers7{team}.sdf').read() for team in ('', '_red', '_blue'))
look = re.compile(r'<(?:ambient|diffuse)>(\S+) (\S+) (\S+) 1</')


def shape(text):
    text = re.sub(r'<model name="\w+">', '<model>', re.sub(r' *<frame name="_merged_[^>]*>\n', '', text))
    return look.sub('', text)


for text, channel in ((red, 0), (blue, 2)):
    assert shape(text) == shape(plain), 'more than the colours differs'
    worn = [tuple(map(float, b)) for a, b in zip(look.findall(plain), look.findall(text)) if a != b]
    assert len(worn) == 14, worn
    assert all(color[channel] > 2 * max(c for i, c in enumerate(color) if i != channel) for color in worn), worn
PY

python3 - "$source_dir/worlds/four_legged_game.sdf" "$work/world.sdf" <<'PY'
import re
import sys
text = open(sys.argv[1]).read()
text, count = re.subn(r'<include>\s*<uri>model://ers7_blue</uri>.*?</include>', '', text, flags=re.S)
assert count == 4, count
open(sys.argv[2], 'w').write(text)
PY
start_server "$work/world.sdf" --port 0 --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port off \
  --usarsim-image-format raw --islands on --threads 2 --for 300
PYTHONPATH="$source_dir/clients/python" timeout 100 python3 "$source_dir/tests/integration/football_game.py" "$work/serve.json" \
  "$source_dir/examples/05_ball_seekers/seek_ball.py" || {
  cat "$work/serve.err" >&2
  fail "see above"
}
end_server
