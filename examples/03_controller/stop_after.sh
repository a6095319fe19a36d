#!/bin/sh
# A controller in a few lines of shell: it drives straight for the time in the parameter `seconds`.
# It answers every line with one line of JSON.
read -r hello
seconds=$(printf '%s' "$hello" | sed 's/.*"seconds":\([0-9]*\).*/\1/')
echo '{}'
while read -r line; do
  case $line in
    '{"end"'*) exit 0 ;;
  esac
  # {"time":1.25,"messages":{}}
  time=${line#*:}
  if [ "${time%%[.,]*}" -ge "$seconds" ]; then
    echo '{"publish":{"/husky/cmd_vel":{}},"done":true}'
  else
    echo '{"publish":{"/husky/cmd_vel":{"linear":{"x":0.5}}}}'
  fi
done
