#!/bin/sh
# What a container runs: `start` (everything), `api`, `site`, or a script with its arguments, such as `backup FILE`.
# Each replaces this shell, so that it receives the container's signals itself.
set -eu
cd /app

# One program alone. The starter limits the memory of its programs itself.
program() {
  # shellcheck disable=SC2046 # One word for each variable.
  exec env $(bun shared/observability/heap-limits.ts) bun "$1"
}

command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
  api) program api/main.ts ;;
  site) program site/server.ts ;;
  start | migrate | distribute | backup | restore | restore-drill | keys | admin | moderator) exec bun "scripts/$command.ts" "$@" ;;
esac
echo "There is no command \"$command\". Choose start, api, site, migrate, distribute, backup, restore, restore-drill, keys, admin or moderator." >&2
exit 1
