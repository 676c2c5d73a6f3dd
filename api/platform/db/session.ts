/**
 * What Postgres is asked to do for each connection of ours. By itself it keeps what a machine held that lost its power or
 * its network for more than two hours: its locks on trees, and with them everybody who posts there. So it asks each client that is silent
 * whether it is still there, and gives it up when nothing was heard of it for 15 seconds; and it ends a transaction whose
 * program stood still in the middle of it for a minute.
 */
export const GIVEN_UP_WHEN_LOST = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};
