#!/usr/bin/env bash
# record_run.sh PROGRAM SOURCE_DIR BUILD_DIR
# What `surefoot run --record` writes, read by the Python packages mcap-ros2-support and csv: choice of topics,
# compression, tables, inputs once.
source "$(dirname "$0")/helpers.bash"
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$3"
world=$source_dir/worlds/sensors.sdf
run() { expect 0 "$surefoot" run "$world" --quiet --duration 1 "$@"; }

for compression in lz4 zstd none; do
  run --record "$work/$compression.mcap" --compression "$compression" \
    --command husky::front_left_wheel=velocity:1 --topics '/husky/ground_truth,/husky/joint_*'
done
"$python" - "$work" <<'PY'
import sys
from collections import Counter
from pathlib import Path
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

messages = {}
for name in ("lz4", "zstd", "none"):
    with open(Path(sys.argv[1]) / f"{name}.mcap", "rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()], validate_crcs=True)
        assert reader.get_header().profile == "ros2"
        messages[name] = [
            (channel.topic, message.log_time, schema.name, message.data, decoded)
            for schema, channel, message, decoded in reader.iter_decoded_messages(log_time_order=False)
        ]
        kinds = {chunk.compression for chunk in reader.get_summary().chunk_indexes}
        assert name == "none" or name in kinds, kinds
plain = [m[:4] for m in messages["none"]]
assert [m[:4] for m in messages["lz4"]] == plain and [m[:4] for m in messages["zstd"]] == plain
counts = Counter(m[0] for m in messages["none"])
assert counts["/husky/ground_truth"] == 50 and counts["/husky/joint_states"] == 50, counts
assert counts["/surefoot/hash"] == 1000 and counts["/surefoot/input"] == 1, counts
assert not [topic for topic in counts if topic.startswith("/husky/") and "joint_" not in topic
            and topic != "/husky/ground_truth"], counts
truth = [m for m in messages["none"] if m[0] == "/husky/ground_truth"]
assert [m[1] for m in truth] == [20_000_000 * (i + 1) for i in range(50)]
assert all(m[4].header.stamp.sec * 10**9 + m[4].header.stamp.nanosec == m[1] for m in truth)
# The last recorded state of the body and the sensor on it agree.
states = [m[4] for m in messages["none"] if m[0] == "/surefoot/state"][-1]
assert states.step == 1000 and len(states.poses) == len(states.names) == len(states.twists), states
PY

run --record "$work/tables/" --exclude '/surefoot/hash'
run --record "$work/motion.csv"
run --record "$work/truth.csv" --topics /husky/ground_truth
[[ ! -e $work/tables/surefoot_hash.csv ]] || fail "an excluded topic is there"
python3 - "$work" <<'PY'
import csv, sys
from pathlib import Path

def table(name):
    with open(Path(sys.argv[1]) / name, newline="") as file:
        return list(csv.DictReader(file))

truth = table("truth.csv")
assert len(truth) == 50 and truth == table("tables/husky_ground_truth.csv")
assert float(truth[-1]["time"]) == 1.0 and float(truth[-1]["header.stamp"]) == 1.0
motion = table("motion.csv")
assert len(motion) == 51 and motion == table("tables/surefoot_state.csv")
assert abs(float(motion[-1]["poses[0].orientation.w"])) <= 1.0
facts = {row["key"]: row["value"] for row in table("tables/surefoot.run.csv")}
assert facts["world"] == "sensors" and facts["seed"] == "0", facts
PY

expect 2 "$surefoot" run "$world" --record "$work/many.csv" --topics '/husky/*'
said "$work/err" "a table can contain one topic only"
expect 2 "$surefoot" run "$world" --record "$work/x.mcap" --compression gzip
said "$work/err" "none, lz4 and zstd"
expect 2 "$surefoot" run "$world" --topics '/husky/*'
said "$work/err" "--record"
[[ ! -e $work/x.mcap && ! -e $work/many.csv ]] || fail "a refused run left a file"
