#!/usr/bin/env bash
# Wrong files of each format are refused with file and line, whatever they are.
source "$(dirname "$0")/helpers.bash"

python3 "$(dirname "$0")/hostile_cases.py" "$surefoot" "$work/hostile"
