#!/usr/bin/env bash
# serve_rights.sh PROGRAM SOURCE_DIR BUILD_DIR
# How a public server gives up its privileges, and what it writes to the audit log.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf
ports=(--port 0 --usarsim-port 0 --usarsim-image-port 0 --usarsim-pose-port 0)

# Protocols without passwords listen on this computer only.
for gateway in usarsim gamecontroller; do
  for address in 0.0.0.0 ::; do
    expect 2 "$surefoot" serve "$world" "${ports[@]}" --gamecontroller-role follower --$gateway-listen $address --for 1
    said "$work/err" "listen is '$address'"
    said "$work/err" "insecure"
  done
done

expect 2 "$surefoot" serve "$world" "${ports[@]}" --for 1 --audit-log "$work"
said "$work/err" "--audit-log"

start_server "$world" "${ports[@]}" --audit-log "$work/audit.jsonl" --for 60
grep -q '^NoNewPrivs:\s*1$' "/proc/$server/status" || fail "new privileges are possible"
for task in /proc/"$server"/task/*; do
  grep -q '^NoNewPrivs:\s*1$' "$task/status" || fail "new privileges are possible in a thread"
done
grep -qE '^Max core file size +0 +0 ' "/proc/$server/limits" || fail "there could be a core dump"
python3 "$source_dir/tests/integration/serve_rights.py" "$work/serve.json" "$work/audit.jsonl" || fail "see above"
end_server
token=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1])).get("tokens", {}).get("owner", ""))' "$work/serve.json")
[[ -n $token ]] || fail "no token in the JSON"
! grep -qF "$token" "$work/audit.jsonl" || fail "the token is in the audit log"

# The systemd journal does not get the token, only the path of its file; neither does a file on request.
export XDG_RUNTIME_DIR=$work/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
hidden() {
  local said=$work/hidden
  : >"$said"  # Its content of the last time must not count.
  "$surefoot" serve "$world" "${ports[@]}" --for 60 "$@" >"$said" 2>&1 &
  server=$!
  for ((i = 0; i < 600; ++i)); do
    # The file is complete when it has the line that the program prints last.
    grep -qE '^token +in |"token_file"|token=' "$said" && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  local file
  file=$(echo "$XDG_RUNTIME_DIR"/surefoot/*.token)
  said "$said" "$file"
  token=$(cat "$file")
  [[ ${#token} -ge 16 ]] || fail "no token in $file"
  ! grep -qF "$token" "$said" || fail "the token was printed with: $*"
  end_server
}
hidden --hide-token
hidden --hide-token --json
: >"$work/hidden"
JOURNAL_STREAM=$(stat -c %d:%i "$work/hidden") hidden
JOURNAL_STREAM=$(stat -c %d:%i "$work/hidden") hidden --json
rm "$work/serve.json"  # start_server waits for it
JOURNAL_STREAM=1:2 start_server "$world" "${ports[@]}" --for 60
[[ $(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["tokens"]["owner"])' "$work/serve.json") ]] || fail "no token"
end_server
unset XDG_RUNTIME_DIR

# Changing the user: refused without the privilege, done by root.
if ((EUID != 0)); then
  expect 2 "$surefoot" serve "$world" "${ports[@]}" --for 1 --user nobody
  said "$work/err" "only root can"
  exit 0
fi
expect 2 "$surefoot" serve "$world" "${ports[@]}" --for 1 --user root
said "$work/err" "rights of root"
expect 2 "$surefoot" serve "$world" "${ports[@]}" --for 1 --user no_such_user
said "$work/err" "there is no user 'no_such_user'"

rm "$work/serve.json"  # start_server waits for it
mkdir "$work/logs"
chown nobody "$work/logs"
chmod 755 "$work"
start_server "$world" "${ports[@]}" --user nobody --audit-log "$work/logs/audit.jsonl" --for 60
uid=$(id -u nobody)
for task in /proc/"$server"/task/*; do
  grep -q "^Uid:\s*$uid\s*$uid\s*$uid\s*$uid\$" "$task/status" || fail "a thread is another user"
  grep -qE '^CapEff:\s*0+$' "$task/status" || fail "a thread has capabilities"
  ! grep -qE '^Groups:(.*\s)?0(\s|$)' "$task/status" || fail "a thread is in root's group"
done
[[ $(stat -c %U "$work/logs/audit.jsonl") == nobody ]] || fail "the audit log is not the user's"
python3 "$source_dir/tests/integration/serve_rights.py" "$work/serve.json" "$work/logs/audit.jsonl" || fail "see above"
end_server
