#!/usr/bin/env bash
# page_cards.sh PROGRAM SOURCE_DIR BUILD_DIR
# Sensor cards and the event log of the web page in a real browser.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test cards "$@"
