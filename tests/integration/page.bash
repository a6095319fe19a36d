# shellcheck shell=bash
# page_test NAME PROGRAM SOURCE_DIR BUILD_DIR: runs web/test/NAME.mjs with the page of the build tree.
page_test() {
  local name=$1
  shift
  [[ -e $3/web/index.html ]] || {
    echo "FAILED: no page in $3/web: build the target web_page" >&2
    exit 1
  }
  exec node "$2/web/test/$name.mjs" "$@"
}
