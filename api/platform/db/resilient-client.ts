import pLimit from "p-limit";
import type { Sql, TransactionSql } from "postgres";
import {
  type Bounds,
  type CircuitBreaker,
  circuitBreaker,
  UnresponsiveError,
} from "../../../shared/observability/circuit-breaker.ts";
import { codeOf } from "./error-code.ts";
import { keepIdleListShort } from "./idle-list.ts";

/** A client that gives up on a database which does not answer, and what it knows of that. */
export type ResilientClient = { client: Sql; circuitBreaker: CircuitBreaker };
type Anything = Parameters<Sql>;
type Form = "values" | "raw";
type Unsafe = [text: string, values?: never[], options?: object];

/** The driver has errors of its own for a connection that is no more. */
const saidByPostgres = (error: unknown) => error instanceof Error && "severity" in error;
/** No writes are taken here (25006), or a connection that was there is no more. */
const isToLeave = /^(25006|CONNECTION_CLOSED|CONNECT_TIMEOUT|ECONNRESET|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED|57P|08)/;
const LEAVE_EVERY_MS = 1000;
/** So long what is under way on connections that are given up may still take. */
const END_WITHIN_SECONDS = { silent: 0, stuck: 10, left: 2 };

/**
 * What Drizzle needs of a client, each statement and each transaction watched, and each on a connection of its own while it runs.
 * Connections on which a silent database holds us are dropped for new ones; what it does then with what it was sent, is for it to
 * say when it is back.
 */
export function resilientClient(
  open: () => Sql,
  probe: () => Promise<boolean>,
  bounds?: Partial<Bounds>,
): ResilientClient {
  let client = open();
  let inTurn = turnsOf(client);
  // Drizzle sets here how values are read and written; the next client must do it alike.
  const { options } = client;
  const beat = circuitBreaker(probe, dropConnections, { isAnswer: saidByPostgres, ...bounds });
  const asking = keepIdleListShort(client.options.max, () => inTurn(() => client.unsafe("select 1")));
  let leftAt = Number.NEGATIVE_INFINITY;

  function dropConnections(why: keyof typeof END_WITHIN_SECONDS): void {
    const dropped = client;
    client = open();
    // Whoever waits for a turn sends to the new one. What is stuck on the old connections keeps nobody waiting here.
    inTurn = turnsOf(client);
    Object.assign(client.options.parsers, options.parsers);
    Object.assign(client.options.serializers, options.serializers);
    dropped.end({ timeout: END_WITHIN_SECONDS[why] }).catch(() => {});
  }

  /**
   * Where a host takes no writes any more, another may: its connections would say no for as long as they live. And where a
   * connection was lost, the driver may never get over it: what it was about to write then stays in the way of all that it
   * writes later.
   */
  function leave(error: unknown): never {
    if (isToLeave.test(codeOf(error)) && performance.now() - leftAt > LEAVE_EVERY_MS) {
      leftAt = performance.now();
      dropConnections("left");
    }
    throw error;
  }

  // Called itself, it asks unwatched, as the client that is in use.
  const guarded = Object.assign((...statement: Anything) => client(...statement), {
    options,
    unsafe(...statement: Unsafe) {
      asking();
      let form: Form | undefined;
      function send() {
        const query = client.unsafe(...statement);
        return form ? query[form]() : query;
      }
      const answer = beat.watch(() => inTurn(send)).catch(leave);
      return inForms(answer, (wanted) => {
        form = wanted;
      });
    },
    begin<Result>(work: (transaction: TransactionSql) => Promise<Result>) {
      asking();
      const done = beat.watch((heard) =>
        inTurn(() =>
          client.begin((transaction) => {
            // It waited for a connection too long: nothing has been done yet, and nothing will be.
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
      return inForms(answer, (form) => query[form]());
    },
    savepoint: (work: (within: TransactionSql) => Promise<unknown>) =>
      transaction.savepoint((inner) => work(heardIn(inner, heard))),
  };
  return within as unknown as TransactionSql;
}

/** A statement is sent a moment later, so that there is time to ask for bare values, or for their bytes. */
function inForms<Answer>(answer: Promise<Answer>, ask: (form: Form) => void) {
  const inForm = (form: Form) => () => {
    ask(form);
    return answer;
  };
  return Object.assign(answer, { values: inForm("values"), raw: inForm("raw") });
}

/**
 * As many at a time as there are connections. Where more are asked of it, the driver (postgres.js 3.4.9) sends them behind others on
 * the same connections: a quick one waits for a slow one beside idle connections, and the list of connections that it takes them
 * from is never shortened again: after 700,000 statements each takes a hundred microseconds longer.
 */
const turnsOf = (client: Sql) => pLimit(client.options.max);

/**
 * Where the connection is lost, nothing more is sent on it: the driver (postgres.js 3.4.9) would send a rollback all the
 * same, to a socket that is no more, and that ends the whole process. It gives up such a transaction by itself, with an
 * error that says so.
 */
function unlessLost(error: unknown): Promise<never> {
  if (isConnectionLost(error)) return new Promise(() => {});
  throw error;
}

/** What a lost connection looks like: the driver's names for it, Node's, and Postgres' when it ends one. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|ERR_SOCKET_CLOSED|57P|08)/.test(codeOf(error));
