import { statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import compression from "compression";
import sirv from "sirv";
import { DRAIN_MS, doneWithin, leadMs, onStop } from "../ops/stopping.ts";
import { apiInnerUrl, siteUrl } from "./addresses.ts";
import { agentDoor } from "./door/agent-door.ts";
import { hangUpOnSlowBody, isTooLarge } from "./door/bound-body.ts";
import { forward } from "./door/forward.ts";
import { agentWorld, askPageOn, INNER_HEADER, innerKey } from "./door/inner-pages.ts";
import { choiceOfLanguage, guideWithoutLanguage, takeLanguagePrefix } from "./door/language.ts";
import { isFromOwnPages } from "./door/own-pages.ts";
import { secure } from "./door/security-headers.ts";
import { withoutTrailingSlash } from "./door/trailing-slash.ts";
import type { Choice } from "./languages/choose.ts";
import { guessedLanguage } from "./languages/languages.ts";
import { FOR_THE_API } from "./ops/kind-of.ts";
import { openSiteOps, type SiteOps } from "./ops/open.ts";
import { stringsIn } from "./strings/strings.ts";

type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const DIST = join(import.meta.dir, "../dist");

/** The front door. A request passes these in order: headers that keep browsers safe, own pages only, tidy addresses, the API, language, files, pages. */
async function main() {
  process.env.ASTRO_NODE_AUTOSTART = "disabled";
  const { handler }: { handler: PageHandler } = await import(join(DIST, "server/entry.mjs"));
  const files = sirv(join(DIST, "client"), { etag: true, brotli: true, gzip: true, setHeaders: cacheFiles });

  const compressed = compression() as unknown as PageHandler;
  const page = (request: IncomingMessage, response: ServerResponse) =>
    handler(request, response, () => response.writeHead(404).end());

  const port = Number(process.env.SITE_PORT || 4321);
  const askPage = askPageOn(port);
  const agents = agentDoor(agentWorld(askPage, statSync(join(DIST, "server/entry.mjs")).mtime), askPage);

  const ops = openOpsDoor();

  const underWay = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    underWay.add(response);
    for (const end of ["finish", "close"]) response.once(end, () => underWay.delete(response));
    if (request.headers[INNER_HEADER] !== innerKey) ops.count(request, response);
    if (ops.isDraining()) response.setHeader("connection", "close");
    const [asked = "/"] = (request.url ?? "/").split("?");
    secure(response, asked);
    hangUpOnSlowBody(request, response);
    if (!isFromOwnPages(request)) return refuse(request, response, 403, "foreign");
    const { url = "/" } = request;
    const tidied = guideWithoutLanguage(url) ?? withoutTrailingSlash(url);
    if (tidied) return redirect(response, tidied);
    if (FOR_THE_API.test(request.url ?? "")) return forward(request, response, apiInnerUrl(), siteUrl());
    if (isTooLarge(request)) return refuse(request, response, 413, "tooLarge");
    const choice = choiceOfLanguage(request);
    if (choice) return redirectOnce(response, choice);
    takeLanguagePrefix(request);
    const goOn = () => files(request, response, () => compressed(request, response, () => page(request, response)));
    if (request.headers[INNER_HEADER] === innerKey) return goOn();
    const [path = "/"] = (request.url ?? "/").split("?");
    const answered = agents(request, response, path);
    if (answered === true) return;
    if (answered === false) return goOn();
    answered.then(
      (late) => late || goOn(),
      () => response.headersSent || goOn(),
    );
  });

  server.on("error", (error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE";
    console.error(
      taken ? `SITE_PORT ${port} is taken. Stop what uses it, or choose another.` : "The site could not start.",
    );
    process.exit(1);
  });
  server.listen(port, () => {
    ops.becomes("ready");
    process.send?.({ ready: true });
  });

  onStop(async () => {
    ops.becomes("draining");
    await Bun.sleep(leadMs(process.env.LEAD_SECONDS));
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection whose last request was under way when we were asked stays open, and must not keep us.
    await doneWithin(DRAIN_MS, Promise.race([closed, allAnswered(underWay)]));
  });
}

async function allAnswered(underWay: ReadonlySet<ServerResponse>): Promise<void> {
  do await Bun.sleep(50);
  while (underWay.size > 0);
}

function openOpsDoor(): SiteOps {
  const port = process.env.SITE_OPS_PORT ? Number(process.env.SITE_OPS_PORT) : null;
  const host = process.env.OPS_HOST || "127.0.0.1";
  try {
    return openSiteOps({ port, host });
  } catch (error) {
    const { code } = error as { code?: string };
    console.error(`SITE_OPS_PORT cannot be opened (${code}): choose another port, or another OPS_HOST.`);
    process.exit(1);
  }
}

function cacheFiles(response: ServerResponse, path: string) {
  // Their names, or the addresses they are linked by, change with their content.
  const isForEver = path.startsWith("/_astro/") || path === "/gifts.svg";
  response.setHeader("cache-control", isForEver ? "public, max-age=31536000, immutable" : "no-cache");
}

function redirect(response: ServerResponse, location: string) {
  response.writeHead(308, { location }).end();
}

function redirectOnce(response: ServerResponse, { location, cookie }: Choice) {
  response.writeHead(303, { location, "set-cookie": cookie, "cache-control": "no-store" }).end();
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, why: "foreign" | "tooLarge") {
  const language = guessedLanguage(request.headers["accept-language"]);
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${stringsIn[language].problems[why]}\n`);
}

await main();
