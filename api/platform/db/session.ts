/**
 * Postgres settings for each connection. By default, when a client's machine loses power or network, Postgres keeps
 * what it holds for more than two hours: its locks on trees, which block everyone who posts there. With these settings,
 * it probes silent clients, gives one up after 15 seconds without a sign of life, and ends a transaction whose program
 * has been idle in it for a minute.
 */
export const GIVEN_UP_WHEN_LOST = {
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 2,
  tcp_user_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * How long a statement of a request waits for a lock, in milliseconds: Postgres then undoes it, and the answer is 503
 * within two seconds. Without it, whoever pressed a button would be told after ten that nobody knows, and what they sent
 * would still be done once the lock is free.
 */
export const LOCK_WAIT_MS = 1500;
