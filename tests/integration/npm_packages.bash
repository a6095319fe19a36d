# shellcheck shell=bash
# npm_packages NAME FOLDER: the npm packages of tests/npm/NAME, whose lock file has their hashes, in FOLDER/node_modules.
# They are downloaded once and cached. False if they are not available.

npm_packages() {
  local lock
  lock=$(dirname "${BASH_SOURCE[0]}")/../npm/$1
  if ! cmp --silent "$lock/package-lock.json" "$2/package-lock.json" || [[ ! -d $2/node_modules ]]; then
    command -v npm >/dev/null || return 1
    rm -rf "$2"
    mkdir -p "$2"
    cp "$lock/package.json" "$lock/package-lock.json" "$2"
    npm ci --silent --no-audit --no-fund --ignore-scripts --prefix "$2" || {
      rm -rf "$2"
      return 1
    }
  fi
}
