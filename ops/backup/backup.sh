#!/bin/sh
# Writes a backup into BACKUP_DIR, deletes those older than BACKUP_DAYS, and runs BACKUP_COPY_COMMAND, which copies the
# folder off this machine. Then it writes the time into BACKUP_TIME_FILE, for node_exporter. Exits with the first failure.
set -eu
folder=${BACKUP_DIR:?is not set: name the folder for the backups}
node_modules/.bin/bun scripts/backup.ts "$folder/tree-$(date -u +%Y-%m-%dT%H%M%SZ).backup"
find "$folder" -maxdepth 1 -name 'tree-*.backup' -mtime "+$((${BACKUP_DAYS:-30} - 1))" -delete
if [ -n "${BACKUP_COPY_COMMAND:-}" ]; then
  sh -c "$BACKUP_COPY_COMMAND"
  echo 'The backups were copied off this machine.'
else
  echo 'BACKUP_COPY_COMMAND is not set: the backups are on this machine only.' >&2
fi
if [ -n "${BACKUP_TIME_FILE:-}" ]; then
  echo "tree_backup_last_success_timestamp_seconds $(date +%s)" > "$BACKUP_TIME_FILE"
fi
