import pLimit from "p-limit";
import type { Sql, TransactionSql } from "postgres";
import {
  type Bounds,
  type CircuitBreaker,
  circuitBreaker,
  UnresponsiveError,
} from "../../../shared/observability/circuit-breaker.ts";
import { describeError, type Log } from "../../../shared/observability/log.ts";
import { causeOf, codeOf } from "./error-code.ts";

/** A client that gives up on an unresponsive database, and its circuit breaker. */
export type ResilientClient = { client: Sql; circuitBreaker: CircuitBreaker };
type Anything = Parameters<Sql>;
type Unsafe = [text: string, values?: never[], options?: object];

/** Errors from Postgres have a severity; the driver's own errors for a lost connection do not. */
const saidByPostgres = (error: unknown) => error instanceof Error && "severity" in error;
/** An established connection was lost. */
const isLeft = /^(CONNECTION_CLOSED|CONNECT_TIMEOUT|ECONNRESET|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED|57P|08)/;
const LEAVE_EVERY_MS = 1000;
/** How long statements in progress on dropped connections may still take. */
const END_WITHIN_SECONDS = { silent: 0, stuck: 10, left: 2 };

/**
 * The parts of a client that Drizzle needs. Each statement and each transaction is watched, and has a connection of its
 * own while it runs. Connections to an unresponsive database are replaced by new ones. What was sent on the old ones
 * may still take effect once the database is back.
 */
export function resilientClient(
  open: () => Sql,
  probe: () => Promise<boolean>,
  bounds?: Partial<Bounds>,
): ResilientClient {
  let client = open();
  let inTurn = turnsOf(client);
  // Drizzle sets here how values are parsed and serialized; the next client needs the same settings.
  const { options } = client;
  const beat = circuitBreaker(probe, dropConnections, { isAnswer: saidByPostgres, ...bounds });
  const asking = keepIdleListShort(client.options.max, () => inTurn(() => client.unsafe("select 1")));
  let leftAt = Number.NEGATIVE_INFINITY;

  function dropConnections(why: keyof typeof END_WITHIN_SECONDS): void {
    const dropped = client;
    client = open();
    // Queued statements go to the new client. Those stuck on the old connections no longer block the queue.
    inTurn = turnsOf(client);
    Object.assign(client.options.parsers, options.parsers);
    Object.assign(client.options.serializers, options.serializers);
    dropped.end({ timeout: END_WITHIN_SECONDS[why] }).catch(() => {});
  }

  /**
   * Drops connections that have become useless. If a host no longer takes writes, its connections would refuse them for
   * as long as they live, though another host may take them. And if a connection was lost, the driver may never
   * recover: what it was about to write then blocks all that it writes later.
   */
  function leave(error: unknown): never {
    const takesNoWrites = codeOf(error) === "25006";
    const isToLeave = takesNoWrites || (isLeft.test(codeOf(error)) && isConnectionLost(error));
    if (isToLeave && performance.now() - leftAt > LEAVE_EVERY_MS) {
      leftAt = performance.now();
      dropConnections("left");
    }
    throw error;
  }

  // Called as a function, it queries the current client unwatched.
  const guarded = Object.assign((...statement: Anything) => client(...statement), {
    options,
    unsafe(...statement: Unsafe) {
      asking();
      let asValues = false;
      function send() {
        const query = client.unsafe(...statement);
        return asValues ? query.values() : query;
      }
      const answer = beat.watch(() => inTurn(send)).catch(leave);
      return orValues(answer, () => {
        asValues = true;
      });
    },
    begin<Result>(work: (transaction: TransactionSql) => Promise<Result>) {
      asking();
      const done = beat.watch((heard) =>
        inTurn(() =>
          client.begin((transaction) => {
            // It waited too long for a connection: nothing has been done yet, and nothing will be.
            if (!heard()) throw new UnresponsiveError();
            return work(heardIn(transaction, heard)).catch(unlessLost);
          }),
        ),
      );
      return done.catch(leave);
    },
    end: (within?: { timeout?: number }) => client.end(within).finally(beat.stop),
  });
  return { client: guarded as unknown as Sql, circuitBreaker: beat };
}

function heardIn(transaction: TransactionSql, heard: () => boolean): TransactionSql {
  const within = {
    unsafe(...statement: Unsafe) {
      const query = transaction.unsafe(...statement);
      const answer = query.then((rows) => {
        heard();
        return rows;
      });
      return orValues(answer, () => query.values());
    },
    savepoint: (work: (within: TransactionSql) => Promise<unknown>) =>
      transaction.savepoint((inner) => work(heardIn(inner, heard))),
  };
  return within as unknown as TransactionSql;
}

/** A statement is sent a moment later, so that the caller can still ask for plain values. */
function orValues<Answer>(answer: Promise<Answer>, ask: () => void) {
  const values = () => {
    ask();
    return answer;
  };
  return Object.assign(answer, { values });
}

/**
 * Runs as many statements at a time as there are connections. Given more, the driver (postgres.js 3.4.9) pipelines them
 * on busy connections: a quick one waits for a slow one despite idle connections, and the list that it takes
 * connections from never shrinks again: after 700,000 statements, each takes a hundred microseconds longer.
 */
const turnsOf = (client: Sql) => pLimit(client.options.max);

/**
 * Sends nothing more on a lost connection: the driver (postgres.js 3.4.9) would still send a rollback, to a closed
 * socket, and that ends the whole process. The driver gives up such a transaction by itself, with an error that says
 * so.
 */
function unlessLost(error: unknown): Promise<never> {
  if (isConnectionLost(error)) return new Promise(() => {});
  throw error;
}

/**
 * Whether a connection was lost, by the codes of the driver, of Node, and of Postgres when it closes one. If a distributed
 * database has lost a node, only the statement fails, with such a code and this severity.
 */
const isConnectionLost = (error: unknown): boolean =>
  (causeOf(error) as { severity?: unknown } | null)?.severity !== "ERROR" &&
  /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED|57P|08)/.test(codeOf(error));

/**
 * The driver takes idle connections from the front of a list that frees those slots only once it is
 * empty, and scans it from the start for each statement. If some connections are always idle, it grows forever: after
 * 200,000 statements, each takes 27 µs longer.
 */
const EMPTIED_EVERY = 10_000;

/**
 * Returns a function to call for each statement. Every so often it queries all connections at once, so that none is
 * idle.
 */
function keepIdleListShort(connections: number, askOnOne: () => Promise<unknown>): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls % EMPTIED_EVERY !== 0) return;
    // A failure shows up in the next request.
    for (let i = 0; i < connections; i += 1) askOnOne().catch(() => {});
  };
}

/**
 * Keeps the process alive if a connection is lost while the driver (postgres.js 3.4.9) runs its own startup queries, or
 * writes to a closed socket: nothing can catch that error. Waiting callers get an error of their own. All other
 * uncaught errors still end the process.
 */
export function surviveLostConnections(log: Log): void {
  const judge = (error: unknown) => {
    if (isConnectionLost(error)) return log.warn("database connection lost", describeError(error));
    log.error("uncaught exception", describeError(error));
    process.exit(1);
  };
  process.on("unhandledRejection", judge);
  process.on("uncaughtException", judge);
}
