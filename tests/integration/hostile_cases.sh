#!/usr/bin/env bash
# Malformed files of each format are refused with file and line.
source "$(dirname "$0")/helpers.bash"

python3 "$(dirname "$0")/hostile_cases.py" "$surefoot" "$work/hostile"
