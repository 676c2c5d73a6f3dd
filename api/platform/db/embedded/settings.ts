import { usableMemory } from "../../../../shared/observability/memory.ts";

/**
 * Settings passed to Postgres at every start; postgresql.conf stays as initdb wrote it. `isThrowAway`: see embedded.ts.
 */
export function settings(socketFolder: string, isThrowAway = false): string[] {
  return Object.entries({
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: "5432",
    max_connections: "100",
    shared_buffers: `${sharedMebibytes(usableMemory())}MB`,
    // JIT pays off for long queries only; these are short, and many.
    jit: "off",
    fsync: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    ...quietLog,
    ...(isThrowAway && throwAway),
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** A quarter of the memory, as the Postgres manual advises, within useful bounds. Bytes to mebibytes. */
export const sharedMebibytes = (memory: number): number =>
  Math.min(1024, Math.max(32, Math.floor(memory / 4 / 1024 / 1024)));

/**
 * Private texts must not reach the log. An error's first line may quote a value ("invalid input syntax for ..."), its
 * DETAIL a whole row, and its STATEMENT the query. So errors go only to the client (the level "log" is above "error"
 * here), and the remaining lines carry no details.
 */
const quietLog = {
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_statement: "none",
  log_min_duration_statement: "-1",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  log_checkpoints: "off",
};

/** Nothing waits for the disk: a crash of the machine may leave unreadable files. */
const throwAway = { fsync: "off", full_page_writes: "off" };
