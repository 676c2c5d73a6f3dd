import { existsSync } from "node:fs";
import { join } from "node:path";
import { PRODUCTION_MODE } from "../shared/http/production-mode.ts";
import { asHead } from "../shared/http/request.ts";
import { consoleToLog } from "../shared/observability/console-lines.ts";
import { describeError } from "../shared/observability/log.ts";
import { doneWithin, drainMs, leadMs, onStop } from "../shared/observability/stopping.ts";
import { tellOperator } from "../shared/observability/tell-operator.ts";
import { readSecretFiles } from "../shared/secret-files.ts";
import { invalidVariable } from "./check-env.ts";
import { log } from "./log.ts";
import { openSiteOps } from "./observability/open.ts";
import { type Answer, createRouter } from "./server/router.ts";

const DIST = join(import.meta.dir, "../dist");
/** How long a connection may idle, and how long a request may take to arrive, including its whole body. */
const IDLE_SECONDS = 30;

/**
 * The site's entry point: validates the environment, listens, routes requests, exports metrics, and shuts down
 * gracefully.
 */
async function main() {
  refuseMistakes();
  // A promise that one page forgot to await must not stop the site for everybody.
  consoleToLog(log);
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", describeError(error)));
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", describeError(error));
    process.exit(1);
  });
  const router = await createRouter(DIST);
  const opsPort = process.env.SITE_OPS_PORT ? Number(process.env.SITE_OPS_PORT) : null;
  const ops = orRefuse(() => openSiteOps({ port: opsPort, host: process.env.OPS_HOST || "127.0.0.1" }));

  function finish(answer: Response, request: Request, answered: (status: number) => void): Response {
    if (ops.isDraining()) answer.headers.set("connection", "close");
    answered(answer.status);
    return asHead(answer, request);
  }

  const port = Number(process.env.SITE_PORT || 4321);
  const server = listenOn(port, (request, clientIp) => {
    const answered = ops.begin(request);
    const answer = router(request, clientIp);
    if (answer instanceof Response) return finish(answer, request, answered);
    return answer.then(
      (late) => finish(late, request, answered),
      (error) => finish(failed(error, request), request, answered),
    );
  });
  ops.becomes("ready");
  process.send?.({ ready: true });

  onStop(async () => {
    ops.becomes("draining");
    await Bun.sleep(leadMs(process.env.LEAD_SECONDS));
    // A keep-alive connection that was busy when the stop began stays open and must not delay the exit.
    await doneWithin(drainMs(process.env.DRAIN_SECONDS), Promise.race([server.stop(), allAnswered(server)]));
  });
}

function refuseMistakes(): void {
  orRefuse(readSecretFiles);
  const wrong = invalidVariable(process.env);
  if (wrong) refuseToStart(wrong);
  if (!existsSync(join(DIST, "server"))) refuseToStart("The site is not built: run npm run build.");
}

function listenOn(port: number, answer: (request: Request, clientIp: () => string | undefined) => Answer) {
  try {
    return Bun.serve({
      ...PRODUCTION_MODE,
      port,
      hostname: process.env.LISTEN_HOST || undefined,
      // With a shared port, a second instance started by mistake would silently take half of the visitors.
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      fetch: (request, server) => answer(request, () => server.requestIP(request)?.address),
      error: (error) => failed(error),
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE") {
      return refuseToStart(`SITE_PORT ${port} is in use. Stop the program that uses it, or choose another port.`);
    }
    return refuseToStart(
      code === "EADDRNOTAVAIL"
        ? "LISTEN_HOST is not an address of this machine. Correct it, or leave it out."
        : "The site could not start.",
    );
  }
}

/** A client that disconnected, or was too slow and was cut off, is not an error. */
function failed(error: unknown, request?: Request): Response {
  if (request?.signal.aborted) return new Response(null, { status: 400 });
  log.error("request failed", describeError(error));
  return new Response("Internal Server Error", { status: 500 });
}

async function allAnswered(server: { readonly pendingRequests: number }): Promise<void> {
  do await Bun.sleep(50);
  while (server.pendingRequests > 0);
}

/** Does what throws an OperatorError. */
function orRefuse<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return refuseToStart((error as Error).message);
  }
}

function refuseToStart(why: string): never {
  tellOperator("error", { event: "start refused", sentence: why });
  process.exit(1);
}

await main();
