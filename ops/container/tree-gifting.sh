#!/bin/sh
# What a container runs: `start` (everything), `api`, `site`, or a script with its arguments, such as `backup FILE`.
# Each replaces this shell, so that it receives the container's signals itself.
set -eu
cd /app

# With a limit for its memory: a script runs beside the service, and must leave it its part of the container's.
run() {
  # shellcheck disable=SC2046 # One word for each variable.
  exec env $(bun shared/observability/heap-limits.ts) bun "$@"
}

command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
  api) run api/main.ts ;;
  site) run site/server.ts ;;
  start | migrate | distribute | backup | restore | restore-drill | keys | admin | moderator) run "scripts/$command.ts" "$@" ;;
esac
echo "There is no command \"$command\". Choose start, api, site, migrate, distribute, backup, restore, restore-drill, keys, admin or moderator." >&2
exit 1
