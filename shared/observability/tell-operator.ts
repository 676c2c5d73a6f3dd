import { createLog, type LogFields, type LogLevel } from "./log.ts";

/** `event` is constant; `sentence` is what a person reads, and may name paths and variables, but never a secret. */
type Notice = { event: string; sentence: string; fields?: LogFields };

/**
 * Tells the operator about a start or its failure: errors on standard error, the rest on standard output. A person at a
 * terminal gets the sentence. A service manager, a container or a file gets one log line, as with everything else there.
 * Written at once, whatever LOG_LEVEL is.
 */
export function tellOperator(level: LogLevel, { event, sentence, fields }: Notice): void {
  const stream = level === "error" ? process.stderr : process.stdout;
  const origin = level === "error" && fields ? ` ${JSON.stringify(fields)}` : "";
  if (stream.isTTY) stream.write(`${sentence}${origin}\n`);
  else createLog("debug", (line) => stream.write(`${line}\n`))[level](event, { detail: sentence.trim(), ...fields });
}
