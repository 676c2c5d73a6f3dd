import { totalmem } from "node:os";

/** What Postgres is told at every start; postgresql.conf stays as initdb wrote it. `isThrowAway`: see embedded.ts. */
export function settings(socketFolder: string, isThrowAway = false): string[] {
  return Object.entries({
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: "5432",
    max_connections: "60",
    shared_buffers: `${sharedMebibytes()}MB`,
    // Made for long questions; ours are short ones, and many.
    jit: "off",
    fsync: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    ...quietLog,
    ...(isThrowAway && throwAway),
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** A quarter of the machine's memory, as Postgres' own manual advises, within what is of use here. */
const sharedMebibytes = () => Math.min(1024, Math.max(128, Math.floor(totalmem() / 4 / 1024 / 1024)));

/**
 * Private texts must not reach the log. An error's first line may quote a value ("invalid input syntax for ..."), its
 * DETAIL a whole row, and its STATEMENT what was sent: so errors go to the client alone (the level "log" lies above
 * "error" here), and nothing goes with the lines that are left.
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

/** Nothing waits for the disk: a crash of the machine may leave files that nobody can read. */
const throwAway = { fsync: "off", full_page_writes: "off" };
