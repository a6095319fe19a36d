#!/usr/bin/env bash
# threads.sh PROGRAM SOURCE_DIR BUILD_DIR
# A run is the same for any number of threads: every recorded message, and so the hash, byte for byte.
source "$(dirname "$0")/helpers.bash"

# Three rovers in soil: 18 wheels, more than one thread processes alone.
rovers() {
  sed '/<include>/,$d' "$source_dir/worlds/rover_slope.sdf"
  local k joint
  for k in 0 1 2; do
    printf '<include><uri>model://rover</uri><name>rover%d</name><pose>0 %d 0 0 0 0.%d</pose>\n' \
      $k $((2 * k)) $((4 * k))
    for joint in {front,middle,rear}_{left,right}_wheel; do
      printf '<surefoot:command joint="%s" axis="0" mode="velocity" value="%g"/>\n' $joint $((3 + k))
    done
    printf '</include>\n'
  done
  printf '</world></sdf>\n'
}
rovers >"$work/rovers.sdf"

# All messages of an uncompressed recording in their order, as one digest. Not the file's bytes: where
# its chunks end depends on the wall clock, too.
messages() {
  python3 - "$1" <<'CODE'
import hashlib, struct, sys
with open(sys.argv[1], 'rb') as file:
    content = file.read()
topics, digest, count = {}, hashlib.sha256(), 0
def read(data, at):
    global count
    while at + 9 <= len(data):
        kind, size = data[at], struct.unpack_from('<Q', data, at + 1)[0]
        record = data[at + 9:at + 9 + size]
        at += 9 + size
        if kind == 4:  # a channel
            number, _, length = struct.unpack_from('<HHI', record)
            topics[number] = record[8:8 + length]
        elif kind == 5:  # a message
            digest.update(topics[struct.unpack_from('<H', record)[0]] + record[2:])
            count += 1
        elif kind == 6:  # a chunk
            assert struct.unpack_from('<I', record, 28)[0] == 0, 'compressed'
            read(record[40:40 + struct.unpack_from('<Q', record, 32)[0]], 0)
read(content, 8)
assert len(content) > 20000, 'hardly anything was recorded'
print(count, digest.hexdigest())
CODE
}

# compare WORLD_FILE OPTIONS...
compare() {
  local threads first='' now
  for threads in 1 2 8; do
    expect 0 "$surefoot" run "$@" --duration 0.5 --threads "$threads" --compression none \
      --record "$work/run.mcap"
    now=$(messages "$work/run.mcap") || fail "$*: the recording cannot be read"
    rm "$work/run.mcap"
    first=${first:-$now}
    [[ $now == "$first" ]] || fail "$*: the messages of 1 and $threads threads differ"
  done
}

# Rays, cameras and noise; robots on tyres, each an island; soil.
compare "$source_dir/worlds/sensors.sdf"
for engine in mujoco bullet; do
  compare "$source_dir/worlds/five_huskies.sdf" --engine $engine
  compare "$work/rovers.sdf" --engine $engine
done
