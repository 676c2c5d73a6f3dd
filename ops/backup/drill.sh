#!/bin/sh
# Fetches the copies with BACKUP_FETCH_COMMAND into FETCH_DIR, a new folder, or takes BACKUP_DIR if it is not set.
# Restores the newest into a new database, and deletes both. Then it writes the time into DRILL_TIME_FILE, for
# node_exporter. Exits with the first failure.
set -eu
if [ -n "${BACKUP_FETCH_COMMAND:-}" ]; then
  FETCH_DIR=$(mktemp -d)
  export FETCH_DIR
  trap 'rm -rf "$FETCH_DIR"' EXIT
  sh -c "$BACKUP_FETCH_COMMAND"
fi
node_modules/.bin/bun scripts/restore-drill.ts "${FETCH_DIR:-${BACKUP_DIR:?is not set: name the folder of the backups}}"
if [ -n "${DRILL_TIME_FILE:-}" ]; then
  echo "tree_drill_last_success_timestamp_seconds $(date +%s)" > "$DRILL_TIME_FILE"
fi
